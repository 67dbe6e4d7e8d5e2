import { createHash } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { LocalFile } from './local-files.ts'

/** SHA-256 of a file, in hex. @param moved is told how many bytes are read. */
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

/** As many bytes as the SDK sends in one request. */
const smallBytesMax = 8 * 1024 * 1024

/** Whether it goes in one request, and is in memory meanwhile. */
export const isSmall = ({ size }: { size: number }) => size <= smallBytesMax

export type Content = { bytes: Blob; checksum: string }

/** What is to be sent and its SHA-256. A small file is read once for both, a large one again as it goes. */
export async function contentOf(file: LocalFile, signal: AbortSignal): Promise<Content> {
  const { path } = file
  if (!isSmall(file)) return { checksum: await checksumOf(path, signal), bytes: await openAsBlob(path) }
  const bytes = await readFile(path, { signal })
  return { checksum: createHash('sha256').update(bytes).digest('hex'), bytes: new Blob([bytes]) }
}
