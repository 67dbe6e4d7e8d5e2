import { createHash } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { documentSize } from '@atelier/svg/document-size'
import { descendants, type Removed, type SvgElement } from '@atelier/svg/tree'
import { writeSvg } from '@atelier/svg/write'
import { parseId, type Uuid } from '../ids.ts'
import { withArticle } from '../storage/file-formats.ts'
import { drawingBudget, withinBudget } from './budget.ts'
import { DecodeError } from './decode-error.ts'
import { identify } from './identify.ts'
import { boxWithin } from './layout.ts'
import { svgBytesMax } from './limits.ts'
import { withOutlines } from './outline-text.ts'
import { readSafely } from './svg.ts'
import { convertEmbedded } from './svg-convert.ts'
import { NotSvgError, UnsafeSvgError } from './svg-errors.ts'
import { scalableSvg } from './svg-scale.ts'
import { readVariables, type SvgVariable } from './svg-variables.ts'

export type DocumentFacts = {
  /** The path of the sanitized document, beside the original. */
  path: string
  /** Bytes. */
  size: number
  /** SHA-256 in hex. */
  checksum: string
  width: number
  height: number
  /** The unit of width and height. */
  unit: 'px' | 'mm' | 'in'
  pageCount: number
  variables: SvgVariable[]
  /** IDs of library assets that the document references in `data-asset`, existing or not. */
  assetIds: Uuid[]
  removed: Removed[]
}

const assetsMax = 1_000

/**
 * Sanitizes the SVG at `path`, reads its facts, and draws it once. A document that cannot be drawn is
 * rejected. Runs in a separate process (decoder.ts).
 * @returns the facts, or the reason for the rejection, as a sentence for the sender.
 */
export async function readDocument(path: string): Promise<DocumentFacts | { refusal: string }> {
  try {
    return await factsOf(path)
  } catch (error) {
    if (error instanceof NotSvgError) return { refusal: (await otherFormat(path)) ?? error.message }
    if (error instanceof UnsafeSvgError) return { refusal: error.message }
    throw error
  }
}

/** Formats of design tools that can save a document as SVG. */
const exporters: Record<string, string> = {
  ai: ' In Illustrator, choose File > Export > Export As, and the format SVG.',
  eps: ' In Illustrator, choose File > Export > Export As, and the format SVG.',
  sketch: ' In Sketch, make the artboard exportable as SVG, and export it.',
  fig: ' In Figma, select the frame and export it as SVG.',
}

/**
 * The error for a file that is not an SVG. Undefined for text files, because the line number of the parser
 * error is more useful.
 */
async function otherFormat(path: string): Promise<string | undefined> {
  const { label, mimeType, extensions } = await identify(path)
  if (mimeType === 'image/svg+xml' || mimeType === 'application/octet-stream') return undefined
  if (['xml', 'txt', 'json'].includes(extensions[0])) return undefined
  return `The document must be an SVG. This file is ${withArticle(label)}.${exporters[extensions[0]] ?? ''}`
}

async function factsOf(path: string): Promise<DocumentFacts> {
  // The size is checked first, because the file is read into memory.
  if ((await stat(path)).size > svgBytesMax)
    throw new UnsafeSvgError(`An SVG must not be larger than ${svgBytesMax / 1024 ** 2} MB.`)
  const { root, pageCount, removed } = readSafely(await readFile(path))
  const size = sizeInUnit(root)
  const variables = readVariables(root)
  const assetIds = assetsIn(root)
  await convertEmbedded(root)
  const svg = Buffer.from(writeSvg(root))
  const cleanPath = `${path}.svg`
  await writeFile(cleanPath, svg, { mode: 0o600 })
  const outlined = await withOutlines(svg)
  const budget = drawingBudget(svg.length, trialSide ** 2, process.memoryUsage.rss())
  await withinBudget(budget, () => assertDrawn(outlined))
  const checksum = createHash('sha256').update(svg).digest('hex')
  return { path: cleanPath, size: svg.length, checksum, ...size, pageCount, variables, assetIds, removed }
}

function sizeInUnit(root: SvgElement) {
  const size = documentSize(root)
  if (!size) throw new NotSvgError('The document must have a width and a height, or a viewBox.')
  return size
}

function assetsIn(root: SvgElement): Uuid[] {
  const ids = new Set<Uuid>()
  for (const { attributes } of descendants(root)) {
    const id = parseId('asset', attributes.get('data-asset') ?? '')
    if (id !== undefined) ids.add(id)
    if (ids.size > assetsMax)
      throw new UnsafeSvgError(`An SVG must not refer to more than ${assetsMax} assets.`)
  }
  return [...ids]
}

/** Side of the trial rendering that shows whether the document can be drawn. */
const trialSide = 64

async function assertDrawn(svg: Buffer) {
  const drawing = await scalableSvg(svg)
  await drawing
    .at(boxWithin(drawing, trialSide))
    .raw()
    .toBuffer()
    .catch(() => {
      throw new DecodeError('damaged')
    })
}
