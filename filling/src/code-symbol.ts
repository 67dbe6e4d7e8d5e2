export type CodeSymbol = {
  /** The width includes the quiet zone. */
  width: number
  height: number
  /** The offset of the paths, to the right and down. */
  marginX: number
  marginY: number
  paths: { d: string; strokeWidth?: number }[]
}
