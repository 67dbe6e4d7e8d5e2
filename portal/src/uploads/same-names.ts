import type { Asset, Page } from '../../../sdk/src/index.ts'
import type { Api } from '../api.ts'
import type { SameName } from './task.ts'

const pageSize = 100
/** Maximum number of pages. In a larger folder, only the newest assets are compared. */
const pagesMax = 20

type Named = Pick<Asset, 'id' | 'filename' | 'size'>

/** Finds assets by the names of their files. Each folder is read once. */
export function namesIn(api: Api) {
  const known = new Map<string | null, Promise<ReadonlyMap<string, SameName>>>()
  return async (folderId: string | null, name: string): Promise<SameName | undefined> => {
    const names = known.get(folderId) ?? read(api, folderId)
    known.set(folderId, names)
    // A failure is not cached, so the next file retries.
    names.catch(() => known.delete(folderId))
    return (await names).get(keyOf(name))
  }
}

async function read(api: Api, folderId: string | null): Promise<ReadonlyMap<string, SameName>> {
  const names = new Map<string, SameName>()
  let cursor: string | null | undefined
  for (let pages = 0; cursor !== null && pages < pagesMax; pages++) {
    const query = { folder_id: folderId ?? 'root', fields: 'id,filename,size', per_page: pageSize, cursor }
    const page: Page<Named> = await api.get('/assets', { query })
    for (const { id, filename, size } of page.data)
      if (!names.has(keyOf(filename))) names.set(keyOf(filename), { id, size })
    cursor = page.meta.next_cursor
  }
  return names
}

const keyOf = (name: string) => name.normalize('NFC').toLowerCase()
