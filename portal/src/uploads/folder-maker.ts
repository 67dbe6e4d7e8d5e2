import { type Folder, isSameName, ValidationError } from '../../../sdk/src/index.ts'
import type { Api } from '../api.ts'

/** Lists the subfolders of a folder; `root` for the root. */
type ListFolders = (parentId: string) => Promise<Folder[]>

/**
 * Finds folders by name and creates missing ones, each only once.
 * @param top is null for the root.
 */
export function folderMaker(api: Api, list: ListFolders, top: string | null) {
  const known = new Map<string, Promise<string | null>>()
  return function folderOf(names: readonly string[]): Promise<string | null> {
    if (names.length === 0) return Promise.resolve(top)
    const key = names.join('/')
    const asked =
      known.get(key) ?? folderOf(names.slice(0, -1)).then((parent) => folderNamed(parent, names.at(-1)!))
    known.set(key, asked)
    // A failure is not cached, so the next file retries.
    asked.catch(() => known.delete(key))
    return asked
  }

  async function folderNamed(parentId: string | null, name: string): Promise<string> {
    try {
      return (await api.folders.create({ name, parent_id: parentId })).id
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error
      const folder = (await list(parentId ?? 'root')).find((one) => isSameName(one.name, name))
      if (!folder) throw error
      return folder.id
    }
  }
}
