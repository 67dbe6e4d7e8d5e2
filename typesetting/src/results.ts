/** In user units of an element, or of the document, as the field that has it says. */
export type Box = { x: number; y: number; width: number; height: number }

/** How a text is made to fit into its box. */
export type Fit = {
  mode: 'shrink' | 'wrap' | 'shrink_and_wrap' | 'ellipsis' | 'none'
  /** User units. Defaults to half of the designer's size. */
  minSize?: number
  maxLines?: number
  /** Relative to the direction of the text. Defaults to the text's own `text-anchor`. */
  align?: 'start' | 'center' | 'end'
  verticalAlign?: 'top' | 'middle' | 'bottom'
  /** Whether `**bold**`, blank lines between paragraphs and lines that start with `- ` are interpreted. */
  markup?: boolean
  /** User units of the text element. By default the box follows from the document. */
  box?: Box
}

/** Options for a text that a variable fills. */
export type FittedText = {
  /** The variable. */
  key: string
  fit: Fit
  /**
   * The value. The element still contains the designer's text, from which style, position, line height and
   * the default box follow. Line breaks (`\n`) are kept. Without it, the element already contains the value,
   * in one or several spans.
   */
  text?: string
  /**
   * The designer's text, if the element already contains the value: the default box follows from its width.
   */
  original?: string
}

/** The position of a text, in user units of the document. */
export type TextLayout = {
  variable?: string
  /** The box that the text was fitted into. Without fitting, that of its ink. */
  box: Box
  /** The bounding box of the ink. */
  ink: Box
  /** User units of the text element: the final size, after shrinking. */
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

/** A notable fact about a text. Reported once per variable and type. */
export type Finding<Type extends string = TextFindingType> = {
  type: Type
  variable?: string
  message: string
  data: Record<string, unknown>
}

/** `matrix(a b c d e f)`. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

/** A font for embedding in a PDF: one face of a file, at fixed axis values. */
export type RunFont = {
  /** Equal for the same face and axes. */
  key: string
  /** Unpacked TrueType or OpenType, possibly a collection. */
  bytes: Uint8Array
  /** The index of the face in a collection, otherwise 0. */
  faceIndex: number
  /** Values of variable axes: `{ wght: 700 }`. */
  axes: Readonly<Record<string, number>>
  /** PostScript name, or the family. */
  name: string
  unitsPerEm: number
  /** OS/2 fsType. A font that may not be embedded is drawn as outlines only. */
  mayEmbed: boolean
  source: 'company' | 'shipped'
  id?: string
}

/** A positioned glyph. */
export type RunGlyph = {
  id: number
  /** The origin of the glyph, in user units of the text element; y points down. */
  x: number
  y: number
  /** Degrees, clockwise: for a glyph on a path or with `rotate`. */
  rotation: number
  /** User units. */
  advance: number
  /** The characters of this glyph and of the following ones without text. */
  text: string
}

/** Text in one font and size, in visual order. Its outlines have `data-run="id"`. */
export type GlyphRun = {
  id: number
  font: RunFont
  /** User units of the text element. */
  size: number
  glyphs: RunGlyph[]
  isRightToLeft: boolean
  /** From user units of the text element to those of the document. */
  transform: Matrix
  /** The computed paint, also on the outlines: a color, `none` or `url(#id)`. */
  fill: string
}

export type Typeset = { findings: Finding[]; layout: TextLayout[]; glyphRuns: GlyphRun[] }
