import { type Face, openFace } from './font-face.ts'
import type { FontFile } from './font-file.ts'
import { FontError, facesIn, unpackFont } from './font-unpack.ts'
import { loadHyphenation } from './hyphenation.ts'
import { isInRanges, rangesOf, type ShippedFace, type ShippedFonts } from './shipped.ts'

export type FontProblem = { id?: string; message: string }

/** The fonts for typesetting: a company's fonts, then the shipped fonts. */
export type Fonts = {
  company: readonly Face[]
  shipped: ReadonlyMap<string, readonly ShippedSlice[]>
  problems: FontProblem[]
  /**
   * Opens the shipped files that the last texts needed, and returns the number of opened files. If it opened
   * any, typeset the texts again, because characters were missing. {@link withFonts} does both.
   * @param most maximum number of files to open. Characters in other files are missing.
   */
  load(most: number): Promise<number>
  /** Changes when files are closed. */
  generation: number
  /** The face of a slice, if it is open. Otherwise, the next {@link load} opens it. */
  faceOf(slice: ShippedSlice): Face | undefined
}

/** A part of a shipped family: some of its characters in one file. */
export type ShippedSlice = {
  family: string
  path: string
  weights: readonly [number, number]
  style: 'normal' | 'italic'
  has(codePoint: number): boolean
}

const filesMax = 200
/**
 * Maximum number of files opened for a document. Opening a file takes about 10 ms, and a long Chinese text needs a
 * hundred files.
 */
const filesOpenedMax = 120
/** Maximum number of open files, which use about 100 MB. */
const filesKeptMax = 240

/**
 * Opens a company's fonts. Damaged files are skipped and reported in `problems`.
 * @param shipped the fallback fonts. If omitted, there are none.
 */
export async function openFonts(files: readonly FontFile[], shipped?: ShippedFonts): Promise<Fonts> {
  const problems: FontProblem[] = []
  const company: Face[] = []
  for (const [index, file] of files.slice(0, filesMax).entries()) {
    try {
      company.push(...(await openFile(file, file.id ?? `company-${index}`)))
    } catch (error) {
      if (!(error instanceof FontError)) throw error
      problems.push({ ...(file.id !== undefined && { id: file.id }), message: error.message })
    }
  }
  const open = new Map<string, Face | null>()
  const wanted = new Set<string>()
  const fonts: Fonts = {
    company,
    shipped: shipped ? slicesOf(shipped) : new Map(),
    problems,
    faceOf({ path }) {
      const face = open.get(path)
      if (face === undefined) wanted.add(path)
      return face ?? undefined
    },
    generation: 0,
    async load(most) {
      const paths = [...wanted].slice(0, most)
      wanted.clear()
      if (open.size + paths.length > filesKeptMax) {
        open.clear()
        fonts.generation += 1
      }
      for (const path of paths) open.set(path, (await openShipped(shipped!, path)) ?? null)
      return paths.length
    },
  }
  return fonts
}

/**
 * Sets texts with `work`, and again after the shipped fonts and hyphenation patterns that they need were loaded.
 * @param work can be called several times, and must start from the same document each time.
 */
export async function withFonts<Result>(fonts: Fonts, work: () => Result): Promise<Result> {
  for (let left = filesOpenedMax; ; ) {
    const result = work()
    const [opened, languages] = await Promise.all([fonts.load(left), loadHyphenation()])
    if (opened === 0 && languages === 0) return result
    left -= opened
  }
}

async function openFile(file: FontFile, key: string): Promise<Face[]> {
  const bytes = await unpackFont(file.bytes)
  const { source, id, family, weight, style } = file
  const origin = {
    key,
    source,
    ...(id !== undefined && { id }),
    // The names in a kit apply to one face.
    ...(facesIn(bytes) === 1 && {
      ...(family !== undefined && { family }),
      ...(weight !== undefined && { weight }),
      ...(style !== undefined && { style }),
    }),
  }
  return Array.from({ length: facesIn(bytes) }, (_, index) => openFace(bytes, index, origin))
}

/** An unreadable shipped font is skipped, because another font may have the characters. */
async function openShipped(shipped: ShippedFonts, path: string): Promise<Face | undefined> {
  const bytes = await shipped.read(path)
  return openFace(await unpackFont(bytes), 0, { key: path, source: 'shipped' })
}

/** Caches slices by the families, which never change. */
const slicesBefore = new WeakMap<ShippedFonts['families'], Map<string, ShippedSlice[]>>()

function slicesOf({ families }: ShippedFonts): Map<string, ShippedSlice[]> {
  const before = slicesBefore.get(families)
  if (before) return before
  const slices = new Map(
    families.map(({ family, faces }) => [family, faces.map((face) => sliceOf(family, face))]),
  )
  slicesBefore.set(families, slices)
  return slices
}

function sliceOf(family: string, [path, least, most, style, text]: ShippedFace): ShippedSlice {
  let ranges: Uint32Array | undefined
  return {
    family,
    path,
    weights: [least, most],
    style: style === 'italic' ? 'italic' : 'normal',
    has(codePoint) {
      ranges ??= rangesOf(text)
      return isInRanges(ranges, codePoint)
    },
  }
}
