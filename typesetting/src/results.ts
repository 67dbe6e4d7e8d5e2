/** A box in user units of an element or of the document, depending on the field with this type. */
export type Box = { x: number; y: number; width: number; height: number }

export type Fit = {
  mode: 'shrink' | 'wrap' | 'shrink_and_wrap' | 'ellipsis' | 'none'
  /** The smallest font size in user units. Defaults to half of the designer's size. */
  minSize?: number
  maxLines?: number
  /** The alignment, relative to the direction of the text. Defaults to the text's own `text-anchor`. */
  align?: 'start' | 'center' | 'end'
  verticalAlign?: 'top' | 'middle' | 'bottom'
  /** Whether `**bold**`, blank lines between paragraphs and lines that start with `- ` are interpreted. */
  markup?: boolean
  /** Whether words can be hyphenated by the rules of the text's language. Soft hyphens always can. */
  hyphenate?: boolean
  /** The box in user units of the text element. Defaults to a box derived from the document. */
  box?: Box
}

export type FittedText = {
  key: string
  fit: Fit
  /**
   * The value of the variable. The element still contains the designer's text, which determines style,
   * position, line height and the default box. Line breaks (`\n`) are kept. If omitted, the element already
   * contains the value, in one or several spans.
   */
  text?: string
  /**
   * The designer's text, if the element already contains the value. The width of this text determines the
   * default box.
   */
  original?: string
}

/** The position of a text element, in user units of the document. */
export type TextLayout = {
  variable?: string
  /** The box that the text was fitted into, or the bounding box of its ink for other texts. */
  box: Box
  ink: Box
  /** The final font size after shrinking, in user units of the text element. */
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

/** A notable fact about a text element. Reported once per variable and type. */
export type Finding<Type extends string = TextFindingType> = {
  type: Type
  variable?: string
  message: string
  data: Record<string, unknown>
}

/** `matrix(a b c d e f)`. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

/** One face of a file, at fixed axis values, for embedding in a PDF. */
export type RunFont = {
  /** An identifier of the face and its axes, equal for the same face and axes. */
  key: string
  /** The bytes of an unpacked TrueType or OpenType file, possibly a collection. */
  bytes: Uint8Array
  /** The index of the face in a collection, otherwise 0. */
  faceIndex: number
  /** Values of variable axes: `{ wght: 700 }`. */
  axes: Readonly<Record<string, number>>
  /** The PostScript name, or the family if there is none. */
  name: string
  unitsPerEm: number
  /** OS/2 fsType. A font without embedding permission is drawn only as outlines. */
  mayEmbed: boolean
  source: 'company' | 'shipped'
  id?: string
}

export type RunGlyph = {
  id: number
  /** The origin of the glyph, in user units of the text element, where y points down. */
  x: number
  y: number
  /** The rotation in degrees, clockwise. Nonzero for a glyph on a path or with `rotate`. */
  rotation: number
  /** User units. */
  advance: number
  /**
   * The characters of this glyph. They include the characters of the following glyphs whose `text` is empty.
   */
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
  /** The transform from user units of the text element to user units of the document. */
  transform: Matrix
  /** The computed paint, which the outlines also have: a color, `none` or `url(#id)`. */
  fill: string
}

export type Typeset = { findings: Finding[]; layout: TextLayout[]; glyphRuns: GlyphRun[] }
