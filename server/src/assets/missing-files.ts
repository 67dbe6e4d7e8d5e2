import type { Db } from '../db/database.ts'
import { isKey } from '../storage/storage.ts'
import { orphansAmong } from './reaper.ts'

/** How a missing file was noticed: by an opened link, or by a job that renders. */
export type Reader = 'link' | 'picture'

export type MissingFilesLog = {
  error(about: object, message: string): void
  warn(about: object, message: string): void
}

/**
 * Maximum number of concurrent lookups. A missing file that is noticed while all lookups are in use is reported the
 * next time.
 */
const lookupsMax = 4
const lookedUpMax = 1_000
const lookedUpMs = 60_000

/**
 * Reports missing files to the operator. A link can outlive its asset, so a file counts as missing only while
 * a row references it.
 * @param db can be slow, because no response waits for it.
 * @returns a function that reports a missing file. Each file is logged at most once a minute, and counted
 *   every time.
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
