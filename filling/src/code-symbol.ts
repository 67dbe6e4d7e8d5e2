/** A code as paths in units of its own, with the quiet zone around it that scanners need. */
export type CodeSymbol = {
  /** With the quiet zone. */
  width: number
  height: number
  /** By which the paths are moved to the right and down. */
  marginX: number
  marginY: number
  paths: { d: string; strokeWidth?: number }[]
}
