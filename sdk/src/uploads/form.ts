/** File contents. The SDK takes no file paths because it also runs in browsers. */
export type Bytes = Blob | Uint8Array | ArrayBuffer | ReadableStream<Uint8Array>

/** Reads a stream into memory, because its length is unknown. */
export async function blobOf(bytes: string | Bytes, type = ''): Promise<Blob> {
  if (bytes instanceof Blob) return bytes
  if (bytes instanceof ReadableStream) return new Response(bytes).blob()
  return new Blob([bytes as Uint8Array<ArrayBuffer>], { type })
}

/** Returns the name of a `File`, if it has one. */
export const nameOf = (bytes: unknown): string | undefined =>
  typeof File !== 'undefined' && bytes instanceof File && bytes.name !== '' ? bytes.name : undefined

type Fields = Record<string, unknown>

/**
 * `FormData` encodes quotes and line breaks as these escapes, but does not escape `%` or `\`. A name that contains them
 * cannot be decoded reliably.
 */
const ambiguous = /\\|%(?:22|0A|0D)/i

/** A form with a new file and its fields. A name that a form cannot encode reliably is sent in the field `filename`. */
export function newFileForm(field: string, file: Blob, fields: Fields, fileName: string): FormData {
  const filename = ambiguous.test(fileName) ? fileName : undefined
  return formOf(field, file, { ...fields, filename }, fileName)
}

/** A form with a file and its fields. */
export function formOf(field: string, file: Blob, fields: Fields, fileName: string): FormData {
  const form = new FormData()
  for (const [name, text] of Object.entries(textsOf(fields))) form.append(name, text)
  form.append(field, file, fileName)
  return form
}

/**
 * Encodes fields as strings for forms and tus: null as '', objects as JSON, lists comma-separated; empty lists are
 * omitted.
 */
export function textsOf(fields: Fields): Record<string, string> {
  const isGiven = (value: unknown) => value !== undefined && !(Array.isArray(value) && value.length === 0)
  const given = Object.entries(fields).filter(([, value]) => isGiven(value))
  return Object.fromEntries(given.map(([name, value]) => [name, textOf(value)]))
}

function textOf(value: unknown): string {
  if (value === null) return ''
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(',')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
