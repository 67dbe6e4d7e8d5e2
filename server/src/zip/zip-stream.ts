import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import {
  centralHeader,
  descriptor,
  endRecords,
  localHeader,
  type ZipHead,
  type ZippedEntry,
} from './format.ts'

export type ZipEntry = ZipHead & { chunks: AsyncIterable<Uint8Array> }

/** Maximum number of bytes that wait for a slow reader. */
const bufferedBytesMax = 256 * 1024

/**
 * A zip that is built while it is sent, without a stored copy. The next bytes are read when the reader has
 * taken the previous bytes. Files are not compressed, because images do not get smaller. Only the central
 * directory, about a hundred bytes per file, is kept in memory. Sizes and offsets are 64-bit where necessary.
 * Fails if a file does not have its announced size, so an incomplete zip does not pass for a complete zip.
 */
export const zipStream = (entries: AsyncIterable<ZipEntry>): Readable =>
  Readable.from(zipped(entries), { objectMode: false, highWaterMark: bufferedBytesMax })

async function* zipped(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = []
  let offset = 0
  for await (const { chunks, ...head } of entries) {
    const entry: ZippedEntry = { ...head, crc: 0, offset }
    const header = localHeader(head)
    yield header
    let size = 0
    for await (const chunk of chunks) {
      if (chunk.length === 0) continue
      entry.crc = crc32(chunk, entry.crc)
      size += chunk.length
      yield chunk
    }
    if (size !== head.size) throw new Error(`A file has ${size} bytes instead of ${head.size}.`)
    const end = descriptor(entry)
    yield end
    directory.push(centralHeader(entry))
    offset += header.length + size + end.length
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  yield Buffer.concat([...directory, endRecords({ count: directory.length, offset, size })])
}
