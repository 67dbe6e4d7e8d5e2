import { mkdir, open, realpath } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Nobody but the user who runs the server reads what is kept. */
export const directoryMode = 0o700

/** So many directories are remembered whose names are known to be safe. */
const safeDirectoriesMax = 10_000

/**
 * Makes directories of which the names are safe. Whoever finds one there already can't tell whether its maker has
 * synced it: so the first one to use it in this process does, and the others wait for that.
 */
export function directoryMaker(root: string) {
  const safe = new Map<string, Promise<void>>()

  /** A directory is safe when its name in the one above is, and that one is safe too. */
  function makeSafe(path: string): Promise<void> {
    if (path === root) return Promise.resolve()
    const known = safe.get(path)
    if (known) return known
    if (safe.size >= safeDirectoriesMax) safe.clear()
    const parent = dirname(path)
    const made = Promise.all([syncDirectory(parent), makeSafe(parent)]).then(() => {})
    safe.set(path, made)
    made.catch(() => safe.delete(path))
    return made
  }

  return async (path: string) => {
    const made = await mkdir(path, { recursive: true, mode: directoryMode })
    if (made === undefined && safe.has(path)) return safe.get(path)
    if ((await realpath(path)) !== path) throw new Error(`A symbolic link is in the way at ${path}`)
    // New again, if somebody has removed it.
    for (let fresh = path; made !== undefined && fresh.length >= made.length; fresh = dirname(fresh)) {
      safe.delete(fresh)
    }
    await makeSafe(path)
  }
}

/** The names in it survive a power cut then, as the bytes of a synced file do. */
export async function syncDirectory(path: string) {
  const directory = await open(path, 'r')
  await directory.sync().finally(() => directory.close())
}
