import { mkdir, open, realpath } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Permissions of directories: only the server's user can read them. */
export const directoryMode = 0o700

/** Maximum number of directories that are known to have synced names. */
const safeDirectoriesMax = 10_000

/**
 * Creates directories with synced names. It is unknown whether the creator of an existing directory has
 * synced its name, so the first user in this process syncs it, and the others wait.
 */
export function directoryMaker(root: string) {
  const safe = new Map<string, Promise<void>>()

  /** A directory is durable when its name is synced in its parent, and the parent is durable. */
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
    if ((await realpath(path)) !== path) throw new Error(`The path contains a symbolic link: ${path}`)
    // The directory is new again if it was deleted.
    for (let fresh = path; made !== undefined && fresh.length >= made.length; fresh = dirname(fresh)) {
      safe.delete(fresh)
    }
    await makeSafe(path)
  }
}

/** Syncs a directory. The names in it then survive a power loss, like the bytes of a synced file. */
export async function syncDirectory(path: string) {
  const directory = await open(path, 'r')
  await directory.sync().finally(() => directory.close())
}
