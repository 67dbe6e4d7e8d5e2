import { createHash } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { LocalFile } from './local-files.ts'

/** SHA-256 of a file, in hex. @param moved receives the number of bytes read so far. */
export async function checksumOf(
  path: string,
  signal: AbortSignal,
  moved?: (bytes: number) => void,
): Promise<string> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(path, { signal })) {
    hash.update(chunk)
    bytes += chunk.length
    moved?.(bytes)
  }
  return hash.digest('hex')
}

/** The largest file that the SDK sends in one request. */
const smallBytesMax = 8 * 1024 * 1024

/** Whether a file is sent in one request, from memory. */
export const isSmall = ({ size }: { size: number }) => size <= smallBytesMax

export type Content = { bytes: Blob; checksum: string }

/**
 * The content to send and its SHA-256. A small file is read once for both; a large file is read again while
 * it is sent.
 */
export async function contentOf(file: LocalFile, signal: AbortSignal): Promise<Content> {
  const { path } = file
  if (!isSmall(file)) {
    // The file is opened first, because a blob cannot be read after its file has changed.
    const bytes = await openAsBlob(path)
    return { checksum: await checksumOf(path, signal), bytes }
  }
  const bytes = await readFile(path, { signal })
  return { checksum: createHash('sha256').update(bytes).digest('hex'), bytes: new Blob([bytes]) }
}
