import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { syncPath } from '../disk/sync-tree.ts'
import { writeFault } from './faults.ts'

/** Bytes, and where they go: into a directory that is there. */
export type Placed = { path: string; bytes: Uint8Array }

/**
 * Writes many small files, and waits for the disk once for all: file by file, most of the time of an import would be
 * such waits. It blocks the thread while it writes, which with small files takes a third of the time: for commands.
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

/** The file system as a whole, which `sync -f` can do and Node can't; where there is no such command, one by one. */
async function syncAll(directory: string, paths: Iterable<string>) {
  const sync = spawn('sync', ['-f', directory], { stdio: 'ignore' })
  const isSynced = await once(sync, 'exit').then(
    ([code]) => code === 0,
    () => false,
  )
  if (!isSynced) for (const path of paths) syncPath(path)
}
