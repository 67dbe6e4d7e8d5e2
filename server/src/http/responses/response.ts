import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../errors.ts'
import { compressedTag, sentEncoding } from './compression.ts'
import { failsIfMatch, namedTag } from './etag.ts'

export const jsonType = 'application/json; charset=utf-8'

/** Headers of personal responses, which shared caches do not store and browsers revalidate each time. */
export const privacy = { 'cache-control': 'private, no-cache', vary: 'Authorization, Accept-Encoding' }

/** `Vary` of responses whose language `Accept-Language` selects. */
export const translatedVary = `${privacy.vary}, Accept-Language`

/** Headers of responses with tokens, which are never cached (contract R-TOKEN-12). */
export const secrecy = { 'cache-control': 'no-store', pragma: 'no-cache' }

/** A complete response that can be stored and sent again. */
export type Answer = {
  status: number
  headers: Record<string, string>
  body: string | Buffer | Readable | null
  /** Defaults to JSON. */
  type?: string
  /** The `Vary` header, if it is not the usual one. */
  vary?: string
}

export const privacyOf = ({ vary = privacy.vary }: Pick<Answer, 'vary'>) => ({ ...privacy, vary })

/** Sends 304 when the client's ETag matches (RFC 9110 §13.1.2). */
export function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer) {
  const { status, headers, body, type = jsonType } = answer
  reply.headers(headers).headers(privacyOf(answer))
  if (body !== null) reply.type(type)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (isRead && failsIfMatch(request, headers.ETag)) throw new ApiError('changed_meanwhile')
  if (headers.ETag !== undefined) {
    const encoding = sentEncoding(request, reply, body)
    const sent = encoding ? compressedTag(headers.ETag, encoding) : headers.ETag
    const known = isRead ? namedTag(request.headers['if-none-match'], headers.ETag, sent) : undefined
    if (known !== undefined)
      return reply
        .header('etag', known)
        .removeHeader('content-encoding')
        .removeHeader('content-type')
        .code(304)
        .send()
    if (headers['Content-Encoding'] !== undefined) reply.header('etag', sent)
  }
  if (body === null) return reply.removeHeader('content-type').code(status).send()
  if (request.method === 'HEAD' && body instanceof Readable) {
    body.destroy()
    // Without a body, Fastify would send the length 0.
    return reply.code(status).send(Readable.from([]))
  }
  return reply.code(status).send(body)
}
