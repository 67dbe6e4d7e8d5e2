import { queryOptions } from '@tanstack/react-query'
import type { Folder, Page } from '../../../../../sdk/src/index.ts'
import { levelOf } from '../../../query-parameters.ts'
import type { CurrentCompany } from '../../../session.ts'

/** The `folder` parameter in the URL for assets outside of folders. */
export const rootId = 'root'

/** The maximum number of folders shown per level. */
const foldersMax = 2_000
/** The maximum number of folders that a search shows. */
const resultsMax = 50

export const levelQuery = (company: CurrentCompany, parentId: string) =>
  queryOptions({
    queryKey: [company.id, 'folder', 'level', parentId],
    queryFn: ({ signal }) => foldersIn(company, parentId, signal),
  })

export const searchQuery = ({ api, id }: CurrentCompany, words: string) =>
  queryOptions({
    queryKey: [id, 'folder', 'search', words],
    queryFn: async ({ signal }) => {
      const query = { search: words, sort: 'name', per_page: resultsMax }
      return (await api.get<Page<Folder>>('/folders', { query, signal })).data
    },
  })

export async function foldersIn(
  { api }: Pick<CurrentCompany, 'api'>,
  parentId: string,
  signal?: AbortSignal,
) {
  const folders: Folder[] = []
  let cursor: string | null | undefined
  do {
    const query = levelOf(parentId, cursor)
    const page = await api.get<Page<Folder>>('/folders', { query, signal })
    folders.push(...page.data)
    cursor = page.meta.next_cursor
  } while (cursor !== null && folders.length < foldersMax)
  return folders
}

/** Outermost first. */
export const trailQuery = (company: CurrentCompany, folderId: string | undefined) =>
  queryOptions({
    queryKey: [company.id, 'folder', 'trail', folderId],
    queryFn: async ({ signal }) => {
      const trail: Folder[] = []
      for (let id: string | null = folderId ?? null; id !== null; ) {
        const folder: Folder = await company.api.folders.get(id, { signal })
        trail.unshift(folder)
        id = folder.parent_id
      }
      return trail
    },
    enabled: folderId !== undefined && folderId !== rootId,
  })
