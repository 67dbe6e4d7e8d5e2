/** What the SDK takes as a file. A path is none of its business: it runs where there are no files. */
export type Bytes = Blob | Uint8Array | ArrayBuffer | ReadableStream<Uint8Array>

/** A stream is read into memory: its length is not known before. */
export async function blobOf(bytes: string | Bytes, type = ''): Promise<Blob> {
  if (bytes instanceof Blob) return bytes
  if (bytes instanceof ReadableStream) return new Response(bytes).blob()
  return new Blob([bytes as Uint8Array<ArrayBuffer>], { type })
}

/** As the file names itself, if it does. */
export const nameOf = (bytes: unknown): string | undefined =>
  typeof File !== 'undefined' && bytes instanceof File && bytes.name !== '' ? bytes.name : undefined

type Fields = Record<string, unknown>

/**
 * `FormData` writes quotes and ends of lines like this, and a percent sign as it is; a backslash stands for itself and for
 * what comes after it. Of such a name nobody can tell what it was.
 */
const ambiguous = /\\|%(?:22|0A|0D)/i

/** A form with a new file and what is said of it. What its name is, is said in a field where the form can't tell. */
export function newFileForm(field: string, file: Blob, fields: Fields, fileName: string): FormData {
  const filename = ambiguous.test(fileName) ? fileName : undefined
  return formOf(field, file, { ...fields, filename }, fileName)
}

/** A form with a file and what is said of it. */
export function formOf(field: string, file: Blob, fields: Fields, fileName: string): FormData {
  const form = new FormData()
  for (const [name, text] of Object.entries(textsOf(fields))) form.append(name, text)
  form.append(field, file, fileName)
  return form
}

/** Fields of forms and of tus are texts: null is an empty one, objects are JSON, names have commas, empty lists are none. */
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
