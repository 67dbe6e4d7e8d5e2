import { z } from 'zod'
import { askMatching } from '../db/filters.ts'
import { searchAsked } from '../db/search-filter.ts'
import type { JsonRow } from '../db/tenancy.ts'
import { actionEndpoint } from '../http/endpoints/action-endpoint.ts'
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  getEndpoint,
} from '../http/endpoints/crud-endpoints.ts'
import { listEndpoint, resource } from '../http/endpoints/list-endpoint.ts'
import { idInBody, nameText } from '../http/schemas/body-fields.ts'
import {
  anyOf,
  askTrash,
  flag,
  folderId,
  searchText,
  trashParameters,
} from '../http/schemas/query-parameters.ts'
import { publicId } from '../ids.ts'
import { Id, Time, time, timeOrNull } from '../wire.ts'
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
    path: z.string().describe('Path from the root, such as `/Campaigns/2026`.'),
    depth: z.int().describe('Level in the folder tree. 1 for a folder at the root.'),
    assets_count: z.int().describe('Number of assets directly in the folder.'),
    folders_count: z.int().describe('Number of direct subfolders.'),
    created_at: Time,
    updated_at: Time,
    deleted_at: Time.nullable().describe('Time of deletion. Null unless the folder is in the trash.'),
  })
  .meta({ id: 'Folder' })

const foldersResource = resource({
  kind: 'folder',
  cacheable: true,
  path: '/folders',
  scope: 'assets:read',
  group: 'Folders',
  nouns: ['folder', 'folders'],
  item: Folder,
  sorts: ['-created_at', 'updated_at', 'name'],
  filters: {
    search: searchText.optional().describe('Search terms. Each term matches any part of a word in the name.'),
    parent_id: anyOf(folderId)
      .optional()
      .describe('ID of the parent folder, or `root` for folders at the root.'),
    ...trashParameters,
  },
  find: folders,
  ask: ({ search, parent_id, with_trashed, only_trashed }) => ({
    search: searchAsked(search),
    ...askTrash({ with_trashed, only_trashed }),
    ...askParent(parent_id),
  }),
  present: presentFolder,
})

function askParent(parents: readonly string[] | undefined) {
  if (!parents?.includes('root')) return askMatching('parent', parents)
  return parents.length === 1
    ? { at_root: true }
    : { parent_or_root: parents.filter((parent) => parent !== 'root') }
}

export const listFolders = listEndpoint(foldersResource)
export const getFolder = getEndpoint(foldersResource)

const folderName = nameText
  .refine((name) => !name.includes('/'), 'must not contain a slash.')
  .describe('Name on a single line, without slashes. Unique within the parent folder, ignoring case.')

const parentId = idInBody('folder').nullable().describe('ID of the parent folder. Null for the root.')

const NewFolder = z.strictObject({ name: folderName, parent_id: parentId.default(null) })

export const createFolder = createEndpoint(foldersResource, {
  scope: 'assets:write',
  description:
    'Creates a folder and returns it. If the parent folder already has a folder with this name, the request returns 422.',
  conflict: 'still_changing',
  body: NewFolder,
  create: ({ trx, companyId, body, now }) =>
    insertFolder(trx, companyId, { name: body.name, parentId: body.parent_id, createdAt: now }),
})

export const changeFolder = changeEndpoint(foldersResource, {
  scope: 'assets:write',
  description:
    'Renames or moves the folder and its subfolders and returns the folder. If the folder has more than 500 ' +
    'subfolders, returns 202 with a `job`. The folder is moved immediately; the job then moves the subfolders and ' +
    'emits an event for each.',
  conflict: 'still_changing',
  mayFollow: true,
  body: z.strictObject({ name: folderName.optional(), parent_id: parentId.optional() }),
  change: ({ body, ...context }) =>
    moveFolder({ ...context, body }, { name: body.name, parentId: body.parent_id }),
})

export const deleteFolder = deleteEndpoint(foldersResource, {
  scope: 'assets:write',
  summary: 'Delete a folder',
  description:
    'Moves the folder to the trash. It can be restored until the trash retention period ends. With ' +
    '`recursive=true`, its assets and subfolders are also deleted. Otherwise, deleting a folder that is not empty returns ' +
    '409 with its `assets_count` and `folders_count`. Deleting a folder with more than 500 assets and subfolders returns ' +
    '202 with a `job`. The folder is deleted immediately; the job then deletes the content and emits an event for ' +
    'each resource. If an asset in the folder is in use, returns 409 with the usages.',
  conflict: 'not_empty',
  mayFollow: true,
  query: z.object({
    recursive: flag.optional().describe('Whether to also delete the assets and subfolders in the folder.'),
  }),
  remove: ({ query, ...context }) => trashFolder(context, query.recursive ?? false),
})

export const restoreFolder = actionEndpoint(foldersResource, {
  operationId: 'restoreFolder',
  action: 'restoration',
  scope: 'assets:write',
  summary: 'Restore a folder',
  description:
    'Restores the folder and the content that was deleted with it to its parent folder, or to the root if the ' +
    'parent no longer exists. Returns the folder. If more than 500 assets and subfolders are restored, returns 202 ' +
    'with a `job`. The folder is restored immediately; the job then restores the content and emits an event for ' +
    'each resource. If another folder there has the same name, a number is added, such as `Posters 2`, unless the ' +
    'request contains a new `name`.',
  conflict: 'still_changing',
  mayFollow: true,
  trashed: true,
  body: z.strictObject({ name: folderName.optional() }),
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
