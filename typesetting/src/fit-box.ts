import type { Cascade } from '@atelier/svg/cascade'
import { localUrls } from '@atelier/svg/styles'
import { invert, type Matrix, transformBox } from '@atelier/svg/transforms'
import type { SvgElement } from '@atelier/svg/tree'
import type { Box, Fit } from './results.ts'
import { lengthOf, type TextStyle } from './text-style.ts'

/** Metrics of the designer's text, by which its replacement is fitted. */
export type Original = {
  x: number
  y: number
  width: number
  lines: number
  /** The distance between baselines. */
  pitch: number | undefined
  /** Whether the script needs more room between lines than Latin. */
  isTall: boolean
  /** Whether the text has characters of a right-to-left script. */
  isRightToLeft: boolean
  top: number
  bottom: number
}

export type FitBox = Box & {
  /** Whether the box was set explicitly, so that the text is aligned within it. */
  isOwn: boolean
}

const widthsOfOriginal = 2

/**
 * The box for fitting text, in user units. It comes from the variable, `shape-inside` or `inline-size`.
 * Otherwise, the text can be twice as wide as the designer's text, within the document.
 */
export function fitBox(
  text: SvgElement,
  style: TextStyle,
  original: Original,
  fit: Fit,
  {
    cascade,
    byId,
    transform,
    canvas,
  }: { cascade: Cascade; byId: ReadonlyMap<string, SvgElement>; transform: Matrix; canvas: Box },
): FitBox {
  if (fit.box) return { ...fit.box, isOwn: true }
  const shape = shapeInside(cascade.own(text, 'shape-inside'), byId)
  if (shape) return { ...shape, isOwn: true }
  const inline = cascade.own(text, 'inline-size')
  const width = inline === undefined ? Number.NaN : lengthOf(inline, style.size, Number.NaN)
  const page = pageIn(transform, canvas)
  const down = Math.max(style.size, page.y + page.height - original.top)
  if (width > 0)
    return {
      ...along(style.anchor, style.direction, original.x, width),
      y: original.top,
      height: down,
      isOwn: false,
    }
  const left = Math.max(0, original.x - page.x)
  const right = Math.max(0, page.x + page.width - original.x)
  const wanted = original.width * widthsOfOriginal
  const room =
    style.anchor === 'middle'
      ? 2 * Math.min(left, right)
      : (style.anchor === 'end') !== (style.direction === 'rtl')
        ? left
        : right
  // A text that starts outside the page keeps its width.
  const limit = room > 0 ? Math.min(wanted, room) : wanted
  return {
    ...along(style.anchor, style.direction, original.x, limit),
    y: original.top,
    height: down,
    isOwn: false,
  }
}

function along(anchor: string, direction: string, x: number, width: number) {
  if (anchor === 'middle') return { x: x - width / 2, width }
  return (anchor === 'end') !== (direction === 'rtl') ? { x: x - width, width } : { x, width }
}

/** The document's box in user units of the text. Unlimited for text with a singular matrix. */
function pageIn(transform: Matrix, canvas: Box): Box {
  const inverse = invert(transform)
  return inverse ? transformBox(inverse, canvas) : { x: -1e9, y: -1e9, width: 2e9, height: 2e9 }
}

/** Supports a rectangle, which Inkscape writes for text in a frame. */
function shapeInside(value: string | undefined, byId: ReadonlyMap<string, SvgElement>): Box | undefined {
  const [id] = value === undefined ? [] : localUrls(value)
  const shape = id === undefined ? undefined : byId.get(id)
  if (shape?.name !== 'rect') return undefined
  const [x, y, width, height] = ['x', 'y', 'width', 'height'].map(
    (name) => Number.parseFloat(shape.attributes.get(name) ?? '0') || 0,
  ) as [number, number, number, number]
  return width > 0 && height > 0 ? { x, y, width, height } : undefined
}
