import { AtelierError } from '../errors.ts'
import type { Request } from './request.ts'

/** Thrown when a file has changed since it was selected, and can no longer be read (File API §4). */
const changedFile = (cause: unknown) =>
  new AtelierError('The file changed while it was uploaded. Upload it again.', { code: 'unexpected', cause })

/** Reads a blob into memory. @throws {AtelierError} if it is of a file that has changed. */
export async function readBlob(blob: Blob): Promise<ArrayBuffer> {
  try {
    return await blob.arrayBuffer()
  } catch (error) {
    throw changedFile(error)
  }
}

/**
 * Finds out whether the files of a request can be read. `fetch` does not report it. @throws {AtelierError} if
 * a file cannot be read.
 */
export async function assertReadable(body: Request['body']): Promise<void> {
  const blobs = body instanceof FormData ? [...body.values()] : [body]
  for (const blob of blobs) if (blob instanceof Blob) await readBlob(blob.slice(0, 1))
}
