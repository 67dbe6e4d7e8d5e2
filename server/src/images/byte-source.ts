import type { FileHandle } from 'node:fs/promises'

/** A file that is read in parts. */
export type ByteSource = {
  /** Bytes. */
  size: number
  /** Fewer bytes than asked for at the end of the file. */
  read(at: number, length: number): Promise<Buffer>
}

export async function sourceOfFile(file: FileHandle): Promise<ByteSource> {
  const { size } = await file.stat()
  return {
    size,
    async read(at, length) {
      const wanted = Math.max(0, Math.min(length, size - at))
      const { buffer, bytesRead } = await file.read(Buffer.alloc(wanted), 0, wanted, at)
      return buffer.subarray(0, bytesRead)
    },
  }
}

export const sourceOfBytes = (bytes: Buffer): ByteSource => ({
  size: bytes.length,
  read: async (at, length) => bytes.subarray(at, at + length),
})
