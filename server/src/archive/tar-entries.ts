import { Readable } from 'node:stream'
import { createTarDecoder } from 'modern-tar'

export type TarEntry = {
  header: { name: string; size: number; type?: string }
  body: ReadableStream<Uint8Array>
}

/** The entries of a tar archive. Each body must be read before the next entry. */
export function tarEntries(source: Readable): AsyncIterable<TarEntry> {
  const bytes = Readable.toWeb(source) as ReadableStream<Uint8Array>
  // The library uses the DOM's web stream types, not Node's. At run time they are the same.
  const entries: unknown = bytes.pipeThrough(createTarDecoder({ strict: true }) as never)
  return entries as AsyncIterable<TarEntry>
}
