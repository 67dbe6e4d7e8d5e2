import type { SvgElement } from '@atelier/svg/tree'
import type { GlyphRun, Matrix, TextLayout } from '@atelier/typesetting'
import type { Symbology } from './definition.ts'
import type { FillingFinding } from './findings.ts'
import type { KitLogo } from './kit.ts'
import type { FocalPoint, Picture } from './picture.ts'

export type Value =
  | { type: 'text'; text: string }
  | { type: 'image'; picture: Picture; fit: 'cover' | 'contain'; focalPoint?: FocalPoint }
  /** Ink percentages. */
  | {
      type: 'color'
      hex: string
      spot?: string
      cmyk?: readonly [c: number, m: number, y: number, k: number]
    }
  | { type: 'number'; text: string }
  | { type: 'boolean'; shown: boolean }
  | { type: 'code'; kind: 'qr'; text: string }
  | { type: 'code'; kind: 'barcode'; text: string; symbology: Symbology }
  /** Without a variant or theme, the logo that fits the background is used. */
  | { type: 'logo'; variant?: KitLogo['variant']; theme?: KitLogo['theme'] }
  | { type: 'list'; rows: ReadonlyMap<string, Value>[] }

/** The position of an image. The same image can be placed several times. */
export type Placement = {
  /** The `image` element in the tree, with `href="picture:KEY"`. */
  element: SvgElement
  /** Maps the unit square of the image (0 to 1 across and down) to user units of the document. */
  transform: Matrix
}

export type Filled = {
  root: SvgElement
  findings: FillingFinding[]
  layout: TextLayout[]
  glyphRuns: GlyphRun[]
  pictures: { key: string; placements: Placement[] }[]
  size: { width: number; height: number; unit: 'px' | 'mm' | 'in' }
}
