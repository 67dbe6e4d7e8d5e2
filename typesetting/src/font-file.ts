export type FontFile = {
  /** WOFF2, WOFF, TrueType, OpenType, or a collection of these. */
  bytes: Uint8Array
  source: 'company' | 'shipped'
  /** Identifies the file in findings: the ID of a font of a brand kit, or of an asset. */
  id?: string
  /** Names from the brand kit. Where absent, the file's own names apply. */
  family?: string
  weight?: number
  style?: 'normal' | 'italic'
}
