import { lstat, opendir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { failure } from './failure.ts'

export type LocalFile = {
  path: string
  /** Folders that it is in, from the one that was named on. */
  folders: string[]
  /** Bytes. */
  size: number
}

/**
 * The files that were named and those in the folders that were named. In folders, what begins with a dot and links are
 * left out: settings of programs, and ways in a circle. Of `.` and `photos/.` what is in it is meant, not the folder.
 * @param missed is told what can't be read, and the rest goes on.
 */
export async function localFiles(
  named: string[],
  missed: (path: string, error: unknown) => void,
): Promise<LocalFile[]> {
  const files: LocalFile[] = []

  async function add(path: string, folders: string[]) {
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
    const file = add
    if (found.isDirectory())
      await walkFolder(path, name === '.' || name === '..' ? [] : [name], { file, missed })
    else await add(path, [])
  }
  return files.sort((one, other) => (one.path < other.path ? -1 : 1))
}

export type Visit = {
  /** @param folders that it is in. */
  file(path: string, folders: string[]): Promise<void>
  folder?(path: string, folders: string[]): void
  /** What is left out: it begins with a dot, or is a link, a socket or the like. */
  leftOut?(path: string, name: string): Promise<void>
  missed(path: string, error: unknown): void
}

/** Visits what is in a folder and below it. Links are not followed. */
export async function walkFolder(directory: string, folders: string[], visit: Visit): Promise<void> {
  try {
    for await (const entry of await opendir(directory)) {
      const path = join(directory, entry.name)
      if (entry.name.startsWith('.')) await visit.leftOut?.(path, entry.name)
      else if (await isGarbled(path)) visit.missed(path, failure('Its name is no UTF-8: rename it.'))
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

/** Bytes that are no letters are read as `\ufffd`, and by that name nothing is there. */
const isGarbled = async (path: string) =>
  path.includes('\ufffd') &&
  (await lstat(path).then(
    () => false,
    () => true,
  ))
