import type { SvgElement } from '@atelier/svg/tree'
import type { GlyphRun, RunFont, RunGlyph } from '@atelier/typesetting'
import { nums, type PdfFile, type Ref } from './file.ts'
import { embedFont, mayEmbed } from './fonts.ts'
import type { Stream } from './stream.ts'

export type RunWriter = {
  /** Operators that show a run of text instead of its outlines. Undefined if the run needs its outlines. */
  operators(stream: Stream, element: SvgElement): string | undefined
}

type Font = { ref: Ref; font: RunFont; glyphs: Map<number, string> }

/** The fonts of all pages. Each font is embedded once, with the used glyphs. */
export type EmbeddedFonts = {
  writerOf(root: Iterable<SvgElement>, runs: readonly GlyphRun[]): RunWriter
  finish(): Promise<void>
}

export function newEmbeddedFonts(file: PdfFile): EmbeddedFonts {
  const fonts = new Map<string, Font>()

  function fontOf(font: RunFont): Font {
    const known = fonts.get(font.key) ?? { ref: file.reserve(), font, glyphs: new Map() }
    fonts.set(font.key, known)
    return known
  }

  return {
    writerOf(elements, runs) {
      const byId = new Map(runs.map((run) => [String(run.id), run]))
      const counts = new Map<string, number>()
      for (const { attributes } of elements) {
        const id = attributes.get('data-run')
        if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1)
      }
      return {
        operators(stream, element) {
          const id = element.attributes.get('data-run') ?? ''
          const run = byId.get(id)
          // Colored glyphs have several outlines.
          if (!run || counts.get(id) !== 1 || run.glyphs.length === 0 || !mayEmbed(run.font)) return undefined
          const font = fontOf(run.font)
          return `BT\n/${stream.use('Font', font.ref)} 1 Tf\n${shown(run, font)}\nET`
        },
      }
    },
    async finish() {
      for (const { ref, font, glyphs } of fonts.values()) await embedFont(file, ref, font, glyphs)
    },
  }
}

/** Glyphs that together represent some characters. */
type Cluster = { text: string; glyphs: RunGlyph[] }

/**
 * Orders clusters from left to right, as all programs write them. Readers reorder right-to-left text
 * themselves.
 */
function clustersOf({ glyphs }: GlyphRun): Cluster[] {
  const clusters: Cluster[] = []
  for (const glyph of glyphs) {
    const last = clusters.at(-1)
    if (glyph.text !== '' || !last) clusters.push({ text: glyph.text, glyphs: [glyph] })
    else last.glyphs.push(glyph)
  }
  return clusters
}

function shown(run: GlyphRun, { glyphs }: Font): string {
  return clustersOf(run)
    .map((cluster) => {
      // A combining mark has no width. A reader that measured the cluster by the mark would see gaps between letters.
      const spacing = cluster.glyphs.filter(({ advance }) => advance !== 0)
      const marks = spacing.length > 0 ? cluster.glyphs.filter(({ advance }) => advance === 0) : []
      const letters = spacing.length > 0 ? spacing : cluster.glyphs
      const [first] = letters
      // The first text of a glyph is its default. Any other text is marked where it occurs.
      if (letters.length === 1 && !glyphs.has(first!.id)) glyphs.set(first!.id, cluster.text)
      for (const { id } of cluster.glyphs) if (!glyphs.has(id)) glyphs.set(id, '')
      const isKnown = letters.length === 1 && glyphs.get(first!.id) === cluster.text
      const parts = [isKnown ? operators(run, letters) : span(cluster.text, operators(run, letters))]
      if (marks.length > 0) parts.push(span('', operators(run, marks)))
      return parts.join('\n')
    })
    .join('\n')
}

const operators = (run: GlyphRun, glyphs: RunGlyph[]) =>
  glyphs.map((glyph) => `${placeOf(run, glyph)} Tm <${hex(glyph.id)}> Tj`).join('\n')

/** The text that is copied instead of the glyphs (ISO 32000-2 §14.9.4). */
const span = (text: string, operators: string) =>
  `/Span<</ActualText<feff${utf16(text)}>>>BDC\n${operators}\nEMC`

/** The position of a glyph. In user space, y points down; in glyph space, it points up. */
function placeOf({ size }: GlyphRun, { x, y, rotation }: RunGlyph): string {
  const turn = (rotation * Math.PI) / 180
  const [cos, sin] = [Math.cos(turn) * size, Math.sin(turn) * size]
  return nums([cos, sin, sin, -cos, x, y])
}

const hex = (glyph: number) => glyph.toString(16).padStart(4, '0')
const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex')
