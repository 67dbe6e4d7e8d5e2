/** Pixels of all frames together: a photograph of a large camera has 150 million. */
export const pixelsMax = 150_000_000
/** Pixels. */
export const sideMax = 65_535
export const framesMax = 5_000
/** Bytes of a document that has to be read as a whole. */
export const svgBytesMax = 16 * 1024 ** 2

/**
 * Memory of one decoding process: enough to decode a picture of the size above. A machine or container with little
 * memory gives each process a share of it, and refuses pictures that do not fit.
 */
export const decoderBytesMax = 1.5 * 1024 ** 3
export const decoderBytesMin = 256 * 1024 ** 2
/** The rest is the server's. */
export const decoderMemoryShare = 0.75
export const decoderHeapMegabytesMax = 512
/** Address space that V8 and the stacks of threads ask for and never fill. */
export const decoderReservedBytes = 0.75 * 1024 ** 3

/** CPU time of one file. Uploads wait for the first; renditions are made by a job. */
export const inspectSecondsMax = 20
export const renderSecondsMax = 60
/**
 * A process that takes so many times its CPU time hangs, or its machine is overloaded. A slow drawing has the lowest
 * priority, and beside others it gets a seventh of a core.
 */
export const hangFactor = 4

/**
 * Drawing an SVG may cost so much CPU time and memory: what a small document needs at most, and more for each megabyte
 * that it is long, and for more pixels than the largest standard rendition has.
 */
export const drawingSecondsMin = 2
export const drawingSecondsPerMegabyte = 40
export const drawingSecondsMax = 40
/** After so much CPU time a drawing gets the lowest priority, so that quicker files of others are not kept waiting. */
export const drawingYieldSeconds = 0.2
export const drawingBytesMin = 300 * 1024 ** 2
export const drawingBytesPerByte = 40
export const drawingPixels = 1_600 ** 2

/** A company gets a third to a half of them (fair-share.ts). */
export const decoderProcessesMin = 4
export const decoderProcessesMax = 8
/** So many files may wait for a process; a company that fills its share of the places is refused. */
export const decoderQueueMax = 300
/** A process that nobody has needed for so long is ended. */
export const decoderIdleSeconds = 60
