import { constants, existsSync } from 'node:fs'
import { lstat, mkdir, open } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { failure } from './failure.ts'

/**
 * Runs `work` on a file below a directory, in a way that no link can lead elsewhere: each directory on the way is opened
 * by itself, without following links, and the file is reached through the last one.
 * @param root must not be a link itself: resolve it first.
 * @param path below it, with slashes.
 * @param work gets a path for the file, which is valid until it returns. Files beside it have the same directory.
 * @throws {AtelierError} for a path that leads out, and for a link or a file where a directory has to be.
 */
export async function inside<T>(
  root: string,
  path: string,
  work: (path: string) => Promise<T>,
  { isMaking = false } = {},
): Promise<T> {
  const names = path.split('/')
  if (!names.every(isName)) throw failure(`${path} leads out of ${root}: nothing is written there.`)
  const name = names.pop()!
  return within(root, names, isMaking, (directory) => work(join(directory, name)))
}

/** Creates what is missing of a directory below the root, which is also called ''. */
export async function makeDirectory(root: string, folder: string): Promise<void> {
  const names = folder.split('/').filter(Boolean)
  if (!names.every(isName)) throw failure(`${folder} leads out of ${root}: nothing is created there.`)
  await within(root, names, true, async () => {})
}

/** A single step down, on every system: on Windows `basename` also takes off drives and what is before a backslash. */
const isName = (name: string) =>
  !['', '.', '..'].includes(name) && !name.includes('\0') && basename(name) === name

async function within<T>(
  root: string,
  names: readonly string[],
  isMaking: boolean,
  work: (directory: string) => Promise<T>,
): Promise<T> {
  let held = await hold(root, root)
  let shown = root
  try {
    for (const name of names) {
      shown = join(shown, name)
      const deeper = join(held.path, name)
      if (isMaking) await mkdir(deeper).catch(unlessThere)
      const next = await hold(deeper, shown)
      await held.close()
      held = next
    }
    return await work(held.path)
  } catch (error) {
    // The number of a handle says nothing to people.
    if (error instanceof Error) error.message = error.message.replaceAll(held.path, () => shown)
    throw error
  } finally {
    await held.close()
  }
}

type Held = { path: string; close(): Promise<void> }

/** Linux reaches files through a directory that is open, wherever it was moved meanwhile. Elsewhere only a look is possible. */
const hasHandles = existsSync('/proc/self/fd')
const withoutLinks = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW

/** @param shown is what messages call it. @throws {AtelierError} for what is no directory, a link to one too. */
async function hold(path: string, shown: string): Promise<Held> {
  const refused = () => failure(`${shown} is a link or a file, and a directory is to be there: move it away.`)
  if (!hasHandles) {
    if (!(await lstat(path)).isDirectory()) throw refused()
    return { path, close: async () => {} }
  }
  const handle = await open(path, withoutLinks).catch((error) => {
    throw error.code === 'ENOTDIR' || error.code === 'ELOOP' ? refused() : error
  })
  return { path: `/proc/self/fd/${handle.fd}`, close: () => handle.close() }
}

function unlessThere(error: NodeJS.ErrnoException) {
  if (error.code !== 'EEXIST') throw error
}
