import { identity, type Matrix, type Rectangle, transformBox } from '@atelier/svg/transforms'
import type { SvgElement } from '@atelier/svg/tree'
import type { Pictures } from '../drawable.ts'
import { inverse } from '../matrix.ts'
import { type Bleed, bledOut } from './bleed.ts'
import type { Colors } from './colors.ts'
import { nums, type PdfFile, type Ref } from './file.ts'
import type { ImageContext } from './images.ts'
import { boxOfOutline, type Segment } from './outlines.ts'
import type { RunWriter } from './runs.ts'
import { lengthReader, outlineIn, type Source } from './source.ts'
import { newStream, type Stream } from './stream.ts'
import type { Style } from './style.ts'

export type Size = { width: number; height: number }

export type Rasterized = { element: SvgElement; reason: 'filter' | 'marker' }

export type Painter = {
  file: PdfFile
  colors: Colors
  images: ImageContext
  pictures: Pictures
  /** By key or URL. */
  vectors: ReadonlyMap<string, Source>
  bleed?: Bleed | undefined
  /** One of several pages with its bleed, in user units of the root. Content outside the page is omitted. */
  printed?: Rectangle | undefined
  onRasterized(found: Rasterized): void
  common: string
  runs?: RunWriter | undefined
  paintChildren(painter: Painter, stream: Stream, place: Place, element: SvgElement): Promise<void>
  paintDocument(painter: Painter, stream: Stream, source: Source, viewport: Size): Promise<void>
}

export type Place = {
  source: Source
  style: Style
  viewport: Size
  frame: Matrix
  /**
   * Whether the element is inside content that is drawn by reference. Its appearance then depends on the referencing
   * element.
   */
  isCopy: boolean
  depth: number
}

export const setState = ({ file }: Painter, stream: Stream, state: string) =>
  stream.out.push(`/${stream.use('ExtGState', file.once(`<</Type/ExtGState${state}>>`))} gs`)

export const areaOf = ({ matrix, area }: Stream): Rectangle => transformBox(inverse(matrix) ?? identity, area)

/** A transparency group with its content, in the current user space. */
export async function groupOf(
  painter: Painter,
  stream: Stream,
  write: (inside: Stream) => Promise<void>,
  space?: string,
): Promise<Ref> {
  const area = areaOf(stream)
  const inside = newStream(area, painter.common)
  await write(inside)
  const group = `/Group<</S/Transparency/I true/CS/${space ?? painter.colors.space}>>`
  const box = nums([area.x, area.y, area.x + area.width, area.y + area.height])
  return painter.file.addStream(
    `/Type/XObject/Subtype/Form/BBox[${box}]${group}/Resources${inside.resources()}`,
    inside.out.join('\n'),
  )
}

/** Extends a plain rectangle at the edge of the page into the bleed. */
export function bled(
  { bleed }: Pick<Painter, 'bleed'>,
  place: Place,
  element: SvgElement,
): Segment[] | undefined {
  const { source, viewport, frame } = place
  if (!bleed || place.isCopy || element.name !== 'rect') return undefined
  if (['rx', 'ry'].some((name) => source.cascade.own(element, name) !== undefined)) return undefined
  const length = lengthReader(source, element, viewport)
  const rect = {
    x: length('x', 'x'),
    y: length('y', 'y'),
    width: length('width', 'x'),
    height: length('height', 'y'),
  }
  if (!(rect.width > 0 && rect.height > 0)) return undefined
  const { x, y, width, height } = bledOut(bleed, frame, rect)
  return [
    { type: 'M', x, y },
    { type: 'L', x: x + width, y },
    { type: 'L', x: x + width, y: y + height },
    { type: 'L', x, y: y + height },
    { type: 'Z' },
  ]
}

export function boxOf({ source, viewport }: Place, element: SvgElement): Rectangle | undefined {
  const segments = outlineIn(source, element, viewport)
  return segments && boxOfOutline(segments, identity)
}
