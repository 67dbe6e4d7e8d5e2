/** V8's overhead per string on a 64-bit machine, measured by the growth of the heap. */
const stringBytes = 20
const objectBytes = 28
const placeBytes = 8
/** Size of a date, or of a number with a fraction. */
const boxedBytes = 16
/** Overhead of a buffer: its two objects and the allocator's overhead, without its bytes. */
const bufferBytes = 250

/**
 * Estimates the memory of a value in bytes: plain objects and arrays of strings, numbers, dates and buffers.
 * A string that occurs twice is counted twice.
 */
export function weightOf(value: unknown): number {
  // Strings beyond Latin-1 take two bytes per character. Among the cached values only pages contain them, and
  // pages are stored as bytes.
  if (typeof value === 'string') return stringBytes + value.length
  if (typeof value === 'number') return boxedBytes
  if (typeof value !== 'object' || value === null) return 0
  if (Buffer.isBuffer(value)) return bufferBytes + takenBy(value)
  if (value instanceof Date) return objectBytes + 5 * boxedBytes
  let bytes = objectBytes
  for (const part of Object.values(value)) bytes += placeBytes + weightOf(part)
  return bytes
}

/** A resizable buffer has already reserved its maximum. */
function takenBy({ buffer, byteLength }: Buffer): number {
  return buffer instanceof ArrayBuffer && buffer.resizable ? buffer.maxByteLength : byteLength
}
