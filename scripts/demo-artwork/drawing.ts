/** A picture of the library, with its drawing function and the background of its thumbnail. */
export type Drawing = {
  draw: (width: number, height: number) => string
  /** The background color of the thumbnail, for transparent pictures. */
  tile?: string
}

/** A transparent image needs a tile; an image that fills its frame does not. */
export const plain = (draw: Drawing['draw'], tile?: string): Drawing => (tile ? { draw, tile } : { draw })
