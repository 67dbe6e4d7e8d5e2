/** Pixels of a drawing: a poster of A2 at 300 dpi has 35 million. Each takes 4 bytes, twice. */
export const drawnPixelsMax = 40_000_000
/** Pixels: the limit of the drawing library. */
export const drawnSideMax = 32_767
/** Pixels of a picture file. */
export const picturePixelsMax = 150_000_000

/** Each picture that is blended by itself costs a mask and often one more layer of vectors; the others are embedded. */
export const blendedPicturesMax = 8
/** Layers of vectors, each as large as the canvas. */
export const vectorLayersMax = 12
/** A smaller picture is drawn faster within the vectors. Pixels of the canvas, and of the file. */
export const blendedAreaMin = 20_000
export const blendedPixelsMin = 250_000

/** Bytes of pixels that a process keeps for the next rows of a batch. */
export const keptBytesMax = 96 * 1024 ** 2

/** Pixels of an embedded picture for each pixel that is drawn. */
export const embeddedDensity = 2
