import type { ByteSource } from '../../images/byte-source.ts'
import { editBudget, type Part } from '../parts.ts'

/** Bytes that take the place of others. */
export type Patch = { at: number; bytes: Buffer }

/** A copy of a block of the same length that states no location. Undefined if the block states none. */
export type Edit = (block: Buffer) => Buffer | undefined

/**
 * Blocks of a file that are edited, and places that are overwritten. A hostile file states the same large block many
 * thousand times.
 */
const blocksMax = 20_000
const patchesMax = 20_000

const zeros = Buffer.alloc(64 * 1024)

/** Edits a block of the file at a place. */
export type EditAt = (at: number, length: number, edit: Edit) => Promise<void>

/**
 * Collects the patches of a file. A block that is too large to be edited, or damaged, is overwritten with zeros: it could
 * state a location. What is found behind the limits of a file is not edited.
 */
export function editorOf(source: ByteSource): { patches: Patch[]; edit: EditAt } {
  const mayEdit = editBudget()
  const patches: Patch[] = []
  let blocks = 0
  function blankAt(at: number, length: number) {
    for (let done = 0; done < length; done += zeros.length) {
      if (patches.length >= patchesMax) throw new RangeError('A file states too much metadata.')
      patches.push({ at: at + done, bytes: zeros.subarray(0, Math.min(zeros.length, length - done)) })
    }
  }
  return {
    patches,
    async edit(at, stated, edit) {
      if (++blocks > blocksMax) throw new RangeError('A file states too many blocks of metadata.')
      const length = Math.max(0, Math.min(stated, source.size - at))
      if (!mayEdit(length)) return blankAt(at, length)
      const block = Buffer.from(await source.read(at, length))
      try {
        const bytes = edit(block)
        if (bytes) patches.push({ at, bytes })
      } catch {
        blankAt(at, length)
      }
    },
  }
}

/** The file with its patches, as parts. Of patches that overlap, the first one counts. */
export function patched(size: number, patches: readonly Patch[]): Part[] {
  const parts: Part[] = []
  let done = 0
  for (const { at, bytes } of patches.toSorted((a, b) => a.at - b.at)) {
    const end = Math.min(size, at + bytes.length)
    if (end <= done) continue
    const from = Math.max(at, done)
    parts.push({ from: done, to: from }, bytes.subarray(from - at, end - at))
    done = end
  }
  return [...parts, { from: done, to: size }]
}
