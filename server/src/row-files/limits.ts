/** Bytes of a file of rows: 10,000 rows of three kilobytes. */
export const rowFileBytesMax = 32 * 1024 ** 2
/** Rows without the header. */
export const rowsMax = 10_000
export const columnsMax = 200
export const columnNameLengthMax = 200
/** Characters of one cell: no variable accepts more, and a list may be written as JSON. */
export const cellLengthMax = 20_000
/** Bytes of all parts of an XLSX file after decompression. */
export const unpackedBytesMax = 96 * 1024 ** 2
/** Parts of an XLSX file. */
export const partsMax = 2_000
/** Elapsed time per file. */
export const readingMsMax = 1_900
/** JavaScript heap of the reading thread. */
export const readingHeapMegabytesMax = 256
/** Files that are read at the same time, each in a thread. */
export const readingsAtOnce = 2
/** Files that wait for a thread. */
export const readingsWaitingMax = 20
