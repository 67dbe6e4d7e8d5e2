import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** The portal's first request for an unfiltered library (`pageOf` in portal/src/query-parameters.ts). */
const question = '/portal/api/assets?per_page=50'
const bodyStart = '<body>'
/**
 * Escapes for JSON in an HTML element. These characters occur only in strings, and no user's text must end
 * the element.
 */
const escapes: Record<string, string> = { '<': '\\u003c', '\u2028': '\\u2028', '\u2029': '\\u2029' }

type Device = 'phone' | 'desktop'
/** The module that the portal builds for the server (`portal/src/first-view/draw.tsx`). */
type Drawing = { drawFirstView(assets: unknown[], device: Device): string }

type Asked = FastifyRequest<{ Params: { company: string } }>

/**
 * The page of a library contains its first list, as HTML and as JSON for the portal, so that the browser
 * loads the page's head and its resources while the database is queried. A person who cannot see the list
 * gets the page without it, and the portal explains the reason.
 * @param drawing the module that renders the list.
 */
export function libraryPage(app: FastifyInstance, html: string, drawing: URL) {
  const split = html.indexOf(bodyStart) + bodyStart.length
  const [head, body] = [html.slice(0, split), html.slice(split)]
  return (request: FastifyRequest, reply: FastifyReply) =>
    reply
      .type('text/html; charset=utf-8')
      // The page is specific to one person and time.
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

/** Detects mobile browsers as they identify themselves (MDN, "Browser detection using the user agent"). */
const deviceOf = ({ headers }: Asked): Device =>
  /Mobi/.test(headers['user-agent'] ?? '') ? 'phone' : 'desktop'

const kept = ({ cookie, host, 'user-agent': userAgent }: FastifyRequest['headers']) => ({
  ...(cookie !== undefined && { cookie }),
  ...(host !== undefined && { host }),
  ...(userAgent !== undefined && { 'user-agent': userAgent }),
})
