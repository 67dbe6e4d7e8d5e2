/** Pixels of a drawing: a poster of A2 at 300 dpi has 35 million. Each takes 4 bytes, twice. */
export const drawnPixelsMax = 40_000_000
/** Pixels: the limit of the drawing library. */
export const drawnSideMax = 32_767
/** Pixels of a picture file. */
export const picturePixelsMax = 150_000_000

/** Each blended image costs a mask and often one more vector layer. Further images are embedded. */
export const blendedPicturesMax = 8
/** Vector layers, each as large as the canvas. */
export const vectorLayersMax = 12
/** Smaller images are drawn faster within the vectors. Pixels of the canvas, and of the file. */
export const blendedAreaMin = 20_000
export const blendedPixelsMin = 250_000

/** Bytes of pixels that a process caches for the next rows of a batch. */
export const keptBytesMax = 96 * 1024 ** 2

/** Pixels of an embedded image per drawn pixel, along each side. */
export const embeddedDensity = 2
