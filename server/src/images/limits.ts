/** Maximum number of decoded pixels in memory. A photograph of a large camera has 150 million. */
export const pixelsMax = 150_000_000
export const sideMax = 65_535
export const framesMax = 5_000
/** Maximum size of a document, which is read as a whole. */
export const svgBytesMax = 16 * 1024 ** 2

/**
 * Memory of a decoder process, which is enough to decode an image of the maximum size. A machine or container
 * with little memory gives each process a share of its memory and rejects images that do not fit.
 */
export const decoderBytesMax = 1.5 * 1024 ** 3
export const decoderBytesMin = 256 * 1024 ** 2
/** The share of memory for decoders. The rest is for the server. */
export const decoderMemoryShare = 0.75
export const decoderHeapMegabytesMax = 512
/** Address space that V8 and thread stacks reserve without using it. */
export const decoderReservedBytes = 0.75 * 1024 ** 3

/** Maximum CPU seconds per file. An upload waits for its inspection; renditions are rendered by a job. */
export const inspectSecondsMax = 20
export const renderSecondsMax = 60
/** CPU time for the preview of a file that is not an image, such as the first page of a PDF. */
export const previewSecondsMax = 20
/** CPU time and memory of ffmpeg for one file. */
export const ffmpegSecondsMax = 60
export const ffmpegBytesMax = 2 * 1024 ** 3
/** Maximum duration of a waveform. For a longer recording, the waveform shows the beginning. */
export const soundSecondsMax = 3_600
/** CPU seconds to read the metadata of a file that is not an image. Its upload waits for the result. */
export const previewFactsSecondsMax = 5
/**
 * A process that takes this many times its CPU time hangs, or its machine is overloaded. A slow drawing has
 * the lowest priority and may get only 14 % of a core.
 */
export const hangFactor = 4

/** Time within which a process must start with its file. */
export const startSecondsMax = 60

/**
 * CPU time and memory for drawing an SVG: a base for small documents, plus more per megabyte of the document,
 * and for more pixels than the largest standard rendition.
 */
export const drawingSecondsMin = 2
export const drawingSecondsPerMegabyte = 10
export const drawingSecondsMax = 40
/** Priority of decoder processes, which is lower than that of the processes that answer requests. */
export const decoderPriority = 10
/** CPU time after which a drawing gets the lowest priority, so that quick files do not wait. */
export const drawingYieldSeconds = 0.2
export const drawingBytesMin = 300 * 1024 ** 2
export const drawingBytesPerByte = 40
export const drawingPixels = 1_600 ** 2

/** Minimum number of decoder processes. A company gets 33 to 50 % of them (fair-share.ts). */
export const decoderProcessesMin = 4
export const decoderProcessesMax = 8
/**
 * Maximum number of files that wait for a process. A company that has used up its share of the queue is
 * rejected.
 */
export const decoderQueueMax = 300
/** Time after which an idle process is ended. */
export const decoderIdleSeconds = 60
/** Maximum time for processes to end. The library kills them after one second. */
export const decoderEndSecondsMax = 3
