import type { FileHandle } from 'node:fs/promises'

export type ByteSource = {
  size: number
  /**
   * Reads bytes. At the end of the file, there may be fewer bytes than requested.
   * @throws {RangeError} for an offset that is not an integer, as a hostile file may contain.
   */
  read(at: number, length: number): Promise<Buffer>
}

export function checkPlace(at: number, length: number) {
  if (!Number.isSafeInteger(at) || !Number.isSafeInteger(length) || at < 0)
    throw new RangeError('A file refers to a place that does not exist.')
}

export async function sourceOfFile(file: FileHandle): Promise<ByteSource> {
  const { size } = await file.stat()
  return {
    size,
    async read(at, length) {
      checkPlace(at, length)
      const wanted = Math.max(0, Math.min(length, size - at))
      const { buffer, bytesRead } = await file.read(Buffer.alloc(wanted), 0, wanted, at)
      return buffer.subarray(0, bytesRead)
    },
  }
}

export const sourceOfBytes = (bytes: Buffer): ByteSource => ({
  size: bytes.length,
  async read(at, length) {
    checkPlace(at, length)
    return bytes.subarray(at, at + Math.max(0, length))
  },
})

/** A part of a file as a separate source. */
export function partOfSource(source: ByteSource, start: number, length = source.size - start): ByteSource {
  const size = Math.max(0, Math.min(length, source.size - start))
  return {
    size,
    async read(at, length) {
      checkPlace(at, length)
      return at >= size ? Buffer.alloc(0) : source.read(start + at, Math.min(length, size - at))
    },
  }
}
