import { Readable } from 'node:stream'
import type { ByteSource } from '../images/byte-source.ts'
import type { ByteRange, StoredFile } from '../storage/storage.ts'

/** A file that is composed of new bytes and of ranges of another one, `to` not included. */
export type Part = Buffer | { from: number; to: number }

const lengthOf = (part: Part) => (Buffer.isBuffer(part) ? part.length : part.to - part.from)

export const sizeOf = (parts: readonly Part[]): number => parts.reduce((sum, part) => sum + lengthOf(part), 0)

/** The parts of an inclusive range of the composed file. */
export function within(parts: readonly Part[], { start, end }: ByteRange): Part[] {
  const chosen: Part[] = []
  let at = 0
  for (const part of parts) {
    const length = lengthOf(part)
    const [from, to] = [Math.max(0, start - at), Math.min(length, end + 1 - at)]
    if (from < to)
      chosen.push(
        Buffer.isBuffer(part) ? part.subarray(from, to) : { from: part.from + from, to: part.from + to },
      )
    at += length
  }
  return chosen
}

/** Streams the composed file. */
export function streamOf(file: StoredFile, parts: readonly Part[]): Readable {
  return Readable.from(
    (async function* () {
      for (const part of parts)
        if (Buffer.isBuffer(part)) yield part
        else if (part.from < part.to) yield* file.open({ start: part.from, end: part.to - 1 })
    })(),
    { objectMode: false },
  )
}

const firstBlockBytes = 64 * 1024
const laterBlockBytes = 1024 ** 2

/** Reads a stored file in blocks: a store takes as long for a few bytes as for many. Keeps the latest block. */
export function sourceOfStored(file: StoredFile): ByteSource {
  let block = { at: 0, bytes: Buffer.alloc(0) }
  let isFirst = true
  return {
    size: file.size,
    async read(at, length) {
      const wanted = Math.max(0, Math.min(length, file.size - at))
      if (wanted === 0) return Buffer.alloc(0)
      if (at < block.at || at + wanted > block.at + block.bytes.length) {
        const least = isFirst ? firstBlockBytes : laterBlockBytes
        isFirst = false
        const end = Math.min(file.size, at + Math.max(wanted, least)) - 1
        block = { at, bytes: Buffer.concat(await file.open({ start: at, end }).toArray()) }
      }
      return block.bytes.subarray(at - block.at, at - block.at + wanted)
    },
  }
}
