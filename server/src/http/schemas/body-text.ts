import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import { ApiError } from '../../errors.ts'

/**
 * The text of a JSON body or a form, without a byte order mark.
 * @throws {ApiError} `unsupported_media_type` for a body that is compressed or in UTF-16 or UTF-32, with the
 * reason; `not_json` if the body is not UTF-8, because unreadable text must not be stored as something else.
 */
export function textOf(body: Buffer, headers: IncomingHttpHeaders): string {
  assertPlain(headers)
  if (isOtherUnicode(body, headers['content-type'])) throw unsupported('The body must be UTF-8.')
  if (!isUtf8(body)) throw new ApiError('not_json', { description: 'The body must be UTF-8.' })
  const text = body.toString()
  return text.startsWith(byteOrderMark) ? text.slice(1) : text
}

/**
 * @throws {ApiError} `unsupported_media_type` for a compressed body, because the server does not decompress.
 */
export function assertPlain({ 'content-encoding': encoding = '' }: IncomingHttpHeaders): void {
  if (encoding === '' || encoding.trim().toLowerCase() === 'identity') return
  // RFC 9110 §15.5.16.
  throw unsupported('The body must not be compressed.', { 'Accept-Encoding': 'identity' })
}

const byteOrderMark = '\ufeff'
const otherUnicode = /;\s*charset\s*=\s*"?utf-?(16|32)/i

/**
 * Whether a body is UTF-16 or UTF-32: by charset, byte order mark, or a zero byte in the first or last
 * character.
 */
function isOtherUnicode(body: Buffer, type = ''): boolean {
  const [first, second] = body
  const isMarked = (first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe)
  const isHalfEmpty = body.length > 1 && (first === 0) !== (second === 0)
  return otherUnicode.test(type) || isMarked || isHalfEmpty
}

const unsupported = (reason: string, headers?: Record<string, string>) =>
  new ApiError('unsupported_media_type', {
    more: { reason },
    details: { reason },
    description: reason,
    ...(headers && { headers }),
  })
