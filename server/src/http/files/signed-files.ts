import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../../errors.ts'
import { withMetadata } from '../../file-metadata/embed.ts'
import type { WrittenMetadata } from '../../file-metadata/fields.ts'
import { sizeOf, sourceOfStored, streamOf, within } from '../../file-metadata/parts.ts'
import { isAbsent } from '../../storage/file-errors.ts'
import { mimeTypes } from '../../storage/file-formats.ts'
import type { SignedUrls } from '../../storage/signed-urls.ts'
import type { ByteRange, Storage, StoredFile } from '../../storage/storage.ts'
import { disposition, variantOf, withVariant } from '../../storage/variants.ts'
import { failsIfMatch, hasAlready } from '../responses/etag.ts'

/** Even a hostile SVG that is opened directly runs no script and makes no request. */
const sandbox = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"

export const filePath = '/files/:company/:name'

/** The key of a rendition of a file, which is created on first use. */
export type PictureOf = (key: string, wanted: string) => Promise<string>

/** The metadata of an asset that is written into a file. */
export type MetadataOf = (key: string, assetId: string) => Promise<WrittenMetadata>

/** Serves originals and renditions to holders of a signed link. */
export function mountFiles(
  app: FastifyInstance,
  storage: Storage,
  urls: SignedUrls,
  pictureOf: PictureOf,
  metadataToWrite: MetadataOf,
  noteMissing: (key: string, reader: 'link') => void,
) {
  app.get(filePath, async (request, reply) => {
    const { original, picture, download, shownAs, metadataOf, expires } = signedKey(request, urls)
    // The link alone grants access, and cookies are ignored. Fonts load only if the response allows the
    // page's origin.
    reply.header('Access-Control-Allow-Origin', '*')
    const written = metadataOf === undefined ? undefined : await metadataToWrite(original, metadataOf)
    const key = picture === '' ? original : await pictureOf(original, picture)
    const name = key.split('/')[1]!
    const file = await storage.find(key)
    if (!file) {
      noteMissing(key, 'link')
      throw new ApiError('not_found')
    }
    const extension = name.split('.').at(-1)!
    const contentType = mimeTypes[extension] ?? 'application/octet-stream'
    const tag = written ? `"${name}-${written.digest}"` : `"${name}"`
    if (failsIfMatch(request, tag)) throw new ApiError('changed_meanwhile')
    const isKnown = hasAlready(request, tag)
    const modified = written ? undefined : modifiedAt(name)
    // No content is read for HEAD, only what the metadata changes. HEAD is answered here for every file.
    const isRead = request.method === 'GET' && !isKnown
    if (isRead && storage.link && download === undefined && !written && mayBeLinked(contentType, file)) {
      const shown = shownAs === undefined ? undefined : disposition('inline', shownAs)
      const link = await storage.link(key, { untilSeconds: expires, contentType, disposition: shown })
      return reply.header('Cache-Control', cacheUntil(expires, linkCachedSecondsMax)).redirect(link)
    }
    const parts =
      written && !isKnown ? await withMetadata(sourceOfStored(file), extension, written.fields) : undefined
    const size = parts ? sizeOf(parts) : file.size
    const range = isRead && mayBePart(request, tag, modified) ? rangeOf(request, size) : undefined
    const open = () => (parts ? streamOf(file, range ? within(parts, range) : parts) : file.open(range))
    // An empty stream, because Fastify would use the size of anything else as the length.
    const body = isRead ? await opened(open()) : Readable.from([])
    // Only now it is certain that there is something to cache.
    reply
      .header('Accept-Ranges', 'bytes')
      // Metadata changes while the link stays the same.
      .header('Cache-Control', written ? 'no-cache' : cacheUntil(expires))
      .header('Content-Security-Policy', sandbox)
      .header('Cross-Origin-Resource-Policy', 'cross-origin')
      .header('ETag', tag)
      .headers(modified === undefined ? {} : { 'Last-Modified': modified })
      .type(contentType)
    // Pages still show images and fonts: this concerns only files that are opened directly.
    const savedAs = download ?? shownAs
    const type = download !== undefined || mayRun(contentType) ? 'attachment' : 'inline'
    if (savedAs !== undefined) reply.header('Content-Disposition', disposition(type, savedAs))
    else if (type === 'attachment') reply.header('Content-Disposition', type)
    if (isKnown) return reply.code(304).send()
    if (!range) return reply.header('Content-Length', size).send(body)
    return reply
      .code(206)
      .header('Content-Range', `bytes ${range.start}-${range.end}/${size}`)
      .header('Content-Length', range.end - range.start + 1)
      .send(body)
  })
}

function signedKey(request: FastifyRequest, urls: SignedUrls) {
  const { company, name } = request.params as { company: string; name: string }
  const query = request.query as Record<string, unknown>
  const { expires, signature } = query
  const original = `${company}/${name}`
  const variant = variantOf(query)
  const isSigned =
    typeof expires === 'string' &&
    typeof signature === 'string' &&
    urls.verify(withVariant(original, variant), expires, signature)
  if (!isSigned) throw new ApiError('bad_signature')
  return { original, ...variant, expires: Number(expires) }
}

/** Below this size a redirect's round trip takes longer than the bytes. */
const linkedBytesMin = 1024 * 1024
/** Shorter than the lifetime of the store's links. */
const linkCachedSecondsMax = 1800

/** Browsers never execute images, audio and video. SVG, PDF, fonts and unknown types are another matter. */
const mayRun = (contentType: string) =>
  !/^(image|audio|video)\//.test(contentType) || contentType === mimeTypes.svg

/** A store sends neither `nosniff` nor a sandbox, so it may serve only types that are never executed. */
const mayBeLinked = (contentType: string, { size }: StoredFile) =>
  size >= linkedBytesMin && !mayRun(contentType)

/** Waits for the first bytes: until then, a file that cannot be read results in a normal error response. */
async function opened(body: Readable): Promise<Readable> {
  try {
    await once(body, 'readable')
  } catch (error) {
    throw isAbsent(error) ? new ApiError('not_found') : error
  }
  return body
}

/**
 * The content of a key never changes. Browsers and CDNs may cache it, but no longer than its link is valid.
 */
function cacheUntil(expiresSeconds: number, secondsMax = Number.POSITIVE_INFINITY) {
  const left = Math.floor(expiresSeconds - Date.now() / 1000)
  const seconds = Math.max(0, Math.min(left, secondsMax))
  return `public, max-age=${seconds}, immutable`
}

/** A file is named by an ID that contains the time of its creation, and never changes. */
function modifiedAt(name: string): string | undefined {
  const milliseconds = /^([0-9a-f]{8})-([0-9a-f]{4})-7/.exec(name)
  if (!milliseconds) return undefined
  return new Date(Number.parseInt(milliseconds[1]! + milliseconds[2]!, 16)).toUTCString()
}

/** Evaluates `If-Range`: a range of this file, or the whole of any other (RFC 9110 §13.1.5). */
function mayBePart({ headers }: FastifyRequest, tag: string, modified: string | undefined): boolean {
  const asked = headers['if-range']
  return asked === undefined || asked === tag || asked === modified
}

/** One range of RFC 9110 §14. Several are answered with the whole file. */
function rangeOf(request: FastifyRequest, size: number): ByteRange | undefined {
  const asked = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '')
  if (!asked || (asked[1] === '' && asked[2] === '')) return undefined
  const [, first, last] = asked
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (start > end) {
    if (first !== '' && last !== '' && Number(first) > Number(last)) return undefined
    throw new ApiError('range_not_satisfiable', { headers: { 'Content-Range': `bytes */${size}` } })
  }
  return { start, end }
}
