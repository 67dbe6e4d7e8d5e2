import { lstat, opendir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { failure } from './failure.ts'
import type { PathFilter } from './path-filter.ts'

export type LocalFile = {
  path: string
  /** The directories of the file, starting with the directory on the command line. */
  folders: string[]
  /** Bytes. */
  size: number
}

/**
 * Lists the given files and the files in the given folders. Folders are searched without hidden files, which
 * are mostly settings, without files of the system, and without symbolic links, which can form cycles. For `.` and
 * `photos/.`, the content is listed without the folder's own name.
 * @param filter receives the path from the folder on the command line, including its name.
 * @param missed receives the error of each unreadable path. Other paths are still listed.
 */
export async function localFiles(
  named: string[],
  filter: PathFilter,
  missed: (path: string, error: unknown) => void,
): Promise<LocalFile[]> {
  const files: LocalFile[] = []

  async function add(path: string, folders: string[]) {
    if (!filter.file([...folders, basename(path)].join('/'))) return
    try {
      const { size } = await stat(path)
      files.push({ path, folders, size })
    } catch (error) {
      missed(path, error)
    }
  }

  for (const path of named) {
    const found = await stat(path).catch((error) => {
      missed(path, error)
      return undefined
    })
    if (!found) continue
    const name = basename(path)
    const visit = { file: add, missed, enters: filter.folder }
    if (found.isDirectory()) await walkFolder(path, name === '.' || name === '..' ? [] : [name], visit)
    else await add(path, [])
  }
  return files.sort((one, other) => (one.path < other.path ? -1 : 1))
}

export type Visit = {
  /** @param folders the path of the directories that contain the file. */
  file(path: string, folders: string[]): Promise<void>
  folder?(path: string, folders: string[]): void
  /** Whether the folder with this path of directories is walked. */
  enters?(path: string): boolean
  /** Skips hidden files, symbolic links, sockets and other special files. */
  leftOut?(path: string, name: string): Promise<void>
  missed(path: string, error: unknown): void
}

/** Files and folders that desktop systems create automatically, in addition to hidden files. */
const systemNames = new Set(['thumbs.db', 'ehthumbs.db', 'desktop.ini', '$recycle.bin', 'icon\r', '__macosx'])

/** Whether a name is hidden, as on Unix (`.DS_Store`, `._photo.jpg`), or the name of a system file. */
const isHidden = (name: string) => name.startsWith('.') || systemNames.has(name.toLowerCase())

export async function walkFolder(directory: string, folders: string[], visit: Visit): Promise<void> {
  try {
    for await (const entry of await opendir(directory)) {
      const path = join(directory, entry.name)
      if (isHidden(entry.name)) await visit.leftOut?.(path, entry.name)
      else if (await isGarbled(path))
        visit.missed(path, failure('Its name is not valid UTF-8. Rename the file.'))
      else if (entry.isDirectory() && visit.enters?.([...folders, entry.name].join('/')) === false) continue
      else if (entry.isDirectory()) {
        visit.folder?.(path, [...folders, entry.name])
        await walkFolder(path, [...folders, entry.name], visit)
      } else if (entry.isFile()) await visit.file(path, folders)
      else await visit.leftOut?.(path, entry.name)
    }
  } catch (error) {
    visit.missed(directory, error)
  }
}

/** Invalid bytes are decoded as `\ufffd`, and no file exists under the decoded name. */
const isGarbled = async (path: string) =>
  path.includes('\ufffd') &&
  (await lstat(path).then(
    () => false,
    () => true,
  ))
