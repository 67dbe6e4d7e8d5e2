import type { ByteSource } from '../../images/byte-source.ts'
import { editBudget, type Part } from '../parts.ts'

export type Patch = { at: number; bytes: Buffer }

/**
 * Returns a copy of a block without its location, with the same length. Undefined if the block has no
 * location.
 */
export type Edit = (block: Buffer) => Buffer | undefined

/**
 * Maximum number of edited blocks and overwritten ranges per file. A hostile file may reference the same
 * large block thousands of times.
 */
const blocksMax = 20_000
const patchesMax = 20_000

const zeros = Buffer.alloc(64 * 1024)

/** Edits a block at an offset of the file. */
export type EditAt = (at: number, length: number, edit: Edit) => Promise<void>

/**
 * Collects the patches of a file. A block that is damaged or too large to edit is overwritten with zeros,
 * because it could contain a location. Beyond the limits per file, blocks are not edited.
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

/** The patched file as parts. If patches overlap, the first patch wins. */
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

/** Edits blocks of a part of the file; their offsets are relative to the start of that part. */
export const editWithin =
  (edit: EditAt, start: number): EditAt =>
  (at, length, change) =>
    edit(start + at, length, change)

export const wiped: Edit = (block) =>
  block.every((byte) => byte === 0) ? undefined : Buffer.alloc(block.length)
