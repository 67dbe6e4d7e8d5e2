import type { Query } from '../../../../sdk/src/http/query.ts'
import type { Asset } from '../../../../sdk/src/index.ts'
import { oneOf, only, text } from '../../routes/search.ts'
import { type Review, reviewStates } from '../reviews/states.ts'

export const types = ['image', 'video', 'audio', 'document', 'font', 'other'] as const
export const statuses = ['ready', 'processing', 'failed'] as const
export const orientations = ['landscape', 'portrait', 'square'] as const
export const sorts = ['-created_at', 'created_at', '-updated_at', 'updated_at', 'name', '-name'] as const
export const availabilities = ['available', 'not_yet', 'expired'] as const
const views = ['grid', 'table'] as const

/** Maximum number of properties in a search, and of values of each. Same as in the API. */
const propertiesMax = 10
const propertyValuesMax = 20

export type PropertySearch = Readonly<Record<string, string[]>>

export type AssetSearch = {
  /** Folder ID, or `root` for assets outside of folders. Default: all assets. */
  folder?: string
  /** Collection ID. Shows only its assets, in collection order. */
  collection?: string
  /** Whether the content of subfolders is shown too. */
  subfolders?: boolean
  q?: string
  /** Assets have one of these types. Each of the following parameters works in the same way. */
  type?: Asset['type'][]
  extension?: string[]
  orientation?: (typeof orientations)[number][]
  color?: string[]
  year?: number[]
  status?: Asset['status']
  availability?: Asset['availability'][]
  review?: Review[]
  /** Shows only assets whose rights end within `soonDays`. */
  ends?: 'soon'
  /** Tag IDs; assets must have all of them. */
  tags?: string[]
  untagged?: boolean
  /** Values of custom properties by the names of the API: `region`, `year[gte]`, `year.min`, `owner[exists]`. */
  properties?: PropertySearch
  sort?: (typeof sorts)[number]
  saved?: string
  view?: (typeof views)[number]
  asset?: string
  full?: boolean
  /** The page of a document that fills the window, from 2. */
  page?: number
}

/** The parameters to change. Undefined removes a parameter. */
export type SearchChange = { [Key in keyof AssetSearch]?: AssetSearch[Key] | undefined }

/** Ignores invalid parameters: a URL can be outdated or typed by hand. */
export function assetSearch(search: Record<string, unknown>): AssetSearch {
  return only({
    folder: text(search.folder),
    collection: text(search.collection),
    subfolders: search.subfolders === true ? true : undefined,
    q: search.q === undefined ? undefined : String(search.q),
    type: listOf(search.type, (value) => oneOf(types, value)),
    extension: listOf(search.extension, text),
    orientation: listOf(search.orientation, (value) => oneOf(orientations, value)),
    color: listOf(search.color, text),
    year: listOf(search.year, (value) => (Number.isInteger(value) ? (value as number) : undefined)),
    status: oneOf(statuses, search.status),
    availability: listOf(search.availability, (value) => oneOf(availabilities, value)),
    review: listOf(search.review, (value) => oneOf(reviewStates, value)),
    ends: oneOf(['soon'] as const, search.ends),
    tags: listOf(search.tags, text),
    untagged: search.untagged === true ? true : undefined,
    properties: propertiesIn(search.properties),
    sort: oneOf(sorts, search.sort),
    saved: text(search.saved),
    view: oneOf(views, search.view),
    asset: text(search.asset),
    full: search.full === true ? true : undefined,
    page: isFurtherPage(search.page) ? search.page : undefined,
  })
}

function listOf<Value>(
  value: unknown,
  valid: (one: unknown) => Value | undefined,
): NonNullable<Value>[] | undefined {
  const list = [value].flat().flatMap((one) => valid(one) ?? [])
  return list.length > 0 ? list : undefined
}

function propertiesIn(value: unknown): PropertySearch | undefined {
  const entries = Object.entries(Object(value)).flatMap(([name, values]) => {
    const texts = listOf(values, (one) => (isScalar(one) ? text(String(one)) : undefined))
    return texts === undefined ? [] : [[name, texts.slice(0, propertyValuesMax)] as const]
  })
  return entries.length > 0 ? Object.fromEntries(entries.slice(0, propertiesMax)) : undefined
}

const isFurtherPage = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 1

const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)

export const noFilters = {
  q: undefined,
  type: undefined,
  extension: undefined,
  orientation: undefined,
  color: undefined,
  year: undefined,
  status: undefined,
  availability: undefined,
  review: undefined,
  ends: undefined,
  tags: undefined,
  untagged: undefined,
  properties: undefined,
} satisfies SearchChange

export const isFiltered = (search: SearchChange) =>
  Object.keys(noFilters).some((name) => Boolean(search[name as keyof typeof noFilters]))

/** The parameters for the API. A folder shows its direct content; a search in it includes subfolders. */
export function askedBy(
  search: SearchChange,
  withSubfolders = search.subfolders || isFiltered(search),
): Query {
  const { folder, collection, q, type, extension, orientation, color, year, status, tags, untagged, sort } =
    search
  const { availability, review, ends, properties } = search
  return {
    folder_id: folder,
    collection_id: collection,
    // The root with all subfolders would contain everything.
    recursive: folder !== undefined && folder !== 'root' && withSubfolders ? true : undefined,
    search: q || undefined,
    type,
    extension,
    orientation,
    color,
    year: year?.map(String),
    status,
    availability,
    review,
    ...(ends === 'soon' && endingSoon()),
    tag: tags,
    tag_mode: tags && 'all',
    untagged,
    properties,
    sort,
  }
}

/** Whether the list has the order of a collection. */
export const isOrdered = (search: SearchChange) =>
  search.collection !== undefined && search.sort === undefined && !isFiltered(search)

export const soonDays = 30
const dayMs = 86_400_000

/** Filter for rights that end soon, in whole days, so that the list stays the same for a day. */
function endingSoon(): Query {
  const day = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)
  return { expires_after: day(0), expires_before: day(soonDays + 1) }
}

/** Whether the rights of an asset end soon. */
export const endsSoon = ({ availability, expires_at }: Pick<Asset, 'availability' | 'expires_at'>) =>
  availability === 'available' &&
  expires_at !== null &&
  Date.parse(expires_at) - Date.now() < soonDays * dayMs

/** The parameters for the counts of further values, because selecting a value is a search. */
export const countedBy = (search: SearchChange): Query => askedBy(search, true)
