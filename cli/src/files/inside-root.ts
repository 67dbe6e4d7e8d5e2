import { constants, existsSync } from 'node:fs'
import { lstat, mkdir, open } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { failure } from './failure.ts'

/**
 * Runs `work` on a file below a directory without following symbolic links. Each directory of the path is
 * opened separately with links disabled, and the file is accessed through the last one.
 * @param root must not be a link, so resolve it first.
 * @param path relative to the root, with slashes.
 * @param work gets a path of the file that is valid until it returns. Paths beside it are in the same
 * directory.
 * @throws {AtelierError} for a path outside the root, and if a directory of the path is a link or a file.
 */
export async function inside<T>(
  root: string,
  path: string,
  work: (path: string) => Promise<T>,
  { isMaking = false } = {},
): Promise<T> {
  const names = path.split('/')
  if (!names.every(isName)) throw failure(`${path} is outside ${root}. Nothing was written.`)
  const name = names.pop()!
  return within(root, names, isMaking, (directory) => work(join(directory, name)))
}

/** Creates the missing directories of a path under the root. '' is the root itself. */
export async function makeDirectory(root: string, folder: string): Promise<void> {
  const names = folder.split('/').filter(Boolean)
  if (!names.every(isName)) throw failure(`${folder} is outside ${root}. Nothing was created.`)
  await within(root, names, true, async () => {})
}

/**
 * The path must be a single component on every system. On Windows, `basename` also strips drives and
 * everything before a backslash.
 */
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
    // Error messages show the path instead of the file descriptor.
    if (error instanceof Error) error.message = error.message.replaceAll(held.path, () => shown)
    throw error
  } finally {
    await held.close()
  }
}

type Held = { path: string; close(): Promise<void> }

/**
 * On Linux, paths through an open directory stay valid when that directory is moved. Other systems only check
 * the path before use.
 */
const hasHandles = existsSync('/proc/self/fd')
const withoutLinks = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW

/**
 * @param shown the name for error messages. @throws {AtelierError} for anything that is not a directory,
 * including a link to a directory.
 */
async function hold(path: string, shown: string): Promise<Held> {
  const refused = () =>
    failure(`${shown} must be a directory, but it is a link or a file. Move or rename it.`)
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
