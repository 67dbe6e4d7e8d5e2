import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type FixedText, fixedText, sendFixed } from '../http/responses/fixed-text.ts'
import { guides, guidesDirectory } from './guides.ts'
import { listPage, listPath, pageOf } from './page.ts'

const contentSecurityPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const sampleFiles = ['launch-posts.csv']

const stylePath = '/docs/style.css'

/**
 * Serves the guides at `/docs`. Each guide is rendered when it is first requested, not at startup.
 * @returns the paths. Empty if the installation does not contain the guides.
 */
export function mountGuides(app: FastifyInstance, publicUrl: () => string): readonly string[] {
  if (!existsSync(guidesDirectory)) return []
  const made = new Map<string, Promise<FixedText>>()
  for (const guide of guides) mountPage(`/docs/${guide.slug}`, () => make(guide))
  mountPage(listPath, async () => html(listPage()))

  function mountPage(path: string, make: () => Promise<FixedText>) {
    app.get(path, async (request, reply) => {
      const page = made.get(path) ?? make()
      made.set(path, page)
      page.catch(() => made.delete(path))
      reply.headers({ 'Content-Security-Policy': contentSecurityPolicy, 'Referrer-Policy': 'same-origin' })
      return sendFixed(request, reply, await page)
    })
  }

  async function make(guide: (typeof guides)[number]) {
    const { renderGuide } = await import('./render.ts')
    return html(pageOf(guide, await renderGuide(guide, publicUrl())))
  }

  app.get('/docs', (_, reply) => reply.redirect(`/docs/${guides[0]!.slug}`))
  const style = readFile(new URL('style.css', import.meta.url), 'utf8').then((css) =>
    fixedText(css, 'text/css; charset=utf-8'),
  )
  app.get(stylePath, async (request, reply) => sendFixed(request, reply, await style))
  for (const name of sampleFiles)
    app.get(`/docs/${name}`, async (_, reply) =>
      reply
        .type('text/csv; charset=utf-8')
        .header('Content-Disposition', `attachment; filename="${name}"`)
        .header('Cache-Control', 'no-cache')
        .send(await readFile(join(guidesDirectory, 'guides', name))),
    )
  return [
    '/docs',
    listPath,
    stylePath,
    ...sampleFiles.map((name) => `/docs/${name}`),
    ...guides.map(({ slug }) => `/docs/${slug}`),
  ]
}

const html = (page: string) => fixedText(page, 'text/html; charset=utf-8')
