import type { SvgElement } from '@atelier/svg/tree'
import type { GlyphRun } from '@atelier/typesetting'

/** A filled document: its text is outlined, and its images are `<image href="picture:KEY">`. */
export type Drawable = {
  root: SvgElement
  /** The glyphs behind the outlines, for text in a PDF. */
  glyphRuns?: readonly GlyphRun[]
}

/** An image file that a document shows. */
export type Picture = {
  path: string
  /** Pixels, after applying the orientation. */
  width: number
  height: number
  /** A sanitized SVG, which stays vector. */
  isVector?: boolean
}

/** By the KEY of `picture:KEY`. */
export type Pictures = ReadonlyMap<string, Picture>

export type RasterTarget = {
  format: 'png' | 'jpeg' | 'webp' | 'avif'
  /** Pixels. With only one of the two, the other follows; with both, the document is centered. */
  width?: number | null
  height?: number | null
  /** Multiplies the size. */
  scale?: number
  /** 1 to 100; ignored for PNG. */
  quality?: number
  /** `#RRGGBB`. JPEG defaults to white. */
  background?: string | null
  /**
   * Whether the same template will soon be drawn with other values: unchanged parts are then cached in this
   * process.
   */
  isRow?: boolean
}

export type Raster = { bytes: Buffer; width: number; height: number }
