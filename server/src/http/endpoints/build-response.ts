import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { type Answer, translatedVary } from '../responses/response.ts'
import type { Endpoint } from './endpoint.ts'
import type { Links } from './pagination.ts'
import { revision } from './revision.ts'

/**
 * The response of an endpoint with `media`. `name` is the suggested file name, in ASCII. A body of chunks is
 * streamed, so its bytes are not known in time for an ETag. The ETag is the hash of `state`, which changes
 * whenever the bytes do; without a state there is no ETag.
 */
export type MediaFile = {
  type: string
  name: string
  body: string | Buffer | AsyncIterable<string>
  state?: string
}

/** The languages of the texts in a response, apart from the original texts. JSON omits symbols. */
export const contentLanguages = Symbol('contentLanguages')

/** The languages of several resources, without repetitions. Undefined stands for the original texts. */
export const languagesOf = (languages: readonly (string | undefined)[]) =>
  [...new Set(languages.flatMap((language) => language ?? []))].sort()

/**
 * Creates the response with a strong ETag: the hash of the bytes, preceded by the revision if the response is
 * a single resource.
 */
export function answerOf(endpoint: Endpoint, result: object | undefined): Answer {
  const { job } = (result ?? {}) as { job?: { id: string } }
  const isFollowed = endpoint.mayFollow === true && job !== undefined
  if (result === undefined) return { status: 204, headers: {}, body: null }
  if (endpoint.media) return fileAnswer(result as MediaFile)
  const status = isFollowed ? 202 : (endpoint.statusOf?.(result) ?? endpoint.status ?? 200)
  const body = JSON.stringify(result)
  const headers: Record<string, string> = {}
  const state = (result as { [revision]?: string })[revision]
  if (endpoint.method === 'GET' || state !== undefined)
    headers.ETag = `"${state === undefined ? '' : `${state}-`}${digest(body)}"`
  const link = linkHeader((result as { links?: Links }).links)
  if (link !== undefined) headers.Link = link
  const languages = (result as { [contentLanguages]?: readonly string[] })[contentLanguages]
  if (languages?.length) headers['Content-Language'] = languages.join(', ')
  const location = isFollowed ? `/api/jobs/${job.id}` : endpoint.location?.(result)
  if (location !== undefined) headers.Location = location
  return { status, headers, body, ...(endpoint.isTranslated && { vary: translatedVary }) }
}

/** Maximum length of the header. By default, proxies accept headers of 4 kB. */
const linkLengthMax = 2_048

/**
 * Value of the `Link` header (RFC 8288) with the neighboring pages, as in `links` (contract R-LIST-19). If the URLs are
 * too long, the least important URLs are omitted.
 */
export function linkHeader(links: Links | undefined): string | undefined {
  if (!links) return undefined
  const found: string[] = []
  let length = 0
  for (const rel of ['next', 'prev', 'first'] as const) {
    if (links[rel] === null) continue
    const link = `<${links[rel]}>; rel="${rel}"`
    length += link.length
    if (length <= linkLengthMax) found.unshift(link)
  }
  return found.length === 0 ? undefined : found.join(', ')
}

function fileAnswer({ type, name, body, state }: MediaFile): Answer {
  const isWhole = typeof body === 'string' || Buffer.isBuffer(body)
  const hashed = isWhole ? body : state
  const headers = {
    'Content-Disposition': `attachment; filename="${name}"`,
    ...(hashed !== undefined && { ETag: `"${digest(hashed)}"` }),
  }
  return { status: 200, headers, body: isWhole ? body : Readable.from(body, { objectMode: false }), type }
}

const digest = (body: string | Buffer) => hash('sha1', body, 'base64url')
