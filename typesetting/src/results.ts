/** In user units of an element, or of the document, as the field that has it says. */
export type Box = { x: number; y: number; width: number; height: number }

/** How a text is made to fit into its box. */
export type Fit = {
  mode: 'shrink' | 'wrap' | 'shrink_and_wrap' | 'ellipsis' | 'none'
  /** User units. Half of the designer's size by default. */
  minSize?: number
  maxLines?: number
  /** Relative to the direction of the text. The text's own `text-anchor` by default. */
  align?: 'start' | 'center' | 'end'
  verticalAlign?: 'top' | 'middle' | 'bottom'
  /** Whether `**bold**`, blank lines between paragraphs and lines that start with `- ` are understood. */
  markup?: boolean
  /** User units of the text element. Without it, the box follows from the document. */
  box?: Box
}

/** What is asked of a text that a variable fills. */
export type FittedText = {
  /** The variable. */
  key: string
  fit: Fit
  /**
   * The value. The element still holds the designer's own text, from which style, place, line height and the default
   * box follow. Line breaks (`\n`) are kept. Without it, the element already holds the value, in one or several spans.
   */
  text?: string
  /** The designer's own text, where the element already holds the value: the default box follows from its width. */
  original?: string
}

/** Where a text element was set, in user units of the document. */
export type TextLayout = {
  variable?: string
  /** What the text was fitted into. Without fitting, the ink. */
  box: Box
  /** The box around what is drawn. */
  ink: Box
  /** User units of the text element: as it was set, after shrinking. */
  fontSize: number
  lines: number
}

export type TextFindingType =
  | 'text_shrunk'
  | 'text_wrapped'
  | 'text_truncated'
  | 'text_overflow'
  | 'glyph_missing'
  | 'font_not_in_kit'

/** Something that people should know about a text. Reported once for a variable and type. */
export type Finding<Type extends string = TextFindingType> = {
  type: Type
  variable?: string
  message: string
  data: Record<string, unknown>
}

/** `matrix(a b c d e f)`. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

/** A font as a PDF embeds it: one face of a file, at one place of its axes. */
export type RunFont = {
  /** The same for the same face and axes. */
  key: string
  /** TrueType or OpenType, already unpacked; perhaps a collection. */
  bytes: Uint8Array
  /** Of the face in a collection, else 0. */
  faceIndex: number
  /** Values of variable axes: `{ wght: 700 }`. */
  axes: Readonly<Record<string, number>>
  /** PostScript name, or the family. */
  name: string
  unitsPerEm: number
  /** OS/2 fsType. A font without the right to embed is drawn as outlines only. */
  mayEmbed: boolean
  source: 'company' | 'shipped'
  id?: string
}

/** A glyph where it was set. */
export type RunGlyph = {
  id: number
  /** The origin of the glyph, in user units of the text element; y points down. */
  x: number
  y: number
  /** Degrees, clockwise: of a glyph on a path or with `rotate`. */
  rotation: number
  /** User units. */
  advance: number
  /** The characters that this glyph and the ones after it without text stand for. */
  text: string
}

/** Text that was set in one font and size, in the order in which it is seen. Its outlines carry `data-run="id"`. */
export type GlyphRun = {
  id: number
  font: RunFont
  /** User units of the text element. */
  size: number
  glyphs: RunGlyph[]
  isRightToLeft: boolean
  /** From user units of the text element to those of the document. */
  transform: Matrix
  /** As the cascade says, on the outlines too: a color, `none` or `url(#id)`. */
  fill: string
}

export type Typeset = { findings: Finding[]; layout: TextLayout[]; glyphRuns: GlyphRun[] }
