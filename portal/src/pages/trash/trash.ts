import type { Query } from '../../../../sdk/src/http/query.ts'
import { listQuery, totalQuery } from '../../lists.ts'
import type { TrashKind } from '../../routes/search.ts'
import type { CurrentCompany } from '../../session.ts'

export type Trashed = {
  id: string
  name: string
  thumbnail_url?: string | null
  deleted_at: string
  folder_path?: string | null
  folder_id?: string | null
  path?: string
}

/** The type in the change feed, and the scope for restoring. */
const kinds = {
  assets: { type: 'asset', scope: 'assets:write' },
  templates: { type: 'template', scope: 'templates:write' },
  folders: { type: 'folder', scope: 'library:write' },
  'asset-tags': { type: 'asset_tag', scope: 'library:write' },
  tags: { type: 'template_tag', scope: 'templates:write' },
} as const satisfies Record<TrashKind, { type: string; scope: string }>

export const typeOf = (kind: TrashKind) => kinds[kind].type

export const mayRestore = (company: CurrentCompany, kind: TrashKind) => company.can(kinds[kind].scope)

/** Whether a person can delete from the trash, which requires permission to change the whole library. */
export const mayPurge = (company: CurrentCompany) =>
  company.can('assets:write') && company.can('templates:write')

const trashed: Query = { only_trashed: true, sort: '-updated_at' }

export const trashQuery = (company: CurrentCompany, kind: TrashKind) =>
  listQuery<Trashed>(company, kinds[kind].type, `/${kind}`, trashed)

export const trashTotalQuery = (company: CurrentCompany, kind: TrashKind) =>
  totalQuery(company, kinds[kind].type, `/${kind}`, trashed)

/** The path of the original folder. Undefined if there was no folder. */
export function pathOf({ folder_path, path }: Trashed): string | undefined {
  if (path !== undefined) return parentOf(path)
  if (folder_path === undefined) return undefined
  return folder_path ?? '/'
}

/** `/` for a folder at the top level. */
export const parentOf = (path: string) => path.slice(0, path.lastIndexOf('/')) || '/'

const dayMs = 86_400_000

/** Days until the permanent deletion, rounded up; 0 when it is due. */
export const daysLeft = (deletedAt: string, days: number) =>
  Math.max(0, Math.ceil((Date.parse(deletedAt) + days * dayMs - Date.now()) / dayMs))
