import type { SvgElement } from '@atelier/svg/tree'
import { type BoxPaints, boxPaints } from './box-paints.ts'
import { colorGlyph } from './color-glyphs.ts'
import { decorationsOf } from './decorations.ts'
import { boxOf, type Ink, noInk, PathWriter } from './emit.ts'
import type { Paragraph } from './paragraph.ts'
import type { SetGlyph, SetLine } from './placed.ts'
import type { Box, GlyphRun, Matrix, RunGlyph } from './results.ts'
import { fillOf, type Paint } from './text-paint.ts'
import type { TextStyle } from './text-style.ts'

type Wanted = {
  lines: readonly { paragraph: Paragraph; line: SetLine }[]
  byId: ReadonlyMap<string, SvgElement>
  transform: Matrix
  firstRun: number
  /** Whether a filter, mask or clip path on the text or its ancestors depends on the size of the text. */
  wantsCells: boolean
  /** IDs of gradients of colored glyphs that the document already has. */
  defined: Set<string>
  writePaint(element: SvgElement, values: ReadonlyMap<string, string>): void
}

type Run = { glyphs: SetGlyph[]; style: TextStyle }

/** Converts positioned glyphs to elements, one `path` per run. */
export function outlines({ byId, lines, transform, firstRun, wantsCells, defined, writePaint }: Wanted) {
  const elements: SvgElement[] = []
  const runs: GlyphRun[] = []
  const ink = noInk()
  const paints = boxPaints(byId, cellsOf(lines), `text-${firstRun}`)
  const see = (other: Ink) => {
    ink.left = Math.min(ink.left, other.left)
    ink.top = Math.min(ink.top, other.top)
    ink.right = Math.max(ink.right, other.right)
    ink.bottom = Math.max(ink.bottom, other.bottom)
  }
  const add = (writer: PathWriter, paint: Paint, run?: number) => {
    const d = writer.text()
    if (d === '') return
    see(writer.ink)
    const path: SvgElement = { name: 'path', attributes: new Map(), children: [] }
    if (run !== undefined) path.attributes.set('data-run', String(run))
    path.attributes.set('d', d)
    writePaint(path, valuesOf(paint, paints))
    elements.push(path)
  }
  for (const {
    paragraph,
    line: { glyphs, end },
  } of lines) {
    const those = runsIn(paragraph, glyphs)
    const lowered = decorationsOf(paragraph, glyphs)
    for (const { box, paint } of lowered.filter(({ line }) => line !== 'line-through')) {
      const writer = new PathWriter(box.height * 10)
      writer.rectangle(box)
      add(writer, paint)
    }
    for (const { glyphs, style } of those) {
      const id = firstRun + runs.length
      runs.push(glyphRun(paragraph, glyphs, { end, style, transform, id }))
      if (style.isHidden) continue
      const writer = new PathWriter(glyphs[0]!.size)
      for (const glyph of glyphs) {
        const colored = glyph.instance.face.isColored ? colorGlyph(glyph, style.paint, defined) : undefined
        if (colored) {
          colored.element.attributes.set('data-run', String(id))
          elements.push(colored.element)
          see(colored.ink)
        } else writer.glyph(glyph)
      }
      add(writer, style.paint, id)
    }
    for (const { box, paint } of lowered.filter(({ line }) => line === 'line-through')) {
      const writer = new PathWriter(box.height * 10)
      writer.rectangle(box)
      add(writer, paint)
    }
  }
  const cells = wantsCells ? cellsOf(lines) : undefined
  if (cells) elements.unshift(frameOf(cells))
  if (paints.defs.length > 0) elements.unshift({ name: 'defs', attributes: new Map(), children: paints.defs })
  return { elements, runs, ink: boxOf(ink) as Box | undefined }
}

/** The fill is always set, because outlines may inherit another fill. */
function valuesOf(paint: Paint, { replaced }: BoxPaints): Map<string, string> {
  const values = new Map([['fill', fillOf(paint)], ...paint.values, ['fill-rule', 'nonzero']])
  for (const name of ['fill', 'stroke']) {
    const value = values.get(name)
    if (value !== undefined) values.set(name, replaced(value))
  }
  return values
}

/**
 * An invisible rectangle that extends the group's bounding box to the bounding box of the text. Filters and
 * masks then have the same size as in a browser.
 */
function frameOf(box: Box): SvgElement {
  const writer = new PathWriter(box.height)
  writer.rectangle(box)
  const attributes = new Map([
    ['d', writer.text()],
    ['style', 'fill:none;stroke:none'],
  ])
  return { name: 'path', attributes, children: [] }
}

/** The bounding box of a text element as SVG defines it: glyph cells with their full height, visible or not. */
function cellsOf(lines: Wanted['lines']): Box | undefined {
  const cells = noInk()
  for (const { line } of lines) {
    for (const { x, y, advance, size, instance } of line.glyphs) {
      cells.left = Math.min(cells.left, x)
      cells.right = Math.max(cells.right, x + advance)
      cells.top = Math.min(cells.top, y - instance.ascent * size)
      cells.bottom = Math.max(cells.bottom, y + instance.descent * size)
    }
  }
  return boxOf(cells)
}

function runsIn({ spans }: Paragraph, glyphs: readonly SetGlyph[]): Run[] {
  const runs: Run[] = []
  for (const glyph of glyphs) {
    const { style } = spans[glyph.span]!
    const last = runs.at(-1)
    const before = last?.glyphs[0]
    if (
      last &&
      before!.instance === glyph.instance &&
      before!.size === glyph.size &&
      before!.level === glyph.level &&
      last.style.paint === style.paint &&
      last.style.isHidden === style.isHidden
    )
      last.glyphs.push(glyph)
    else runs.push({ glyphs: [glyph], style })
  }
  return runs
}

function glyphRun(
  paragraph: Paragraph,
  glyphs: readonly SetGlyph[],
  { end, style, transform, id }: { end: number; style: TextStyle; transform: Matrix; id: number },
): GlyphRun {
  const [{ instance, size, level }] = glyphs as [SetGlyph]
  const textAt = textReader(paragraph, glyphs, end)
  return {
    id,
    font: instance.run,
    size,
    glyphs: glyphs.map(
      (glyph, index): RunGlyph => ({
        id: glyph.id,
        x: glyph.x,
        y: glyph.y,
        rotation: (glyph.rotation * 180) / Math.PI,
        advance: glyph.advance,
        text: glyphs[index - 1]?.cluster === glyph.cluster ? '' : textAt(glyph.cluster),
      }),
    ),
    isRightToLeft: (level & 1) === 1,
    transform,
    fill: fillOf(style.paint),
  }
}

/** Reads the text of a glyph, from its first character to the first character of the next glyph. */
function textReader(
  { written, items }: Paragraph,
  glyphs: readonly SetGlyph[],
  lineEnd: number,
): (cluster: number) => string {
  const starts = [...new Set(glyphs.map(({ cluster }) => cluster))].sort((one, other) => one - other)
  const places = new Map(starts.map((start, index) => [start, index]))
  return (cluster) => {
    const item = items.find(({ start, end }) => start <= cluster && cluster < end)
    const next = starts[places.get(cluster)! + 1] ?? lineEnd
    return written.slice(cluster, Math.min(next, item?.end ?? lineEnd, lineEnd))
  }
}

const ofText = new Set(
  'x y dx dy rotate textLength lengthAdjust text-anchor dominant-baseline alignment-baseline baseline-shift letter-spacing word-spacing font font-family font-size font-size-adjust font-stretch font-style font-variant font-weight font-kerning font-feature-settings font-variation-settings text-decoration text-rendering writing-mode direction unicode-bidi white-space xml:space inline-size shape-inside shape-subtract line-height'.split(
    ' ',
  ),
)

/** Turns the text element into the group of its outlines, so that references to it stay valid. */
export function replaceByOutlines(
  text: SvgElement,
  elements: SvgElement[],
  parent: SvgElement | undefined,
): void {
  for (const name of ofText) text.attributes.delete(name)
  if (parent?.name !== 'clipPath') {
    text.name = 'g'
    text.children = elements
    return
  }
  // A clip path contains shapes, not groups.
  text.name = 'path'
  text.children = []
  const paths = elements
    .filter(({ name }) => name === 'path')
    .map(({ attributes }) => attributes.get('d') ?? '')
  text.attributes.set('d', paths.join(''))
  text.attributes.set('clip-rule', 'nonzero')
}
