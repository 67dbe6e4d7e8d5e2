import type { SvgElement } from '@atelier/svg/tree'
import { colorGlyph } from './color-glyphs.ts'
import { decorationsOf } from './decorations.ts'
import { boxOf, noInk, PathWriter } from './emit.ts'
import type { Paragraph } from './paragraph.ts'
import type { SetGlyph, SetLine } from './placed.ts'
import type { Box, GlyphRun, Matrix, RunGlyph } from './results.ts'
import { fillOf, type Paint } from './text-paint.ts'
import type { TextStyle } from './text-style.ts'

type Wanted = {
  lines: readonly { paragraph: Paragraph; line: SetLine }[]
  transform: Matrix
  /** Number of the first run. */
  firstRun: number
  writePaint(element: SvgElement, values: ReadonlyMap<string, string>): void
}

/** Glyphs of one font, size and paint on a line. */
type Run = { glyphs: SetGlyph[]; style: TextStyle }

/** Turns placed glyphs into elements: a `path` for each run. */
export function outlines({ lines, transform, firstRun, writePaint }: Wanted) {
  const elements: SvgElement[] = []
  const runs: GlyphRun[] = []
  const ink = noInk()
  const see = (writer: PathWriter) => {
    ink.left = Math.min(ink.left, writer.ink.left)
    ink.top = Math.min(ink.top, writer.ink.top)
    ink.right = Math.max(ink.right, writer.ink.right)
    ink.bottom = Math.max(ink.bottom, writer.ink.bottom)
  }
  const add = (writer: PathWriter, paint: Paint, run?: number) => {
    const d = writer.text()
    if (d === '') return
    see(writer)
    const path: SvgElement = { name: 'path', attributes: new Map(), children: [] }
    if (run !== undefined) path.attributes.set('data-run', String(run))
    path.attributes.set('d', d)
    writePaint(path, valuesOf(paint))
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
        const colored = glyph.instance.face.isColored ? colorGlyph(glyph, style.paint) : undefined
        if (colored) {
          elements.push(...colored.elements.map((element) => withRun(element, id)))
          see(colored.writer)
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
  return { elements, runs, ink: boxOf(ink) as Box | undefined }
}

function withRun(element: SvgElement, run: number): SvgElement {
  element.attributes.set('data-run', String(run))
  return element
}

/** The fill is always said, since outlines may stand where another fill is inherited. */
function valuesOf(paint: Paint): Map<string, string> {
  return new Map([['fill', fillOf(paint)], ...paint.values, ['fill-rule', 'nonzero']])
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
        text: glyphs[index - 1]?.cluster === glyph.cluster ? '' : textOf(paragraph, glyphs, glyph, end),
      }),
    ),
    isRightToLeft: (level & 1) === 1,
    transform,
    fill: fillOf(style.paint),
  }
}

/** From the first character that a glyph stands for to the one that the next glyph stands for. */
function textOf(
  { text, items }: Paragraph,
  glyphs: readonly SetGlyph[],
  { cluster }: SetGlyph,
  lineEnd: number,
): string {
  const item = items.find(({ start, end }) => start <= cluster && cluster < end)
  let end = Math.min(item?.end ?? text.length, lineEnd)
  for (const other of glyphs) if (other.cluster > cluster && other.cluster < end) end = other.cluster
  return text.slice(cluster, end)
}

/** Attributes that only a text has. */
const ofText = new Set(
  'x y dx dy rotate textLength lengthAdjust text-anchor dominant-baseline alignment-baseline baseline-shift letter-spacing word-spacing font font-family font-size font-size-adjust font-stretch font-style font-variant font-weight font-kerning font-feature-settings font-variation-settings text-decoration text-rendering writing-mode direction unicode-bidi white-space xml:space inline-size shape-inside shape-subtract line-height'.split(
    ' ',
  ),
)

/** Makes the text element the group of its outlines, so that what refers to it still does. */
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
  // A clip path has shapes as children, and no groups.
  text.name = 'path'
  text.children = []
  const paths = elements.map(({ attributes }) => attributes.get('d') ?? '')
  text.attributes.set('d', paths.join(''))
  text.attributes.set('clip-rule', 'nonzero')
}
