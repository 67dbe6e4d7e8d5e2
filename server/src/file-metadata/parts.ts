import { Readable } from 'node:stream'
import { type ByteSource, checkPlace } from '../images/byte-source.ts'
import type { ByteRange, StoredFile } from '../storage/storage.ts'

/** A part of a file that is composed of new bytes and of ranges of another file. `to` is exclusive. */
export type Part = Buffer | { from: number; to: number }

const lengthOf = (part: Part) => (Buffer.isBuffer(part) ? part.length : part.to - part.from)

export const sizeOf = (parts: readonly Part[]): number => parts.reduce((sum, part) => sum + lengthOf(part), 0)

const rangeBytes = 100

export const memoryOf = (parts: readonly Part[]): number =>
  parts.reduce((sum, part) => sum + rangeBytes + (Buffer.isBuffer(part) ? part.length : 0), 0)

/** Merges adjacent ranges, because each range is opened separately. */
export function joined(parts: readonly Part[]): Part[] {
  const all: Part[] = []
  for (const part of parts) {
    const last = all.at(-1)
    if (last && !Buffer.isBuffer(last) && !Buffer.isBuffer(part) && last.to === part.from)
      all[all.length - 1] = { from: last.from, to: part.to }
    else if (lengthOf(part) > 0) all.push(part)
  }
  return all
}

/** Maximum total size of edited blocks, which are held in memory. Other blocks stay unchanged. */
const editedBytesMax = 4 * 1024 ** 2
const editsMax = 1_000

export function editBudget(): (length: number) => boolean {
  let [bytes, edits] = [editedBytesMax, editsMax]
  return (length) => {
    if (length > bytes || edits === 0) return false
    bytes -= length
    edits--
    return true
  }
}

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

/**
 * Reads a stored file in blocks, because a store takes as long for a few bytes as for many. Caches the latest
 * block.
 */
export function sourceOfStored(file: StoredFile): ByteSource {
  let block = { at: 0, bytes: Buffer.alloc(0) }
  let isFirst = true
  return {
    size: file.size,
    async read(at, length) {
      checkPlace(at, length)
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

/** Storage errors are not errors of the file. */
export function ignoreDamage(error: Error): undefined {
  const isOfStorage =
    'code' in error && !/^(ERR_OUT_OF_RANGE|ERR_BUFFER_OUT_OF_BOUNDS|Z_)/.test(String(error.code))
  if (isOfStorage) throw error
}
