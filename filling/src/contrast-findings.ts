import { hexOf } from '@atelier/svg/colors'
import { localUrls } from '@atelier/svg/styles'
import { type Matrix, type Rectangle, transformPoint } from '@atelier/svg/transforms'
import { descendants, type SvgElement } from '@atelier/svg/tree'
import type { GlyphRun } from '@atelier/typesetting'
import { contrastRatio, hexOfRgb, over, type Rgb } from './contrast.ts'
import { type Editing, inherited } from './editing.ts'
import type { FillingFinding } from './findings.ts'
import type { Point } from './outline.ts'
import { type Behind, colorAt, colorOfPaint } from './scene.ts'

/** Minimum contrast (WCAG 2.2, 1.4.3). */
const ratioMin = 4.5
const largeRatioMin = 3
/** The size from which text is large: 18 points, in CSS pixels. */
const largeSize = 24
/** Maximum number of texts that are checked. */
const textsMax = 200
/** Maximum number of points that are checked per text. */
const samplesMax = 40
/** The share of text that can have low contrast, such as one letter at the edge of a shape. */
const toleratedShare = 0.1

type Sample = { ratio: number; foreground: Rgb; background: Rgb }

/**
 * Finds texts with too little contrast to their actual background. Returns one finding per text, with the
 * color and background at its worst place.
 * @param texts the elements that were texts before typesetting.
 * @param pixelsPerUnit CSS pixels per user unit of the document.
 */
export function contrastFindings(
  editing: Editing,
  texts: readonly { element: SvgElement; variable: string | undefined }[],
  runs: readonly GlyphRun[],
  behind: Behind,
  pixelsPerUnit: number,
): FillingFinding[] {
  const byId = new Map(runs.map((run) => [String(run.id), run]))
  return texts.slice(0, textsMax).flatMap(({ element, variable }) => {
    const parts = [...descendants(element)].flatMap((part) => {
      const run = byId.get(part.attributes.get('data-run') ?? '')
      return run ? [{ part, run }] : []
    })
    const order = behind.scene.orderOf.get(element)
    if (parts.length === 0 || order === undefined || isHidden(editing, element)) return []
    const each = Math.max(1, Math.floor(samplesMax / parts.length))
    const samples = parts
      .slice(0, samplesMax)
      .flatMap(({ part, run }) => samplesOf(editing, part, run, behind, order, each))
    const worst = worstOf(samples)
    const size =
      Math.max(...parts.map(({ run }) => run.size * Math.sqrt(areaOf(run.transform)))) * pixelsPerUnit
    const needed = size >= largeSize ? largeRatioMin : ratioMin
    if (!worst || worst.ratio >= needed) return []
    const ratio = Math.floor(worst.ratio * 100) / 100
    const [foreground, background] = [hexOfRgb(worst.foreground), hexOfRgb(worst.background)]
    return [
      {
        type: 'contrast_low',
        ...(variable !== undefined && { variable }),
        message: `The text is hard to read: ${foreground} on ${background} has a contrast of ${ratio}, and ${needed} is needed.`,
        data: { ratio, required: needed, foreground, background },
      },
    ]
  })
}

const isHidden = (editing: Editing, element: SvgElement) =>
  inherited(editing, element, 'visibility') === 'hidden'

const areaOf = ([a, b, c, d]: Matrix) => Math.abs(a * d - b * c)

/** The contrast that 90 % of the text exceed. */
function worstOf(samples: Sample[]): Sample | undefined {
  const sorted = samples.toSorted((one, other) => one.ratio - other.ratio)
  return sorted[Math.floor(sorted.length * toleratedShare)]
}

function samplesOf(
  editing: Editing,
  part: SvgElement,
  run: GlyphRun,
  behind: Behind,
  order: number,
  count: number,
): Sample[] {
  const glyphs = run.glyphs.filter(({ text, advance }) => text.trim() !== '' && advance > 0)
  const step = Math.max(1, Math.ceil(glyphs.length / count))
  const box = boxOf(run)
  const alpha = opacityOf(editing, part)
  return glyphs.flatMap((glyph, at) => {
    if (at % step !== 0) return []
    // Roughly the middle of a small letter.
    const local: Point = [glyph.x + glyph.advance / 2, glyph.y - run.size * 0.3]
    const color = paintAt(editing, run.fill, local, box)
    const background = colorAt(behind, transformPoint(run.transform, ...local), order)
    if (!color || !background) return []
    const foreground = over(color, color.alpha * alpha, background)
    return [{ ratio: contrastRatio(foreground, background), foreground, background }]
  })
}

function boxOf({ glyphs, size }: GlyphRun): Rectangle {
  const xs = glyphs.flatMap(({ x, advance }) => [x, x + advance])
  const ys = glyphs.flatMap(({ y }) => [y - size * 0.8, y + size * 0.2])
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x || 1, height: Math.max(...ys) - y || 1 }
}

function paintAt(editing: Editing, fill: string, local: Point, box: Rectangle) {
  const [id] = localUrls(fill)
  if (id !== undefined) return colorOfPaint(editing, { id }, local, box)
  const color = fill === 'none' ? null : hexOf(fill)
  return color === null ? undefined : colorOfPaint(editing, { color }, local, box)
}

function opacityOf(editing: Editing, part: SvgElement): number {
  let alpha = Number.parseFloat(inherited(editing, part, 'fill-opacity') ?? '1')
  if (!Number.isFinite(alpha)) alpha = 1
  for (let at: SvgElement | undefined = part; at; at = editing.parents.get(at)) {
    const own = Number.parseFloat(editing.cascade.own(at, 'opacity') ?? '1')
    if (Number.isFinite(own)) alpha *= own
  }
  return alpha
}
