import type { Sharp } from 'sharp'
import type { Box } from './layout.ts'
import type { CompanyFont } from './outline-text.ts'

export type Source = Box & {
  /** Opens the source. A vector drawing is drawn at the size of the box. */
  open(box: Box): Sharp | Promise<Sharp>
  /** Present if the source can be drawn at any size, within the budget of a document of this many bytes. */
  drawing?: { bytes: number }
}

/** The preview of a file that is not an image: an SVG document, an encoded image, or a source of pixels. */
export type Preview = { svg: Buffer; fonts: readonly CompanyFont[] } | { picture: Buffer } | Source
