import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createDirectory } from '../disk/create-directory.ts'
import { dayMs } from '../durations.ts'

const abandonedAfterMs = dayMs

/** Creates the directory for incoming uploads and removes files that an interrupted process left in it. */
export async function openIncoming(directory: string, now: number): Promise<void> {
  createDirectory(directory)
  const entries = await readdir(directory, { withFileTypes: true })
  for (const entry of entries) {
    if (entry.isDirectory()) continue
    const path = join(directory, entry.name)
    // Another process may delete or complete a file at the same moment.
    const found = await stat(path).catch(() => undefined)
    if (!found || now - found.mtimeMs > abandonedAfterMs) await rm(path, { force: true })
  }
}

/**
 * Sweeps the node's own directory daily, so that leftovers are deleted within two days.
 * @returns a function that stops the sweep.
 */
export function sweepIncomingDaily(directory: string, onError: (error: unknown) => void): () => void {
  const sweep = () => void openIncoming(directory, Date.now()).catch(onError)
  const timer = setInterval(sweep, dayMs)
  return () => clearInterval(timer)
}
