/** Maximum size of a file of rows in bytes: 10,000 rows of three kilobytes. */
export const rowFileBytesMax = 32 * 1024 ** 2
/** Excludes the header. */
export const rowsMax = 10_000
export const columnsMax = 200
export const columnNameLengthMax = 200
/** Maximum number of characters in a cell. No variable accepts more, and a list can be written as JSON. */
export const cellLengthMax = 20_000
/** Maximum nesting of a value in NDJSON, as in a JSON body. */
export const depthMax = 32
/** Maximum size of all parts of an XLSX file after decompression, in bytes. */
export const unpackedBytesMax = 96 * 1024 ** 2
/** Maximum number of parts of an XLSX file. */
export const partsMax = 2_000
export const readingMsMax = 1_900
/** Maximum JavaScript heap of the reading thread. */
export const readingHeapMegabytesMax = 256
/** Maximum number of files that are read at the same time, each in a thread. */
export const readingsAtOnce = 2
/** Maximum number of files that wait for a thread. */
export const readingsWaitingMax = 20
