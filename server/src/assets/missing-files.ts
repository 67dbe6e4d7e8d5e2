import type { Db } from '../db/database.ts'
import { isKey } from '../storage/storage.ts'
import { orphansAmong } from './reaper.ts'

/** Who found a file missing: a link that somebody opened, or a job that makes pictures. */
export type Reader = 'link' | 'picture'

export type MissingFilesLog = {
  error(about: object, message: string): void
  warn(about: object, message: string): void
}

/** Looked up at once; while there are more, a file that is asked for again is noted the next time. */
const lookupsMax = 4
const lookedUpMax = 1_000
const lookedUpMs = 60_000

/**
 * Tells the operator of files that should be there. A link also outlives its file when the asset was deleted: a file
 * counts as missing while a row refers to it.
 * @param db may wait: nobody who is answered waits for it.
 * @returns notes that a file was not found. It is told of once a minute, and counted each time.
 */
export function missingFiles(db: Db, log: MissingFilesLog, count: (reader: Reader) => void) {
  const lookedUp = new Map<string, { isNeeded: boolean; until: number }>()
  const lookingUp = new Set<string>()

  async function lookUp(key: string, reader: Reader) {
    const orphans = await orphansAmong(db, key.split('/')[0]!, [key])
    const isNeeded = orphans.length === 0
    if (lookedUp.size >= lookedUpMax) lookedUp.clear()
    lookedUp.set(key, { isNeeded, until: Date.now() + lookedUpMs })
    if (!isNeeded) return
    count(reader)
    log.error(
      { key, reader },
      'a stored file is missing: restore it from a backup; `atelier-server check` lists all missing files',
    )
  }

  return (key: string, reader: Reader): void => {
    const known = lookedUp.get(key)
    if (known && Date.now() < known.until) {
      if (known.isNeeded) count(reader)
      return
    }
    if (!isKey(key) || lookingUp.has(key) || lookingUp.size >= lookupsMax) return
    lookingUp.add(key)
    lookUp(key, reader)
      .catch((err) => log.warn({ err, key }, 'could not check whether a file is missing'))
      .finally(() => lookingUp.delete(key))
  }
}
