import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { compress, compressedBytesMin, compressedTag, type Encoding, encodingFor } from './compression.ts'
import { namedTag } from './etag.ts'

/**
 * Text that stays the same while the process runs, such as a documentation page. The text is compressed once
 * per encoding, when it is first requested.
 */
export function fixedText(text: string, type: string): FixedText {
  const body = Buffer.from(text)
  return { type, body, tag: `"${hash('sha1', body, 'base64url')}"`, compressed: new Map() }
}

export type FixedText = {
  type: string
  body: Buffer
  tag: string
  compressed: Map<Encoding, Promise<Buffer>>
}

/**
 * Sends the text, or 304 to a client that has it. Clients revalidate each time, because an update changes the
 * text.
 */
export async function sendFixed(request: FastifyRequest, reply: FastifyReply, text: FixedText) {
  const { type, body, tag, compressed } = text
  reply.header('cache-control', 'no-cache').header('vary', 'Accept-Encoding')
  const known = namedTag(request.headers['if-none-match'], tag)
  if (known !== undefined) return reply.header('etag', known).code(304).send()
  reply.type(type)
  const encoding =
    body.length < compressedBytesMin ? undefined : encodingFor(request.headers['accept-encoding'])
  if (!encoding) return reply.header('etag', tag).send(body)
  const made = compressed.get(encoding) ?? compress(body, encoding)
  compressed.set(encoding, made)
  made.catch(() => compressed.delete(encoding))
  return reply.headers({ etag: compressedTag(tag, encoding), 'content-encoding': encoding }).send(await made)
}
