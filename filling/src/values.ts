import type { SvgElement } from '@atelier/svg/tree'
import type { Finding, GlyphRun, Matrix, TextLayout } from '@atelier/typesetting'

/** A point of a picture, from 0 to 1 across and down. */
export type FocalPoint = { x: number; y: number }

/** A picture by its measures alone: its pixels are not here. */
export type Picture = {
  key: string
  /** Pixels, the right way up. */
  width: number
  height: number
  hasAlpha: boolean
  focalPoint?: FocalPoint
}

/** What a variable is filled with. */
export type Value =
  | { type: 'text'; text: string }
  | { type: 'image'; picture: Picture; fit: 'cover' | 'contain'; focalPoint?: FocalPoint }
  | { type: 'color'; hex: string; spot?: string; cmyk?: readonly [number, number, number, number] }
  | { type: 'number'; text: string }
  | { type: 'boolean'; shown: boolean }
  | { type: 'code'; kind: 'qr' | 'barcode'; text: string }
  | { type: 'list'; rows: ReadonlyMap<string, Value>[] }

/** Where a picture is drawn. The same picture can be placed several times. */
export type Placement = {
  /** The `image` element in the tree, with `href="picture:KEY"`. */
  element: SvgElement
  /** From the unit square of the picture (0 to 1 across and down) to user units of the document. */
  transform: Matrix
}

/** A document with its values in place. Pictures are named, not embedded. */
export type Filled = {
  root: SvgElement
  findings: Finding<string>[]
  layout: TextLayout[]
  glyphRuns: GlyphRun[]
  pictures: { key: string; placements: Placement[] }[]
  size: { width: number; height: number; unit: 'px' | 'mm' | 'in' }
}
