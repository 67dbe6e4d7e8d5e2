/** Of V8's own, on a machine of 64 bits: measured as the heap grew. */
const stringBytes = 20
const objectBytes = 28
const placeBytes = 8
/** A time, a number with a fraction. */
const boxedBytes = 16
/** A buffer's two objects and what the allocator keeps of it, beside its bytes. */
const bufferBytes = 250

/**
 * Bytes that a value takes, about: of plain objects and lists of texts, numbers, times and buffers. A text that is held in
 * two places counts twice.
 */
export function weightOf(value: unknown): number {
  // Texts of more than Latin letters take two bytes for each; of what is weighed here none has them but pages, as bytes.
  if (typeof value === 'string') return stringBytes + value.length
  if (typeof value === 'number') return boxedBytes
  if (typeof value !== 'object' || value === null) return 0
  if (Buffer.isBuffer(value)) return bufferBytes + takenBy(value)
  if (value instanceof Date) return objectBytes + 5 * boxedBytes
  let bytes = objectBytes
  for (const part of Object.values(value)) bytes += placeBytes + weightOf(part)
  return bytes
}

/** One that could grow has its room already. */
function takenBy({ buffer, byteLength }: Buffer): number {
  return buffer instanceof ArrayBuffer && buffer.resizable ? buffer.maxByteLength : byteLength
}
