import type { ZipEntry } from '../zip/zip-stream.ts'

/**
 * A text file that lists files that a zip lacks, or contains in another form than requested.
 */
export function reportEntry(name: string, count: number, problems: readonly string[]): ZipEntry {
  const lines = [
    `${problems.length.toLocaleString('en')} of ${count.toLocaleString('en')} files are not as requested.`,
    '',
    ...problems,
    '',
  ]
  // Line endings that every editor understands.
  const text = Buffer.from(lines.join('\r\n'))
  return { name, size: text.length, modifiedAt: new Date(), chunks: once(text) }
}

async function* once(text: Uint8Array) {
  yield text
}
