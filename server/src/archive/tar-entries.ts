import { Readable } from 'node:stream'
import { createTarDecoder } from 'modern-tar'

export type TarEntry = {
  header: { name: string; size: number; type?: string }
  body: ReadableStream<Uint8Array>
}

/** The entries of a tar. Each body must be read before the next entry. */
export function tarEntries(source: Readable): AsyncIterable<TarEntry> {
  const bytes = Readable.toWeb(source) as ReadableStream<Uint8Array>
  // The library uses the DOM's types of web streams, which are not those of Node; at run time there is one kind.
  const entries: unknown = bytes.pipeThrough(createTarDecoder({ strict: true }) as never)
  return entries as AsyncIterable<TarEntry>
}
