import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../http/errors.ts'
import { hasAlready } from '../http/etag.ts'
import { mimeTypes } from '../images/formats.ts'
import type { SignedUrls } from './signed-urls.ts'
import type { ByteRange, Storage } from './storage.ts'

/** Even a hostile SVG, opened on its own, runs nothing and reaches nothing. */
const sandbox = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"

export const filePath = '/files/:company/:name'

/** Originals and thumbnails, for whoever holds a link that we signed. */
export function mountFiles(app: FastifyInstance, storage: Storage, urls: SignedUrls) {
  app.get(filePath, async (request, reply) => {
    const { company, name } = request.params as { company: string; name: string }
    const { expires, signature } = request.query as Record<string, unknown>
    const key = `${company}/${name}`
    if (
      typeof expires !== 'string' ||
      typeof signature !== 'string' ||
      !urls.verify(key, expires, signature)
    ) {
      throw new ApiError('bad_signature')
    }
    const file = await storage.find(key)
    if (!file) throw new ApiError('not_found')
    reply
      .header('Accept-Ranges', 'bytes')
      .header('Cache-Control', cacheUntil(Number(expires)))
      .header('Content-Security-Policy', sandbox)
      .header('Cross-Origin-Resource-Policy', 'cross-origin')
      .header('ETag', `"${name}"`)
      .type(mimeTypes[name.split('.').at(-1)!] ?? 'application/octet-stream')
    if (hasAlready(request, `"${name}"`)) return reply.code(304).send()
    const range = rangeOf(request, file.size)
    if (!range) reply.header('Content-Length', file.size)
    // Nothing is read for HEAD. It is an empty stream because Fastify would count anything else as the length.
    if (request.method === 'HEAD') return reply.send(Readable.from([]))
    if (!range) return reply.send(file.open())
    return reply
      .code(206)
      .header('Content-Range', `bytes ${range.start}-${range.end}/${file.size}`)
      .header('Content-Length', range.end - range.start + 1)
      .send(file.open(range))
  })
}

/** What a key holds never changes. Browsers and CDNs may keep it, but no longer than its link lives. */
function cacheUntil(expiresSeconds: number) {
  const seconds = Math.max(0, Math.floor(expiresSeconds - Date.now() / 1000))
  return `public, max-age=${seconds}, immutable`
}

/** One range of RFC 9110 §14, for GET alone; several, or a condition that we can't keep, are answered with the whole. */
function rangeOf(request: FastifyRequest, size: number): ByteRange | undefined {
  if (request.method !== 'GET') return undefined
  const asked = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '')
  if (!asked || (asked[1] === '' && asked[2] === '') || request.headers['if-range'] !== undefined)
    return undefined
  const [, first, last] = asked
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (start > end) {
    if (first !== '' && last !== '' && Number(first) > Number(last)) return undefined
    throw new ApiError('range_not_satisfiable', { headers: { 'Content-Range': `bytes */${size}` } })
  }
  return { start, end }
}
