import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** How long two starts of the same moment look again before one of them gives way. */
const settleMs = 200
const sqliteBusy = 5

export type DataLock = { release(): void }

/** The directory belongs to another process, which the message names in one line. */
export class DataInUseError extends Error {
  override name = 'DataInUseError'

  constructor(directory: string, pid: string) {
    super(`The data in ${directory} is in use by process ${pid}. Stop it first.`)
  }
}

/**
 * Makes this process the only user of a directory. The lock is the kernel's own, on a file that SQLite locks
 * for us (Node has no flock): it ends with its process, however that ends, and no process id can be mistaken
 * for it. The file `pid` beside it only tells whom to stop.
 * @throws {DataInUseError} when somebody else, or this very process, holds the directory already.
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
    return 'unknown' // It has just started and has not written its id yet.
  }
}
