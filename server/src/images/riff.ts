import type { FileHandle } from 'node:fs/promises'

export type Chunk = {
  id: string
  /** The offset of the chunk's head. The bytes begin `headBytes` later. */
  at: number
  /** The stated length. A writer to a pipe states zero or all ones. */
  length: number
}

/** Size of a chunk's head: the ID and the length. */
export const headBytes = 8
/** The size of the head of the file and its form type, such as `WAVE`. */
const formBytes = 12

/**
 * Reads the heads of the chunks of a RIFF file, such as a WAV, one at a time.
 * @param size the size of the file in bytes.
 */
export async function* riffChunks(file: FileHandle, size: number, chunksMax: number): AsyncGenerator<Chunk> {
  for (let at = formBytes, count = 0; at + headBytes <= size && count < chunksMax; count++) {
    const head = Buffer.alloc(headBytes)
    await file.read(head, 0, headBytes, at)
    const length = head.readUInt32LE(4)
    yield { id: head.toString('latin1', 0, 4), at, length }
    at += headBytes + length + (length % 2)
  }
}
