/** A font file as bytes, with where it came from. */
export type FontFile = {
  /** WOFF2, WOFF, TrueType, OpenType, or a collection of these. */
  bytes: Uint8Array
  source: 'company' | 'shipped'
  /** Names it in findings: the id of a font of a brand kit, or of an asset. */
  id?: string
  /** What the brand kit says. Where it is absent, the file's own names count. */
  family?: string
  weight?: number
  style?: 'normal' | 'italic'
}
