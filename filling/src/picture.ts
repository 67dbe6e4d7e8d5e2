/** A point of an image, from 0 to 1 across and down. */
export type FocalPoint = { x: number; y: number }

/** The properties of an image, without its pixels. */
export type Picture = {
  key: string
  /** Pixels, after applying the orientation. */
  width: number
  height: number
  hasAlpha: boolean
  /** Whether the image is an SVG, which has no pixels. */
  isVector?: boolean
  focalPoint?: FocalPoint
}
