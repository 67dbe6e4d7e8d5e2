import { z } from 'zod'
import type { JsonRow } from '../db/tenancy.ts'
import { searchAsked } from '../db/words.ts'
import { idInBody, nameText } from '../http/body.ts'
import { listEndpoint, resource } from '../http/list-endpoint.ts'
import { nounEndpoint } from '../http/noun-endpoint.ts'
import { changeEndpoint, createEndpoint, deleteEndpoint, oneEndpoint } from '../http/one-endpoint.ts'
import { askTrash, flag, folderId, searchText, trashParameters } from '../http/parameters.ts'
import { Id, Time, time, timeOrNull } from '../http/wire.ts'
import { publicId } from '../ids.ts'
import { createFolder as insertFolder } from './create.ts'
import { moveFolder } from './move.ts'
import { type FolderRow, folders } from './queries.ts'
import { restoreFolder as restoreFolderTree } from './restore.ts'
import { trashFolder } from './trash.ts'

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
    deleted_at: Time.nullable().describe('When it was put into the trash.'),
  })
  .meta({ id: 'Folder' })

const foldersResource = resource({
  kind: 'folder',
  isKept: true,
  path: '/folders',
  scope: 'assets:read',
  group: 'Folders',
  nouns: ['folder', 'folders'],
  item: Folder,
  sorts: ['-created_at', 'updated_at', 'name'],
  filters: {
    search: searchText.optional().describe('Words of the name, or their beginnings.'),
    parent_id: folderId.optional().describe('Only the folders in this one; `root` for those in none.'),
    ...trashParameters,
  },
  find: folders,
  ask: ({ search, parent_id, with_trashed, only_trashed }) => ({
    search: searchAsked(search),
    ...askTrash({ with_trashed, only_trashed }),
    ...(parent_id === 'root' ? { at_root: true } : { parent: parent_id }),
  }),
  present: presentFolder,
})

export const listFolders = listEndpoint(foldersResource)
export const getFolder = oneEndpoint(foldersResource)

const folderName = nameText
  .refine((name) => !name.includes('/'), 'must not contain a slash.')
  .describe('One line without slashes; unique in its folder, whatever its case and accents.')

const NewFolder = z.strictObject({
  name: folderName,
  parent_id: idInBody('folder')
    .nullable()
    .default(null)
    .describe('The folder that it is in; null at the root.'),
})

export const createFolder = createEndpoint(foldersResource, {
  scope: 'assets:write',
  conflict: 'still_changing',
  body: NewFolder,
  create: ({ trx, companyId, body, now }) =>
    insertFolder(trx, companyId, { name: body.name, parentId: body.parent_id, createdAt: now }),
})

export const changeFolder = changeEndpoint(foldersResource, {
  scope: 'assets:write',
  description:
    'Renames or moves it, with everything below it. Where there are more than 500 folders below it, the answer is 202 ' +
    'with a `job`: the folder itself is moved at once, the others follow, each with its event.',
  conflict: 'still_changing',
  mayFollow: true,
  body: z.strictObject({ name: folderName.optional(), parent_id: idInBody('folder').nullable().optional() }),
  change: ({ body, ...context }) =>
    moveFolder({ ...context, body }, { name: body.name, parentId: body.parent_id }),
})

export const deleteFolder = deleteEndpoint(foldersResource, {
  scope: 'assets:write',
  summary: 'Put a folder into the trash.',
  description:
    'It must be empty (409 says how much is in it), or `recursive=true` takes what is in it along. It may be restored for ' +
    'some days. While something in it is used elsewhere it stays: 409, with where it is used. Of a folder with more than ' +
    '500 assets and folders the answer is 202 with a `job`: the folder itself is gone at once, its content follows, each ' +
    'resource with its event.',
  conflict: 'not_empty',
  mayFollow: true,
  query: z.object({ recursive: flag.optional().describe('With all that is in it.') }),
  remove: ({ query, ...context }) => trashFolder(context, query.recursive ?? false),
})

export const restoreFolder = nounEndpoint(foldersResource, {
  noun: 'restoration',
  scope: 'assets:write',
  summary: 'Bring a folder back from the trash.',
  description:
    'With all that went into the trash with it. It comes back to where it was, or to the root when the folder that it was ' +
    'in is not there any more; 422 on `name` when the name is taken there. Where more than 500 assets and folders come back, ' +
    'the answer is 202 with a `job`: the folder itself is back at once, its content follows, each resource with its event.',
  conflict: 'still_changing',
  mayFollow: true,
  trashed: true,
  act: restoreFolderTree,
})

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
    deleted_at: timeOrNull(row.deleted_at),
  }
}
