import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, constants as flags } from 'node:fs'
import { type FileHandle, open, opendir, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Locker } from '@tus/server'
import { lazy } from '../lazy.ts'
import { directoryMaker, syncDirectory } from './directories.ts'
import { isAbsent, writeFault } from './file-errors.ts'
import { openIncoming } from './incoming.ts'
import { placeMany } from './put-many.ts'
import { isCompany, isKey, type ListedFile, mustBeKey, type Storage } from './storage.ts'

/** Permissions of stored files: only the server's user can read them. */
const fileMode = 0o600

/** Stores files in `directory`, which is created if it is missing, with `incoming/` for unfinished files. */
export async function openDisk(directory: string, now = Date.now(), locks?: Locker): Promise<Storage> {
  const incomingDirectory = join(directory, 'incoming')
  await openIncoming(incomingDirectory, now)
  // The directory itself can be a link to a bigger disk, but nothing in it can be a link.
  const root = await realpath(directory)
  const makeDirectory = directoryMaker(root)

  /**
   * Syncs the file, renames it, and then syncs its name. Even after a power loss, the file is either complete
   * or missing.
   */
  async function settle(key: string, unfinished: string, file: FileHandle) {
    await file.sync().finally(() => file.close())
    const [path] = placesOf(root, key)
    await makeDirectory(dirname(path))
    await rename(unfinished, path)
    await syncDirectory(dirname(path))
  }

  return {
    incomingDirectory,

    async find(key) {
      if (!isKey(key)) return undefined
      for (const path of placesOf(root, key)) {
        const size = await sizeOf(path)
        if (size === undefined) continue
        return { size, open: (range) => createReadStream(path, range) }
      }
      return undefined
    },

    async put(key, bytes) {
      mustBeKey(key)
      const unfinished = join(incomingDirectory, randomUUID())
      try {
        const file = await open(unfinished, 'wx', fileMode)
        await file.writeFile(bytes).catch((error) => file.close().then(() => Promise.reject(error)))
        await settle(key, unfinished, file)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw writeFault(error)
      }
    },

    async putMany(files) {
      for (const { key } of files) mustBeKey(key)
      const placed = files.map(({ key, bytes }) => ({ path: placesOf(root, key)[0], bytes }))
      for (const directory of new Set(placed.map(({ path }) => dirname(path)))) await makeDirectory(directory)
      await placeMany(placed, incomingDirectory, fileMode)
    },

    async take(key, path) {
      mustBeKey(key)
      try {
        // Anything except a plain file, such as a link, could lead outside.
        const file = await open(path, flags.O_RDWR | flags.O_NOFOLLOW)
        await file.chmod(fileMode)
        await settle(key, path, file)
      } catch (error) {
        throw writeFault(error)
      }
    },

    async remove(keys) {
      for (const key of keys) {
        mustBeKey(key)
        for (const path of placesOf(root, key)) {
          const directory = dirname(path)
          if ((await realpathOf(directory)) === directory) await rm(path, { force: true })
        }
      }
    },

    list: (company) => filesBelow(join(root, company), company),

    async *companies() {
      for await (const entry of await opendir(root))
        if (entry.isDirectory() && isCompany(entry.name)) yield entry.name
    },

    unfinished: lazy(async () => {
      const { openUnfinishedOnDisk } = await import('./unfinished-disk.ts')
      const path = join(root, 'unfinished')
      await makeDirectory(path).catch((error) => {
        throw writeFault(error)
      })
      return openUnfinishedOnDisk(path, locks)
    }),
  }
}

/**
 * The path of a file, and its path in earlier versions, which did not spread a company's files over 256
 * directories. Files at the old path are still found.
 */
function placesOf(root: string, key: string): [spread: string, flat: string] {
  const [company, name] = key.split('/') as [string, string]
  const drawer = createHash('sha256').update(name).digest('hex').slice(0, 2)
  return [join(root, company, drawer, name), join(root, key)]
}

/** Undefined for a missing file, and for a file behind a link, because stored files never are. */
async function sizeOf(path: string): Promise<number | undefined> {
  if ((await realpathOf(path)) !== path) return undefined
  const found = await stat(path).catch(unlessAbsent)
  return found?.isFile() ? found.size : undefined
}

const realpathOf = (path: string) => realpath(path).catch(unlessAbsent)

function unlessAbsent(error: unknown): undefined {
  if (!isAbsent(error)) throw error
}

/**
 * Lists files in one pass, with one entry in memory at a time, because a company can have any number of
 * files. Links are not followed.
 */
async function* filesBelow(path: string, company: string): AsyncGenerator<ListedFile> {
  if ((await realpathOf(path)) !== path) return
  for await (const entry of await opendir(path)) {
    const inside = join(path, entry.name)
    const key = `${company}/${entry.name}`
    if (entry.isDirectory() && basename(path) === company) yield* filesBelow(inside, company)
    if (!entry.isFile() || !isKey(key)) continue
    // The file may have been deleted in the meantime.
    const found = await stat(inside).catch(() => undefined)
    if (found) yield { key, size: found.size, modifiedAt: found.mtime }
  }
}
