import { opendir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'

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

  async function walk(directory: string, folders: string[]) {
    try {
      for await (const entry of await opendir(directory)) {
        if (entry.name.startsWith('.')) continue
        const path = join(directory, entry.name)
        if (entry.isDirectory()) await walk(path, [...folders, entry.name])
        else if (entry.isFile()) await add(path, folders)
      }
    } catch (error) {
      missed(directory, error)
    }
  }

  for (const path of named) {
    const found = await stat(path).catch((error) => {
      missed(path, error)
      return undefined
    })
    if (!found) continue
    const name = basename(path)
    if (found.isDirectory()) await walk(path, name === '.' || name === '..' ? [] : [name])
    else await add(path, [])
  }
  return files.sort((one, other) => (one.path < other.path ? -1 : 1))
}
