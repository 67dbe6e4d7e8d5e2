import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../errors.ts'
import { isAbsent } from '../../storage/file-errors.ts'
import { mimeTypes } from '../../storage/file-formats.ts'
import type { ByteRange } from '../../storage/storage.ts'
import { disposition } from '../../storage/variants.ts'
import { hasAlready } from '../responses/etag.ts'

/** Policy with which even a hostile SVG that is opened directly runs no script and makes no request. */
const sandbox = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"

/** The name of the metadata that was removed from a file. The bytes then differ from the file's checksum. */
export const lacksLocationHeader = 'X-Removed-Metadata'

export type Content = { size: number; open(range?: ByteRange): Readable }

type Sending = {
  tag: string
  modified: string | undefined
  contentType: string
  cacheControl: string
  /** Whether pages of other sites can show the content. */
  crossOrigin: boolean
  /** The file name under which browsers save it. */
  savedAs: string | undefined
  isDownload: boolean
}

/**
 * Sends a file or one range of the file. A HEAD gets only the headers, and a client that already has the file
 * gets 304.
 */
export async function sendContent(
  request: FastifyRequest,
  reply: FastifyReply,
  content: Content,
  { tag, modified, contentType, cacheControl, crossOrigin, savedAs, isDownload }: Sending,
) {
  const { size } = content
  const isKnown = hasAlready(request, tag)
  // The content is not read for HEAD, which is answered here for every file.
  const isRead = request.method === 'GET' && !isKnown
  const range = isRead && mayBePart(request, tag, modified) ? rangeOf(request, size) : undefined
  // An empty stream, because Fastify would use the size of anything else as the length.
  const body = isRead ? await opened(content.open(range)) : Readable.from([])
  // Caching headers are set only when it is certain that there is something to cache.
  reply
    .header('Accept-Ranges', 'bytes')
    .header('Cache-Control', cacheControl)
    .header('Content-Security-Policy', sandbox)
    .header('Cross-Origin-Resource-Policy', crossOrigin ? 'cross-origin' : 'same-origin')
    .header('ETag', tag)
    .headers(modified === undefined ? {} : { 'Last-Modified': modified })
    .type(contentType)
  // Pages can still show images and fonts, because the header affects only files that are opened directly.
  const type = isDownload || mayRun(contentType) ? 'attachment' : 'inline'
  if (savedAs !== undefined) reply.header('Content-Disposition', disposition(type, savedAs))
  else if (type === 'attachment') reply.header('Content-Disposition', type)
  if (isKnown) return reply.code(304).send()
  if (!range) return reply.header('Content-Length', size).send(body)
  return reply
    .code(206)
    .header('Content-Range', `bytes ${range.start}-${range.end}/${size}`)
    .header('Content-Length', range.end - range.start + 1)
    .send(body)
}

/**
 * Whether a browser can execute the file. Images, audio and video are never executed, but SVG, PDF, fonts and
 * unknown types may be.
 */
export const mayRun = (contentType: string) =>
  !/^(image|audio|video)\//.test(contentType) || contentType === mimeTypes.svg

/** Waits for the first bytes, so that an unreadable file produces a normal error response. */
async function opened(body: Readable): Promise<Readable> {
  try {
    await once(body, 'readable')
  } catch (error) {
    throw isAbsent(error) ? new ApiError('not_found') : error
  }
  return body
}

/**
 * The last modification time of a file is the creation time in its ID, because files never change. A file
 * without its location has no modification time, because a download could otherwise be resumed with bytes of
 * the stored file.
 */
export function modifiedAt(name: string, { lacksLocation }: { lacksLocation: boolean }): string | undefined {
  if (lacksLocation) return undefined
  const milliseconds = /^([0-9a-f]{8})-([0-9a-f]{4})-7/.exec(name)
  if (!milliseconds) return undefined
  return new Date(Number.parseInt(milliseconds[1]! + milliseconds[2]!, 16)).toUTCString()
}

/** Evaluates `If-Range`: a range of this file, or the whole of any other file (RFC 9110 §13.1.5). */
function mayBePart({ headers }: FastifyRequest, tag: string, modified: string | undefined): boolean {
  const asked = headers['if-range']
  return asked === undefined || asked === tag || asked === modified
}

/** Parses one range (RFC 9110 §14). For several ranges, the whole file is sent. */
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
