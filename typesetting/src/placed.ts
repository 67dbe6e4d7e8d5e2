import type { Instance } from './font-face.ts'

/** A glyph at its final place, in user units of the text element; y points down. */
export type SetGlyph = {
  instance: Instance
  id: number
  x: number
  y: number
  advance: number
  size: number
  /** Radians, clockwise, around the origin of the glyph. */
  rotation: number
  /** Of its width: 1 unless `textLength` stretches glyphs. */
  stretch: number
  /** Index of the first character that it stands for. */
  cluster: number
  span: number
  level: number
}

/** Glyphs on one line of a text. */
export type SetLine = {
  glyphs: SetGlyph[]
  /** Index behind its last character. */
  end: number
}
