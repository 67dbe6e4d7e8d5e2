/** One picture of the library: how it is drawn at a size, and what its thumbnail stands on. */
export type Drawing = {
  draw: (width: number, height: number) => string
  /** The color of the thumbnail's ground, for pictures that have none of their own. */
  tile?: string
}

/** A picture with no ground of its own needs a tile; one that fills its frame does not. */
export const plain = (draw: Drawing['draw'], tile?: string): Drawing => (tile ? { draw, tile } : { draw })
