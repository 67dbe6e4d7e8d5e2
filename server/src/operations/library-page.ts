import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** What the portal asks for first in a library that nothing narrows (`pageOf` in portal/src/questions.ts). */
const question = '/portal/api/assets?per_page=50'
const bodyStart = '<body>'
/** In JSON these stand in strings alone: no text of somebody's ends the element that it lies in. */
const escapes: Record<string, string> = { '<': '\\u003c', '\u2028': '\\u2028', '\u2029': '\\u2029' }

type Device = 'phone' | 'desktop'
/** What the portal has built for the server (`portal/src/first-view/draw.tsx`). */
type Drawing = { drawFirstView(assets: unknown[], device: Device): string }

type Asked = FastifyRequest<{ Params: { company: string } }>

/**
 * A library's page brings its first list along, drawn for people and as JSON for the portal: the browser takes the page's
 * head, and what that names, while the database is asked. Whoever may not see the list gets the page without, and is told
 * why by the portal.
 * @param drawing the module that draws it.
 */
export function libraryPage(app: FastifyInstance, html: string, drawing: URL) {
  const split = html.indexOf(bodyStart) + bodyStart.length
  const [head, body] = [html.slice(0, split), html.slice(split)]
  return (request: FastifyRequest, reply: FastifyReply) =>
    reply
      .type('text/html; charset=utf-8')
      // It is of one person, and of this moment.
      .header('Cache-Control', 'private, no-store')
      .send(Readable.from(parts(request as Asked)))

  async function* parts(request: Asked) {
    yield head
    const list = await firstList(request)
    if (list !== undefined) yield* shown(list, deviceOf(request))
    yield body
  }

  async function firstList({ params: { company }, headers, ip }: Asked): Promise<string | undefined> {
    const answer = await app.inject({
      url: question,
      remoteAddress: ip,
      headers: { ...kept(headers), accept: 'application/json', 'atelier-company': company },
    })
    return answer.statusCode === 200 ? answer.body : undefined
  }

  async function* shown(list: string, device: Device) {
    const { data } = JSON.parse(list) as { data: unknown[] }
    const { drawFirstView }: Drawing = await import(drawing.href)
    if (data.length > 0) yield drawFirstView(data, device)
    const json = list.replace(/[<\u2028\u2029]/g, (character) => escapes[character]!)
    yield `<script type="application/json" data-url="${question}">${json}</script>`
  }
}

/** As browsers on phones call themselves (MDN, «Browser detection using the user agent»). */
const deviceOf = ({ headers }: Asked): Device =>
  /Mobi/.test(headers['user-agent'] ?? '') ? 'phone' : 'desktop'

/** Of the request for the page, what says who asks. */
const kept = ({ cookie, host, 'user-agent': userAgent }: FastifyRequest['headers']) => ({
  ...(cookie !== undefined && { cookie }),
  ...(host !== undefined && { host }),
  ...(userAgent !== undefined && { 'user-agent': userAgent }),
})
