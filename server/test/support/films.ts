import { randomFillSync } from 'node:crypto'

export const megabyte = 1024 * 1024

/** The beginning of a video file, which is all that type detection reads. */
export const filmHead = Buffer.concat([
  Buffer.from('000000186674797069736f6d0000020069736f6d6d703432', 'hex'),
  Buffer.alloc(1000),
])

/** This many bytes of a video file, a megabyte at a time, with unique content. */
export function* film(bytes: number): Generator<Buffer> {
  yield filmHead
  for (let at = filmHead.length; at < bytes; at += megabyte)
    yield randomFillSync(Buffer.alloc(Math.min(megabyte, bytes - at)), 0, Math.min(4096, bytes - at))
}
