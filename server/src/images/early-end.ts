import type { FileHandle } from 'node:fs/promises'
import type { ByteSource } from './byte-source.ts'
import { headBytes, riffChunks } from './riff.ts'

/** Maximum size of a GIF whose end is searched. A larger file is decoded unchanged. */
const gifBytesMax = 64 * 1024 ** 2
const gifHeadBytes = 13
const imageHeadBytes = 10
/** The first bytes of blocks. */
const block = { extension: 0x21, image: 0x2c, trailer: 0x3b }

/** Whether a GIF has its trailer, or ends between two blocks (GIF89a §17 to §27). */
export async function isWholeGif(source: ByteSource): Promise<boolean> {
  if (source.size > gifBytesMax) return true
  const bytes = await source.read(0, source.size)
  const tableBytes = (flags: number) => ((flags & 0x80) !== 0 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  let at = gifHeadBytes + tableBytes(bytes[10] ?? 0)
  while (at < bytes.length && bytes[at] !== block.trailer) {
    if (bytes[at] === block.extension) at += 2
    else if (bytes[at] === block.image) at += imageHeadBytes + tableBytes(bytes[at + 9] ?? 0) + 1
    // Other data between blocks is ignored by decoders.
    else return true
    while (at < bytes.length && bytes[at] !== 0) at += 1 + bytes[at]!
    at++
  }
  return at <= bytes.length
}

/** Maximum size of a WebP that is filled up, with its missing bytes. */
const webpBytesMax = 64 * 1024 ** 2
const chunksMax = 20_000
/** Size of the head of the file. */
const formBytes = 12
/** Zeros after the stated end, because the decoder reads some bytes beyond the last pixel. */
const fillBytes = 64 * 1024

/**
 * Fills up a WebP that is shorter than its header says with zeros, because the decoder rejects such a file.
 * Undefined if the file is not too short.
 */
export async function filledWebp(file: FileHandle): Promise<Buffer | undefined> {
  const { size } = await file.stat()
  if (size < formBytes) return undefined
  const { buffer: head } = await file.read(Buffer.alloc(formBytes), 0, formBytes, 0)
  const stated = headBytes + head.readUInt32LE(4)
  if (stated <= size || stated > webpBytesMax) return undefined
  const bytes = Buffer.alloc(stated + fillBytes)
  await file.read(bytes, 0, size, 0)
  for await (const { at, length } of riffChunks(file, size, chunksMax)) {
    const isCut = at + headBytes + length > size && at + headBytes + length <= stated
    if (isCut) bytes.writeUInt32LE(length + fillBytes, at + 4)
  }
  bytes.writeUInt32LE(bytes.length - headBytes, 4)
  return bytes
}
