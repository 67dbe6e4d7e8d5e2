import type { Instance } from './font-face.ts'

/** A glyph at its final position, in user units of the text element, where y points down. */
export type SetGlyph = {
  instance: Instance
  id: number
  x: number
  y: number
  advance: number
  size: number
  /** The rotation in radians, clockwise around the glyph's origin. */
  rotation: number
  /** The horizontal scale. It is 1 unless `textLength` stretches glyphs. */
  stretch: number
  /** Index of its first character. */
  cluster: number
  span: number
  level: number
}

export type SetLine = {
  glyphs: SetGlyph[]
  end: number
}
