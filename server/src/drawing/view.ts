import { sizeOf, viewBoxOf } from '@atelier/svg/size'
import type { Matrix, Rectangle } from '@atelier/svg/transforms'
import type { SvgElement } from '@atelier/svg/tree'
import { drawnPixelsMax, drawnSideMax } from './limits.ts'

type Size = { width: number; height: number }

export type View = Size & {
  /** The document's viewport, in pixels of the canvas. */
  placed: Rectangle
  viewBox: Rectangle
  preserveAspectRatio: string
  /** Converts user units of the root to pixels of the canvas. */
  matrix: Matrix
}

/** The size of a document in CSS pixels. A document without a size has the browsers' default size. */
export function naturalSize(root: SvgElement): Size {
  const size = sizeOf(root)
  return size ? { width: size.width.pixels, height: size.height.pixels } : { width: 300, height: 150 }
}

type Wanted = { width?: number | null; height?: number | null; scale?: number }

/** @throws {RangeError} if the canvas would have too many pixels. */
export function viewOf(root: SvgElement, wanted: Wanted): View {
  const natural = naturalSize(root)
  const canvas = canvasSize(natural, wanted)
  const placed = isSameShape(natural, canvas) ? { x: 0, y: 0, ...canvas } : centered(natural, canvas)
  const viewBox = viewBoxOf(root) ?? { x: 0, y: 0, ...natural }
  // Sizes are rounded to whole pixels. Without this, there would be an empty line along one side.
  const stated = root.attributes.get('preserveAspectRatio') ?? 'xMidYMid meet'
  const preserveAspectRatio = isSameShape(viewBox, placed) ? 'none' : stated
  const inner = fitted(viewBox, placed, preserveAspectRatio)
  const [scaleX, scaleY] = [inner.width / viewBox.width, inner.height / viewBox.height]
  const matrix: Matrix = [scaleX, 0, 0, scaleY, inner.x - viewBox.x * scaleX, inner.y - viewBox.y * scaleY]
  return { ...canvas, placed, viewBox, preserveAspectRatio, matrix }
}

function canvasSize(natural: Size, { width, height, scale = 1 }: Wanted): Size {
  const shape = natural.width / natural.height
  const size = {
    width: width ?? (height ? height * shape : natural.width),
    height: height ?? (width ? width / shape : natural.height),
  }
  const whole = {
    width: Math.max(1, Math.round(size.width * scale)),
    height: Math.max(1, Math.round(size.height * scale)),
  }
  if (Math.max(whole.width, whole.height) > drawnSideMax || whole.width * whole.height > drawnPixelsMax)
    throw new RangeError(`A drawing must not have more than ${drawnPixelsMax} pixels.`)
  return whole
}

const isSameShape = (one: Size, other: Size) =>
  Math.abs((one.width / one.height) * (other.height / other.width) - 1) < 0.005

function centered(natural: Size, canvas: Size): Rectangle {
  const scale = Math.min(canvas.width / natural.width, canvas.height / natural.height)
  const [width, height] = [Math.round(natural.width * scale), Math.round(natural.height * scale)]
  return {
    x: Math.floor((canvas.width - width) / 2),
    y: Math.floor((canvas.height - height) / 2),
    width: Math.max(1, width),
    height: Math.max(1, height),
  }
}

/** The position of content in a viewport (SVG 2 §8.6). */
export function fitted(content: Size, viewport: Rectangle, preserveAspectRatio: string): Rectangle {
  const [align = 'xMidYMid', meet = 'meet'] = preserveAspectRatio
    .replace(/^\s*defer/, '')
    .trim()
    .split(/\s+/)
  if (align === 'none') return viewport
  const ratios = [viewport.width / content.width, viewport.height / content.height] as const
  const scale = meet === 'slice' ? Math.max(...ratios) : Math.min(...ratios)
  const [width, height] = [content.width * scale, content.height * scale]
  const part = (name: string) => (name === 'Min' ? 0 : name === 'Max' ? 1 : 0.5)
  return {
    x: viewport.x + (viewport.width - width) * part(align.slice(1, 4)),
    y: viewport.y + (viewport.height - height) * part(align.slice(5, 8)),
    width,
    height,
  }
}
