import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { entryDigest, sha256Of } from './digest.ts'
import { ArchiveError } from './manifest.ts'
import { tarEntries } from './tar-entries.ts'

/** Maximum size of a text entry, which is held in memory. */
const textBytesMax = 64 * 1024 * 1024

export type Entry = {
  name: string
  size: number
  /** @throws {ArchiveError} when the entry is too long. */
  text(): Promise<string>
  /** Yields the bytes. The checksum is known after all bytes were read. */
  body(): AsyncIterable<Uint8Array>
  sha256(): string
}

/**
 * Reads the entries of a tar archive. Read each entry to its end before the next one.
 * @throws {ArchiveError} for anything except a plain file, because an archive contains no links, devices or
 * directories.
 */
export function entriesOf(source: Readable) {
  const digest = entryDigest()

  async function* entries(): AsyncGenerator<Entry> {
    for await (const { header, body } of tarEntries(source)) {
      const { name, size, type } = header
      if (type !== 'file')
        throw new ArchiveError(`The archive contains an entry that is not a file: ${shown(name)}.`)
      let sha256: string | undefined
      const note = (sum: string) => {
        sha256 = sum
        digest.add(name, size, sum)
      }
      yield {
        name,
        size,
        async text() {
          if (size > textBytesMax)
            throw new ArchiveError(`An entry of the archive is too large: ${shown(name)}.`)
          const bytes = new Uint8Array(await new Response(body).arrayBuffer())
          note(sha256Of(bytes))
          return utf8.decode(bytes)
        },
        async *body() {
          const sum = createHash('sha256')
          for await (const chunk of body) {
            sum.update(chunk)
            yield chunk
          }
          note(sum.digest('hex'))
        },
        sha256: () => sha256!,
      }
    }
  }

  return { entries: entries(), digest }
}

/** Names that are not UTF-8 come from a damaged archive. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Shortens untrusted text and removes terminal control characters. */
export const shown = (text: string) => text.replace(/\p{Cc}/gu, '?').slice(0, 100)
