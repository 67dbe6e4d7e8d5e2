import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../http/errors.ts'
import { mimeTypes } from '../images/formats.ts'
import type { SignedUrls } from './signed-urls.ts'
import type { ByteRange, Storage } from './storage.ts'

/** What a key holds never changes, so whoever has it need never ask again. */
const immutable = 'private, max-age=31536000, immutable'
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
      .header('Cache-Control', immutable)
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

/** RFC 9110 §13.1.2: one of the tags that are named, or `*` for any. */
function hasAlready(request: FastifyRequest, tag: string) {
  const known = (request.headers['if-none-match'] ?? '')
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
  return known.includes(tag) || known.includes('*')
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
