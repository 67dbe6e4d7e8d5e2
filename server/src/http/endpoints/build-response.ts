import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Answer } from '../responses/response.ts'
import type { Endpoint } from './endpoint.ts'
import type { Links } from './pagination.ts'
import { revision } from './revision.ts'

/**
 * What an endpoint with `media` answers. The name is the one under which it is saved: plain ASCII. What comes chunk by
 * chunk is sent so, and has no tag.
 */
export type MediaFile = { type: string; name: string; body: string | Buffer | AsyncIterable<string> }

/** Strong tags: each is the hash of the very bytes, after the revision where the answer is one resource. */
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
  const location = isFollowed ? `/api/jobs/${job.id}` : endpoint.location?.(result)
  if (location !== undefined) headers.Location = location
  return { status, headers, body }
}

/** Proxies take headers of 4 kB by default. */
const linkLengthMax = 2_048

/**
 * The neighbours of a page as RFC 8288 writes them (contract R-LIST-19): what the body says in `links`. Where the URLs are
 * too long, the ones that are missed least are left out.
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

function fileAnswer({ type, name, body }: MediaFile): Answer {
  const headers = { 'Content-Disposition': `attachment; filename="${name}"` }
  if (typeof body === 'string' || Buffer.isBuffer(body))
    return { status: 200, headers: { ...headers, ETag: `"${digest(body)}"` }, body, type }
  return { status: 200, headers, body: Readable.from(body, { objectMode: false }), type }
}

const digest = (body: string | Buffer) => hash('sha1', body, 'base64url')
