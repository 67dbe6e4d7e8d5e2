import { z } from 'zod'
import type { JsonRow } from '../db/tenancy.ts'
import { searchAsked } from '../db/words.ts'
import { listEndpoint, oneEndpoint, resource } from '../http/list-endpoint.ts'
import { folderId, searchText } from '../http/parameters.ts'
import { Id, Time, time } from '../http/wire.ts'
import { publicId } from '../ids.ts'
import { type FolderRow, folders } from './queries.ts'

export const Folder = z
  .object({
    id: Id('folder'),
    name: z.string(),
    parent_id: Id('folder').nullable(),
    path: z.string().describe('Names from the root, `/Campaigns/2026`.'),
    depth: z.int().describe('1 for a folder at the root.'),
    assets_count: z.int().describe('Assets in the folder itself.'),
    folders_count: z.int().describe('Folders in the folder itself.'),
    created_at: Time,
    updated_at: Time,
  })
  .meta({ id: 'Folder' })

const foldersResource = resource({
  kind: 'folder',
  path: '/folders',
  scope: 'assets:read',
  group: 'Folders',
  nouns: ['folder', 'folders'],
  item: Folder,
  sorts: ['-created_at', 'updated_at', 'name'],
  filters: {
    search: searchText.optional().describe('Words of the name, or their beginnings.'),
    parent_id: folderId.optional().describe('Only the folders in this one; `root` for those in none.'),
  },
  find: folders,
  ask: ({ search, parent_id }) => ({
    search: searchAsked(search),
    ...(parent_id === 'root' ? { at_root: true } : { parent: parent_id }),
  }),
  present: presentFolder,
})

export const listFolders = listEndpoint(foldersResource)
export const getFolder = oneEndpoint(foldersResource)

function presentFolder(row: JsonRow<FolderRow>): z.input<typeof Folder> {
  return {
    id: publicId('folder', row.id),
    name: row.name,
    parent_id: row.parent_id && publicId('folder', row.parent_id),
    path: row.path,
    depth: row.depth,
    assets_count: row.assets_count,
    folders_count: row.folders_count,
    created_at: time(row.created_at),
    updated_at: time(row.updated_at),
  }
}
