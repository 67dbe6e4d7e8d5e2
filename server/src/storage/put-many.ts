import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { syncPath } from '../disk/sync-tree.ts'
import { writeFault } from './file-errors.ts'

/** Bytes and their path, in an existing directory. */
export type Placed = { path: string; bytes: Uint8Array }

/**
 * Writes many small files and syncs once for all, because syncing each file would take most of the time of an
 * import. Blocks the thread while it writes, which takes 33 % of the time for small files, so use it only for
 * commands.
 */
export async function placeMany(files: readonly Placed[], incomingDirectory: string, mode: number) {
  const unfinished: string[] = []
  try {
    for (const { bytes } of files) {
      unfinished.push(join(incomingDirectory, randomUUID()))
      writeFileSync(unfinished.at(-1)!, bytes, { flag: 'wx', mode })
    }
    await syncAll(incomingDirectory, unfinished)
    for (const [at, { path }] of files.entries()) renameSync(unfinished[at]!, path)
    await syncAll(incomingDirectory, new Set(files.map(({ path }) => join(path, '..'))))
  } catch (error) {
    for (const path of unfinished) rmSync(path, { force: true })
    throw writeFault(error)
  }
}

/**
 * Syncs the whole file system, which `sync -f` can do and Node cannot. Without that command, syncs file by
 * file.
 */
async function syncAll(directory: string, paths: Iterable<string>) {
  const sync = spawn('sync', ['-f', directory], { stdio: 'ignore' })
  const isSynced = await once(sync, 'exit').then(
    ([code]) => code === 0,
    () => false,
  )
  if (!isSynced) for (const path of paths) syncPath(path)
}
