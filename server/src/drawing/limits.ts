/**
 * Maximum number of pixels of a render. An A2 poster at 300 dpi has 35 million. Each pixel is stored twice, with 4
 * bytes.
 */
export const drawnPixelsMax = 40_000_000
/** The limit of the drawing library. */
export const drawnSideMax = 32_767
export const picturePixelsMax = 150_000_000

/**
 * Maximum number of blended images. Each image costs a mask and often one more vector layer. Further images are
 * embedded.
 */
export const blendedPicturesMax = 8
/** Maximum number of vector layers, each as large as the canvas. */
export const vectorLayersMax = 12
/**
 * Minimum number of pixels of a blended image, on the canvas and in the file. Smaller images are drawn faster as part
 * of the vectors.
 */
export const blendedAreaMin = 20_000
export const blendedPixelsMin = 250_000

/** Maximum size of the pixels that a process caches for the next rows of a batch, in bytes. */
export const keptBytesMax = 96 * 1024 ** 2

/** Resolution of an embedded image: its pixels per drawn pixel, along each side. */
export const embeddedDensity = 2
