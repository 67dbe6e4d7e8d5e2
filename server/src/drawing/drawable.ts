import type { SvgElement } from '@atelier/svg/tree'
import type { GlyphRun } from '@atelier/typesetting'

/** A filled document: its text is outlined, and its images are `<image href="picture:KEY">`. */
export type Drawable = {
  root: SvgElement
  /** The glyphs behind the outlines, for text in a PDF. */
  glyphRuns?: readonly GlyphRun[]
}

export type Picture = {
  path: string
  /** The width in pixels, after the orientation is applied. */
  width: number
  height: number
  /** A sanitized SVG, which stays vector. */
  isVector?: boolean
}

export type Pictures = ReadonlyMap<string, Picture>

export type RasterTarget = {
  format: 'png' | 'jpeg' | 'webp' | 'avif'
  /**
   * The width in pixels. If only one side is set, the other side follows; if both are set, the document is
   * centered.
   */
  width?: number | null
  height?: number | null
  scale?: number
  /** 1 to 100; ignored for PNG. */
  quality?: number
  /** `#RRGGBB`. JPEG defaults to white. */
  background?: string | null
  /**
   * Whether the same template will soon be rendered with other values. If true, unchanged parts are cached in this
   * process.
   */
  isRow?: boolean
}

export type Raster = { bytes: Buffer; width: number; height: number }
