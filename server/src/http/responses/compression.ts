import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Content codings (RFC 9110 §8.4.1), the preferred coding first. */
export const encodings = ['zstd', 'br', 'gzip'] as const
export type Encoding = (typeof encodings)[number]

/** Minimum size for compression. Compressing shorter bodies saves no packet. */
export const compressedBytesMin = 1_024

const brotli = promisify(brotliCompress)
const zstd = promisify(zstdCompress)
const deflate = promisify(gzip)

/** They run on zlib's own threads (docs/decisions/compression.md). */
const compressors: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) =>
    brotli(body, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: 4,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  zstd: (body) => zstd(body, { params: { [constants.ZSTD_c_compressionLevel]: 3 } }),
  gzip: (body) => deflate(body, { level: 6 }),
}

export const compress = (body: Buffer, encoding: Encoding): Promise<Buffer> => compressors[encoding](body)

/**
 * Maximum number of remembered `Accept-Encoding` values. A few browsers and libraries send nearly all
 * requests.
 */
const negotiatedMax = 100
const headerLengthMax = 200
const negotiator = new Negotiator({ supportedValues: [...encodings, 'identity'] })
const negotiated = new Map<string, Encoding | undefined>()

/** Undefined for an unchanged body. */
export function encodingFor(accepted: string | undefined): Encoding | undefined {
  if (accepted === undefined || accepted.length > headerLengthMax) return undefined
  if (negotiated.has(accepted)) return negotiated.get(accepted)
  const chosen = negotiator.negotiate(accepted.toLowerCase())
  const encoding = encodings.find((one) => one === chosen)
  if (negotiated.size >= negotiatedMax) negotiated.clear()
  negotiated.set(accepted, encoding)
  return encoding
}

const compressible =
  /^(?:application\/(?:[\w.-]+\+)?(?:json|xml)|(?:application|text)\/javascript|text\/(?:html|css|csv|plain|xml|markdown))\b/

/**
 * Whether a response can be compressed. Responses with `no-store` are not compressed, because the compressed
 * size of a response with both secrets and client input reveals the secrets (BREACH). Partial responses
 * contain a range of bytes, which compression would change.
 */
function mayCompress(reply: FastifyReply, payload: unknown): payload is string | Buffer {
  return (
    (typeof payload === 'string' || Buffer.isBuffer(payload)) &&
    Buffer.byteLength(payload) >= compressedBytesMin &&
    compressible.test(String(reply.getHeader('content-type'))) &&
    !/no-store|no-transform/.test(String(reply.getHeader('cache-control') ?? '')) &&
    !reply.hasHeader('content-encoding') &&
    !reply.hasHeader('accept-ranges')
  )
}

/**
 * The content coding of a response: the coding of its body, or the coding that `compressResponse` applies.
 * The reply must already have its headers.
 */
export function sentEncoding(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Encoding | undefined {
  // Only this module compresses bodies.
  if (reply.hasHeader('content-encoding')) return reply.getHeader('content-encoding') as Encoding
  return mayCompress(reply, payload) ? encodingFor(request.headers['accept-encoding']) : undefined
}

/**
 * An `onSend` hook. Compresses longer text for clients that accept compression, with a separate strong ETag
 * (RFC 9110 §8.8.3.3).
 */
export function compressResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error?: Error | null, payload?: unknown) => void,
) {
  if (!mayCompress(reply, payload)) return done(null, payload)
  varyByEncoding(reply)
  const encoding = sentEncoding(request, reply, payload)
  if (!encoding) return done(null, payload)
  compress(typeof payload === 'string' ? Buffer.from(payload) : payload, encoding).then((body) => {
    reply.header('content-encoding', encoding).removeHeader('content-length')
    const tag = reply.getHeader('etag')
    if (typeof tag === 'string') reply.header('etag', compressedTag(tag, encoding))
    done(null, body)
  }, done)
}

function varyByEncoding(reply: FastifyReply) {
  const vary = String(reply.getHeader('vary') ?? '')
  if (!/accept-encoding/i.test(vary))
    reply.header('vary', vary === '' ? 'Accept-Encoding' : `${vary}, Accept-Encoding`)
}

export const compressedTag = (tag: string, encoding: Encoding) => tag.replace(/"$/, `-${encoding}"`)
