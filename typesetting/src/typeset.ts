import { type Cascade, readCascade } from '@atelier/svg/cascade'
import type { SvgIndex } from '@atelier/svg/document-index'
import { canvasOf } from '@atelier/svg/geometry'
import { pageAt, pagesOf } from '@atelier/svg/pages'
import { viewBoxOf } from '@atelier/svg/size'
import { type Matrix, matrixToRoot, transformBox, transformPoint } from '@atelier/svg/transforms'
import { descendants, type SvgElement } from '@atelier/svg/tree'
import { paintWriter } from './emit.ts'
import { findingsOf, fitFindings, unique } from './findings.ts'
import { fitBlocks } from './fit.ts'
import { fitBox } from './fit-box.ts'
import type { Fonts } from './fonts.ts'
import { layoutPlain, type PlainLayout } from './layout-plain.ts'
import { markedBlocks, plainBlocks } from './markup.ts'
import { originalOf } from './original.ts'
import { outlines, replaceByOutlines } from './outlines.ts'
import { type Paragraph, prepare } from './paragraph.ts'
import type { SetLine } from './placed.ts'
import type { Box, Finding, FittedText, TextLayout, Typeset } from './results.ts'
import { contentOf, type TextContent, textLengthMax } from './text-content.ts'
import { stretchesOf } from './text-length.ts'
import { tracksOf } from './text-path.ts'
import { type StyleReader, styleReader } from './text-style.ts'

export type TypesetOptions = {
  /** The default language of the document (BCP 47). */
  language?: string
  /** The options of a text element that a variable fills. Undefined for all other texts. */
  fitOf?(text: SvgElement): FittedText | undefined
}

type Context = {
  fonts: Fonts
  cascade: Cascade
  byId: ReadonlyMap<string, SvgElement>
  styleOf: StyleReader
  canvas: Box
  /** The page that contains a point of the document. */
  pageAt(x: number, y: number): Box
}

/** Glyphs have positions but no outlines yet. */
type Laid = {
  /** A marker is the bullet of a line, and not a line of its own. */
  lines: { paragraph: Paragraph; line: SetLine; isMarker?: boolean }[]
  paragraphs: readonly Paragraph[]
  findings: Finding[]
  omitted: number
  box?: Box
  fontSize: number
}

/**
 * Replaces every `text` element in `root` with outlines, in place. A `text` becomes a `g` with its ID, class,
 * transform and effects, or a `path` within a `clipPath`.
 *
 * Call this within `withFonts`, because shipped fonts that are needed for the first time are opened in
 * between.
 */
export function typeset(
  root: SvgElement,
  { parents, byId }: Pick<SvgIndex, 'parents' | 'byId'>,
  fonts: Fonts,
  { language = '', fitOf }: TypesetOptions = {},
): Typeset {
  const cascade = readCascade(root, parents)
  const styleOf = styleReader(cascade, parents, language)
  const canvas = { x: 0, y: 0, ...canvasOf(root), ...viewBoxOf(root) }
  const pages = pagesOf(root)
  const context: Context = {
    ...{ fonts, cascade, byId, styleOf, canvas },
    pageAt: (x, y) => pageAt(root, pages, x, y),
  }
  const writePaint = paintWriter(cascade)
  const defined = new Set<string>()
  const result: Typeset = { findings: [], layout: [], glyphRuns: [] }
  for (const text of [...descendants(root)].filter(({ name }) => name === 'text')) {
    const fitted = fitOf?.(text)
    const transform = matrixToRoot(parents, text, (element) => cascade.own(element, 'transform'))
    const laid = fitted ? layoutFitted(text, fitted, transform, context) : layoutFixed(text, context)
    const set = outlines({
      byId,
      lines: laid.lines,
      transform,
      firstRun: result.glyphRuns.length,
      wantsCells: parents.get(text)?.name !== 'clipPath' && hasBoxedEffect(text, cascade, parents),
      defined,
      writePaint,
    })
    result.glyphRuns.push(...set.runs)
    const layout = layoutOf(laid, set.ink, transform)
    if (layout) result.layout.push({ ...(fitted && { variable: fitted.key }), ...layout })
    result.findings.push(...laid.findings, ...findingsOf(laid.paragraphs, laid, fitted?.key))
    keepEffects(text, cascade)
    replaceByOutlines(text, set.elements, parents.get(text))
  }
  result.findings = unique(result.findings)
  return result
}

const boxedEffects = ['filter', 'mask', 'clip-path']

function hasBoxedEffect(text: SvgElement, cascade: Cascade, parents: SvgIndex['parents']): boolean {
  for (let at: SvgElement | undefined = text; at; at = parents.get(at)) {
    const element = at
    const has = (property: string) => (cascade.own(element, property) ?? 'none') !== 'none'
    if (boxedEffects.some(has)) return true
  }
  return false
}

const ownEffects = [...boxedEffects, 'opacity', 'display', 'mix-blend-mode', 'isolation', 'transform']

/** Rules for text elements no longer match once they are groups. */
function keepEffects(text: SvgElement, cascade: Cascade): void {
  if (!cascade.concerns('text')) return
  const style = text.attributes.get('style')
  const kept = ownEffects.flatMap((property) => {
    const value = cascade.own(text, property)
    return value === undefined || value === text.attributes.get(property) ? [] : [`${property}:${value}`]
  })
  if (kept.length > 0) text.attributes.set('style', [style, ...kept].filter(Boolean).join(';'))
}

function layoutOf(
  { box, fontSize, lines }: Laid,
  ink: Box | undefined,
  transform: Matrix,
): TextLayout | undefined {
  const inDocument = (one: Box) => transformBox(transform, one)
  if (!ink)
    return (
      box && { box: inDocument(box), ink: inDocument({ ...box, width: 0, height: 0 }), fontSize, lines: 0 }
    )
  return {
    box: inDocument(box ?? ink),
    ink: inDocument(ink),
    fontSize,
    lines: lines.filter(({ isMarker }) => !isMarker).length,
  }
}

function layoutFixed(text: SvgElement, context: Context): Laid {
  const { fonts, styleOf, canvas } = context
  const content = contentOf(text, styleOf, canvas)
  const paragraph = prepareContent(content, fonts)
  return {
    lines: layoutPlain(paragraph, plainOf(content, context)).map((line) => ({ paragraph, line })),
    paragraphs: [paragraph],
    findings: [],
    omitted: content.omitted,
    fontSize: content.spans[0]?.style.size ?? 0,
  }
}

function plainOf({ positions, extents }: TextContent, { byId, styleOf }: Context): PlainLayout {
  const sizeOf = (element: SvgElement) => styleOf(element).size
  return { positions, tracks: tracksOf(extents, byId, sizeOf), stretches: stretchesOf(extents, sizeOf) }
}

const prepareContent = ({ text, spans }: TextContent, fonts: Fonts) =>
  prepare(text, spans, fonts, spans[0]?.style.direction ?? 'ltr')

function layoutFitted(text: SvgElement, fitted: FittedText, transform: Matrix, context: Context): Laid {
  const { fonts, styleOf, canvas } = context
  const content = contentOf(text, styleOf, canvas)
  const { style, element } = content.spans.find(
    ({ start, end }) => content.text.slice(start, end).trim() !== '',
  ) ??
    content.spans[0] ?? { style: styleOf(text), element: text }
  const original = originalOf(content, prepareContent(content, fonts), fitted.original, style, fonts)
  const page = context.pageAt(...transformPoint(transform, original.x, original.y))
  const box = fitBox(text, style, original, fitted.fit, { ...context, canvas: page, transform })
  const value = (fitted.text ?? content.text).replace(/\r\n?/g, '\n').toWellFormed()
  const kept = value.slice(0, textLengthMax).toWellFormed()
  const blocks =
    fitted.text === undefined
      ? [{ text: content.text, spans: content.spans, indent: 0, gap: 0 }]
      : fitted.fit.markup
        ? markedBlocks(kept, style, element)
        : plainBlocks(kept, style, element)
  const set = fitBlocks(blocks, style, fonts, fitted.fit, box, original)
  return {
    lines: set.lines,
    paragraphs: set.paragraphs,
    findings: fitFindings(fitted.key, set, { fontSize: style.size, lines: original.lines }),
    omitted: value.length - kept.length,
    box: { x: box.x, y: box.y, width: box.width, height: box.height },
    fontSize: set.fontSize,
  }
}
