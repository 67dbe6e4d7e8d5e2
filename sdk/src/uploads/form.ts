import type { OwnBytes } from '../http/own-bytes.ts'

/**
 * File contents: a `Blob` or `File`, bytes, or a stream. Streams of Node (`fs.createReadStream`) are async iterables. The
 * SDK takes no file paths, because it also runs in browsers.
 */
export type Bytes = Blob | Uint8Array | ArrayBuffer | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>

/**
 * A stream, if the contents are a stream.
 * @throws {TypeError} for anything that is not the contents of a file.
 */
export function streamIn(bytes: Bytes): ReadableStream<Uint8Array> | undefined {
  if (bytes instanceof ReadableStream) return bytes
  if (bytes instanceof Blob || bytes instanceof ArrayBuffer || ArrayBuffer.isView(bytes)) return undefined
  if (typeof (bytes as Partial<AsyncIterable<unknown>> | null)?.[Symbol.asyncIterator] === 'function')
    return streamOf(bytes as AsyncIterable<Uint8Array>)
  throw new TypeError(
    typeof bytes === 'string'
      ? 'A file must be a Blob, bytes or a stream, not a string. In Node, read a path with openAsBlob(path) of node:fs.'
      : 'A file must be a Blob, a File, a Uint8Array, an ArrayBuffer or a stream of bytes.',
  )
}

/** Reads only the needed data and ends the source when the upload ends early. */
function streamOf(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next()
      if (done) return controller.close()
      if (!(value instanceof Uint8Array)) {
        await iterator.return?.()
        throw new TypeError('A stream must contain bytes. A Node stream must have no encoding.')
      }
      controller.enqueue(value)
    },
    async cancel() {
      await iterator.return?.()
    },
  })
}

/**
 * Reads a stream into memory, because its length is unknown. Strings are accepted only for text files, such
 * as documents.
 */
export async function blobOf(bytes: string | Bytes, type = ''): Promise<Blob> {
  if (bytes instanceof Blob) return bytes
  const stream = typeof bytes === 'string' ? undefined : streamIn(bytes)
  return stream ? new Response(stream).blob() : new Blob([bytes as OwnBytes], { type })
}

/** Returns the name of a `File`, if it has one. */
export const nameOf = (bytes: unknown): string | undefined =>
  typeof File !== 'undefined' && bytes instanceof File && bytes.name !== '' ? bytes.name : undefined

type Fields = Record<string, unknown>

/**
 * `FormData` encodes quotes and line breaks as these escapes, but does not escape `%` or `\`. A file name
 * that contains these escapes cannot be decoded reliably.
 */
const ambiguous = /\\|%(?:22|0A|0D)/i

/** A form with a new file and its fields. A name that a form cannot encode reliably is sent in the `filename` field. */
export function newFileForm(field: string, file: Blob, fields: Fields, fileName: string): FormData {
  const filename = ambiguous.test(fileName) ? fileName : undefined
  return formOf(field, file, { ...fields, filename }, fileName)
}

export function formOf(field: string, file: Blob, fields: Fields, fileName: string): FormData {
  const form = new FormData()
  for (const [name, text] of Object.entries(textsOf(fields))) form.append(name, text)
  form.append(field, file, fileName)
  return form
}

/**
 * Encodes fields as strings for forms and tus: null as '', objects as JSON, and lists comma-separated. Empty
 * lists are omitted.
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
