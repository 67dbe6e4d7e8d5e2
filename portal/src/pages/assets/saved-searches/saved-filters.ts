import type { SavedSearch } from '../../../../../sdk/src/index.ts'
import { only } from '../../../routes/search.ts'
import { type AssetSearch, askedBy, assetSearch, isFiltered } from '../search.ts'

type Filters = SavedSearch['filters']

export function filtersOf(search: AssetSearch): Filters {
  const { sort: _, ...filters } = askedBy(search)
  return only(filters)
}

/** Rights that end soon depend on the day, and a saved search has fixed filters. */
export const canSave = (search: AssetSearch) => isFiltered(search) && search.ends === undefined

/** The parameters of the URL, by the names of the API. Their values are lists. */
const lists = ['type', 'extension', 'orientation', 'color', 'availability'] as const

type Opened = {
  search: AssetSearch
  /** Filters that the portal cannot show, because only the API has them. */
  notShown: string[]
}

export function searchOf({ filters, sort }: Pick<SavedSearch, 'filters' | 'sort'>): Opened {
  const {
    folder_id,
    collection_id,
    recursive,
    search: q,
    year,
    status,
    tag,
    tag_mode,
    untagged,
    ...rest
  } = filters
  const { properties, ...others } = rest
  const tags = valuesOf(tag)
  const [folders, collections, statuses] = [folder_id, collection_id, status].map(valuesOf)
  const hasAny = tags.length > 1 && tag_mode !== 'all'
  const given = {
    folder: single(folders!),
    collection: single(collections!),
    subfolders: isTrue(recursive) || undefined,
    q,
    ...Object.fromEntries(lists.map((name) => [name, valuesOf(others[name])])),
    year: valuesOf(year).map(Number),
    status: single(statuses!),
    tags: hasAny ? undefined : tags,
    untagged: isTrue(untagged) || undefined,
    properties,
    sort: sort ?? undefined,
  }
  const notShown = Object.keys(others).filter((name) => !(lists as readonly string[]).includes(name))
  if (hasAny) notShown.push('tag')
  if (folders!.length > 1) notShown.push('folder_id')
  if (collections!.length > 1) notShown.push('collection_id')
  if (statuses!.length > 1) notShown.push('status')
  return { search: assetSearch(given), notShown }
}

/** A filter has one value, values separated by commas, or a list. */
const valuesOf = (value: unknown): string[] =>
  value === undefined ? [] : [value].flat().flatMap((one) => String(one).split(','))

const single = (values: readonly string[]) => (values.length === 1 ? values[0] : undefined)
const isTrue = (value: unknown) => ['true', '1'].includes(String(value))

/** Whether the filters of the URL are those of the saved search. */
export function isUnchanged(search: AssetSearch, saved: SavedSearch): boolean {
  const own = searchOf(saved)
  return (
    own.notShown.length === 0 && JSON.stringify(filtersOf(search)) === JSON.stringify(filtersOf(own.search))
  )
}
