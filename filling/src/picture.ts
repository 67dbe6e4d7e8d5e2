/** A point of a picture, from 0 to 1 across and down. */
export type FocalPoint = { x: number; y: number }

/** A picture by its measures alone: its pixels are not here. */
export type Picture = {
  key: string
  /** Pixels, the right way up. */
  width: number
  height: number
  hasAlpha: boolean
  /** An SVG: it has no pixels of its own. */
  isVector?: boolean
  focalPoint?: FocalPoint
}
