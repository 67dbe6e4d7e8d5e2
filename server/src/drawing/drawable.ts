import type { SvgElement } from '@atelier/svg/tree'
import type { GlyphRun } from '@atelier/typesetting'

/** A filled document: its text is outlined, and its pictures are `<image href="picture:KEY">`. */
export type Drawable = {
  root: SvgElement
  /** What its outlines were set from: for text in a PDF. */
  glyphRuns?: readonly GlyphRun[]
}

/** A file that a document shows. */
export type Picture = {
  path: string
  /** Pixels, the right way up. */
  width: number
  height: number
  /** A cleaned SVG. It stays vector. */
  isVector?: boolean
}

/** By the KEY of `picture:KEY`. */
export type Pictures = ReadonlyMap<string, Picture>

export type RasterTarget = {
  format: 'png' | 'jpeg' | 'webp' | 'avif'
  /** Pixels. With one of the two, the other follows; with both, the document is centered within them. */
  width?: number | null
  height?: number | null
  /** Multiplies the size. */
  scale?: number
  /** 1 to 100; ignored for PNG. */
  quality?: number
  /** `#RRGGBB`; JPEG has a white background when none is named. */
  background?: string | null
  /**
   * Whether the same template will soon be drawn with other values: what stays the same is then kept in this process.
   */
  isRow?: boolean
}

export type Raster = { bytes: Buffer; width: number; height: number }
