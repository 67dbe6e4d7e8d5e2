import type { OwnBytes } from '../http/own-bytes.ts'
import { type Bytes, streamIn } from './form.ts'

/** A file that is read in chunks. */
export type Source = {
  /** File size in bytes. */
  size: number
  /** Reads up to `length` bytes from `offset`. @throws {TypeError} if a stream is already past `offset`. */
  read(offset: number, length: number): Promise<Blob | OwnBytes>
  /** Closes a stream that was not read completely. */
  close(): Promise<void>
}

/** @param size the size of a stream, in bytes. Without it, the stream is read into memory first. */
export async function sourceOf(bytes: Bytes, size: number | undefined): Promise<Source> {
  const stream = streamIn(bytes)
  if (stream)
    return size === undefined ? blobSource(await new Response(stream).blob()) : streamSource(stream, size)
  return blobSource(bytes instanceof Blob ? bytes : new Blob([bytes as OwnBytes]))
}

const blobSource = (blob: Blob): Source => ({
  size: blob.size,
  read: async (offset, length) => blob.slice(offset, offset + length),
  close: async () => {},
})

/** Keeps the last chunk for a retry and discards everything before it. */
function streamSource(stream: ReadableStream<Uint8Array>, size: number): Source {
  const reader = stream.getReader()
  let kept = new Uint8Array(0)
  let keptFrom = 0

  /** Reads until `length` bytes are buffered. */
  async function fill(length: number) {
    const pieces = [kept]
    for (let have = kept.length; have < length; ) {
      const { done, value } = await reader.read()
      if (done)
        throw new TypeError(
          `The stream ended after ${keptFrom + have} bytes, but its size was given as ${size}.`,
        )
      pieces.push(value as OwnBytes)
      have += value.length
    }
    kept = joined(pieces)
  }

  /** Discards everything before `offset`. */
  async function skipTo(offset: number) {
    while (keptFrom + kept.length < offset) {
      const pieceEnd = Math.min(offset, keptFrom + kept.length + skippedAtOnce)
      keptFrom += kept.length
      kept = new Uint8Array(0)
      await fill(pieceEnd - keptFrom)
    }
    kept = kept.subarray(offset - keptFrom)
    keptFrom = offset
  }

  return {
    size,
    close: () => reader.cancel(),
    async read(offset, length) {
      if (offset < keptFrom)
        throw new TypeError(
          'The server needs bytes that the stream has already passed. Start again with a new stream.',
        )
      await skipTo(offset)
      await fill(Math.min(length, size - offset))
      return kept.slice(0, length)
    },
  }
}

const skippedAtOnce = 1024 * 1024

function joined(pieces: Uint8Array[]): OwnBytes {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}
