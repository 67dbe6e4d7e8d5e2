import { type Api, ApiError } from '../api.ts'
import type { Folder } from '../resources.gen.ts'
import { isSameName } from '../same-name.ts'

/** Lists the folders in one; `root` for those at the top. */
type ListFolders = (parentId: string) => Promise<Folder[]>

/**
 * Finds folders by their names below one, and makes those that are not there, each once.
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
    // What failed is tried anew by the next.
    asked.catch(() => known.delete(key))
    return asked
  }

  async function folderNamed(parentId: string | null, name: string): Promise<string> {
    try {
      return (await api.post<{ data: Folder }>('/folders', { name, parent_id: parentId })).data.id
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 422) throw error
      const folder = (await list(parentId ?? 'root')).find((one) => isSameName(one.name, name))
      if (!folder) throw error
      return folder.id
    }
  }
}
