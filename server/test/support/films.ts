import { randomFillSync } from 'node:crypto'

export const megabyte = 1024 * 1024

/** A film, as far as anybody can tell from its beginning. */
export const filmHead = Buffer.concat([
  Buffer.from('000000186674797069736f6d0000020069736f6d6d703432', 'hex'),
  Buffer.alloc(1000),
])

/** So many bytes of one, a megabyte at a time, of which no other has the bytes. */
export function* film(bytes: number): Generator<Buffer> {
  yield filmHead
  for (let at = filmHead.length; at < bytes; at += megabyte)
    yield randomFillSync(Buffer.alloc(Math.min(megabyte, bytes - at)), 0, Math.min(4096, bytes - at))
}
