/** Pixels of all frames together: a photograph of a large camera has 150 million. */
export const pixelsMax = 150_000_000
/** Pixels. */
export const sideMax = 65_535
export const framesMax = 5_000
/** Bytes of a document that has to be read as a whole. */
export const svgBytesMax = 16 * 1024 ** 2

/** Of one decoding process. Its memory, with some room for what an image of the size above takes to decode. */
export const decoderBytesMax = 1.5 * 1024 ** 3
export const decoderHeapMegabytesMax = 512
/** What the system lets it take at most, also unused: V8 and the stacks of threads ask for 0.65 GB that they never fill. */
export const decoderDataBytesMax = decoderBytesMax + 0.75 * 1024 ** 3
/** Whoever uploads waits for the first; the other is a job's. */
export const inspectSecondsMax = 20
export const renderSecondsMax = 60
/** Two at least: one that is held up by a hostile file must not hold up all. */
export const decoderProcessesMin = 2
export const decoderProcessesMax = 4
/** So many may wait for a process; whoever comes then is asked to come again. */
export const decoderQueueMax = 100
/** A process that nobody has needed for so long is ended. */
export const decoderIdleSeconds = 60
