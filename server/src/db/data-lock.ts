import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** How long two processes that start at the same moment retry before one of them gives up. */
const settleMs = 200
const sqliteBusy = 5

export type DataLock = { release(): void }

/** Thrown if another process uses the directory. The message names that process in one line. */
export class DataInUseError extends Error {
  override name = 'DataInUseError'

  constructor(directory: string, pid: string) {
    super(`The data in ${directory} is in use by process ${pid}. Stop it first.`)
  }
}

/**
 * Makes this process the only user of a directory. The lock is a kernel lock on a file, taken by SQLite
 * because Node has no flock. The kernel releases it when the process ends in any way, and reused process IDs
 * do not matter. The `pid` file beside it only tells which process to stop.
 * @throws {DataInUseError} if another process or this process already holds the directory.
 */
export function lockData(directory: string): DataLock {
  const pidFile = join(directory, 'pid')
  const lock = new DatabaseSync(join(directory, 'lock'), { timeout: settleMs })
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== sqliteBusy) throw error
    throw new DataInUseError(directory, readPid(pidFile))
  }
  writeFileSync(pidFile, `${process.pid}\n`)
  return { release: () => lock.close() }
}

function readPid(file: string) {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return 'unknown' // The other process has just started and has not written its ID yet.
  }
}
