import { createHash, randomBytes } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Atelier, FinishedRender } from '../../../sdk/src/index.ts'
import { failure } from '../files/failure.ts'

/** Downloads the file of a render. @throws {AtelierError} if its SHA-256 does not match. */
export async function bytesOf(
  atelier: Atelier,
  render: FinishedRender,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const bytes = await atelier.renders.download(render, { signal })
  if (createHash('sha256').update(bytes).digest('hex') !== render.checksum)
    throw failure('The download is damaged. Try again.')
  return bytes
}

/** Writes a file that appears only when it is complete. An existing file is replaced. */
export async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const part = join(dirname(path), `.${basename(path)}.${randomBytes(4).toString('hex')}.part`)
  try {
    await writeFile(part, bytes, { flag: 'wx', flush: true })
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}
