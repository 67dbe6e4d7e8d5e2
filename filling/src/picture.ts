/** A point of an image, from 0 to 1 across and down. */
export type FocalPoint = { x: number; y: number }

export type Picture = {
  key: string
  /** Pixels, in the displayed orientation. */
  width: number
  height: number
  hasAlpha: boolean
  isVector?: boolean
  focalPoint?: FocalPoint
}
