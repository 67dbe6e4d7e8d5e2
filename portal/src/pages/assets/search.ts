import type { Query } from '../../../../sdk/src/http/query.ts'
import type { Asset } from '../../../../sdk/src/index.ts'
import { oneOf, only, text } from '../../routes/search.ts'

export const types = ['image', 'video', 'audio', 'document', 'font', 'other'] as const
export const statuses = ['ready', 'processing', 'failed'] as const
export const sorts = ['-created_at', 'created_at', '-updated_at', 'name', '-name'] as const
const views = ['grid', 'table'] as const

/** The library's URL parameters: what is shown, and how. */
export type AssetSearch = {
  /** Folder ID, or `root` for assets outside of folders. Default: all assets. */
  folder?: string
  /** Whether the content of subfolders is shown too. */
  subfolders?: boolean
  q?: string
  type?: Asset['type']
  status?: Asset['status']
  /** Tag IDs; assets must have all of them. */
  tags?: string[]
  sort?: (typeof sorts)[number]
  view?: (typeof views)[number]
  /** The asset whose details are open. */
  asset?: string
  /** Whether the asset fills the window. */
  full?: boolean
}

/** The parameters to change; undefined removes one. */
export type SearchChange = { [Key in keyof AssetSearch]?: AssetSearch[Key] | undefined }

/** Ignores invalid parameters: a URL can be outdated or typed by hand. */
export function assetSearch(search: Record<string, unknown>): AssetSearch {
  return only({
    folder: text(search.folder),
    subfolders: search.subfolders === true ? true : undefined,
    q: search.q === undefined ? undefined : String(search.q),
    type: oneOf(types, search.type),
    status: oneOf(statuses, search.status),
    tags: texts(search.tags),
    sort: oneOf(sorts, search.sort),
    view: oneOf(views, search.view),
    asset: text(search.asset),
    full: search.full === true ? true : undefined,
  })
}

function texts(value: unknown): string[] | undefined {
  const list = [value].flat().filter((one): one is string => typeof one === 'string' && one !== '')
  return list.length > 0 ? list : undefined
}

export const noFilters = { q: undefined, type: undefined, status: undefined, tags: undefined }

export const isFiltered = ({ q, type, status, tags }: AssetSearch) =>
  Boolean(q || type || status || tags?.length)

/** The parameters for the API. A folder shows its direct content; a search in it includes subfolders. */
export function askedBy(search: AssetSearch): Query {
  const { folder, subfolders, q, type, status, tags, sort } = search
  return {
    folder_id: folder,
    recursive: folder !== undefined && (subfolders || isFiltered(search)) ? true : undefined,
    search: q || undefined,
    type,
    status,
    tag: tags,
    tag_mode: tags && 'all',
    sort,
  }
}
