import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { revisedAt } from '../db/drawn.ts'
import { commonFilters, commonSorts, equals, live, matching, trashFilters } from '../db/filters.ts'
import { finder, folderLimitFilter } from '../db/finder.ts'
import type { Facet, Filter, Listing, RowsQuery } from '../db/listing.ts'
import { collectedMax } from '../db/page-query.ts'
import { searchFilter } from '../db/search-filter.ts'
import { readableFolders, tenant } from '../db/tenancy.ts'
import type { Uuid } from '../ids.ts'
import { propertyCounts } from '../property-values/facets.ts'
import { propertyFilters } from '../property-values/filters.ts'
import { type PageValues, valuesOfPage } from '../property-values/page-values.ts'
import { type PublicRow, publicValuesOfPage } from '../property-values/public-values.ts'
import { isShareable, reviewOf } from '../reviews/states.ts'
import { tagFilters, untaggedFilters } from '../tags/filters.ts'
import { tagsOfAssets } from '../tags/page-tags.ts'
import { availabilityOf, rightsFilters } from './availability.ts'

type Columns = Awaited<ReturnType<ReturnType<typeof assetRows>['executeTakeFirstOrThrow']>>
export type AssetRow = Columns &
  PageValues & {
    tags: { id: Uuid; name: string; source: 'manual' | 'auto' | 'embedded'; confidence: number | null }[]
  }

/** The asset fields that pages without an account show. */
export type PublicAssetRow = Columns & { properties: PublicRow[] }

/** The published columns. Lists of assets in other orders also use this selection (collections/queries.ts). */
export function assetRows(db: Db) {
  return db
    .selectFrom('assets as r')
    .leftJoin('people as creator', 'creator.id', 'r.created_by')
    .leftJoin('folders as f', (join) =>
      join.onRef('f.company_id', '=', 'r.company_id').onRef('f.id', '=', 'r.folder_id'),
    )
    .select([
      'r.id',
      'r.name',
      'r.type',
      'r.mime_type',
      'r.extension',
      'r.filename',
      'r.removed',
      'r.warnings',
      'r.size',
      'r.width',
      'r.height',
      'r.duration',
      'r.checksum',
      'r.version',
      'r.status',
      'r.file_key',
      'r.renditions',
      'r.folder_id',
      'f.path as folder_path',
      'r.alt_text',
      'r.description',
      'r.copyright',
      'r.license',
      'r.usage_terms',
      'r.releases',
      'r.available_from',
      'r.expires_at',
      'r.external_id',
      'r.focal_point',
      'r.dominant_color',
      'r.page_count',
      'r.orientation',
      'r.has_alpha',
      'r.is_animated',
      'r.embedded',
      'r.metadata',
      'r.translations',
      'r.created_by',
      'creator.name as created_by_name',
      'r.upload_share_id',
      'r.uploader_name',
      'r.created_at',
      'r.updated_at',
      'r.deleted_at',
    ])
    .select([revisedAt.as('revised_at'), availabilityOf('r').as('availability'), reviewOf('r').as('review')])
}

export const assetLists = { tags: tagsOfAssets, ...valuesOfPage('asset') }
export const publicAssetLists = publicValuesOfPage('asset')

const inSubtree: Filter = {
  condition: (folder) => sql`r.folder_id in (${subtree(folder)})`,
  ranges: (folder) => ({ keys: subtree(folder), column: 'folder_id' }),
}

const inAnySubtree: Filter = {
  condition: (folders) => sql`r.folder_id in (${subtrees(folders)})`,
  ranges: (folders) => ({ keys: subtrees(folders), column: 'folder_id' }),
}

const subtrees = (folders: RawBuilder<unknown>) => sql`
  select distinct below.key from unnest(cast(${folders} as uuid[])) asked(id)
  cross join lateral (${subtree(sql`asked.id`)}) below`

/**
 * A subtree is one range of paths ("0" follows "/"). The ends of the range are subselects, because under
 * row-level security, an expression over another row's column would keep PostgreSQL from using the index.
 * During a move of folders, some rows still have their old path (folders/move.ts).
 */
function subtree(folder: RawBuilder<unknown>) {
  const end = (next: string) => sql`(
    select top.path || ${sql.lit(next)} from folders top
    where top.company_id = ${tenant} and top.id = ${folder} and top.deleted_at is null
  )`
  // At most one folder move runs per company.
  const moving = (column: string) => sql`(
    select c.${sql.ref(column)} from large_changes c
    where c.company_id = ${tenant} and (c.moves_to = ${end('')} or c.moves_to > ${end('/')} and c.moves_to < ${end('0')})
    limit 1
  )`
  return sql`
    select cast(${folder} as uuid) as key
    union all
    select f.id from folders f
    where f.company_id = ${tenant} and f.deleted_at is null and f.path > ${end('/')} and f.path < ${end('0')}
    union all
    select f.id from folders f
    where f.company_id = ${tenant} and f.deleted_at is null
      and f.path > ${moving('moves_from')} and f.path < ${moving('moves_until')}`
}

/** Maximum number of folders of a limit whose newest assets are merged. Each asset that is read costs a check. */
const foldersMergedMax = 100

/**
 * The folders that the reader is limited to. Row-level security also hides the other rows, but this filter has
 * ranges, so a page does not read them. The condition compares with an array, which PostgreSQL evaluates before
 * the more expensive policy.
 */
const withinFolderLimit: Filter = {
  condition: () => sql`r.folder_id = any((select ${readableFolders})::uuid[])`,
  ranges: () => ({
    keys: limitedFolders,
    column: 'folder_id',
    keysMax: foldersMergedMax,
    all: sql`
      select id from readable_assets(false, ${sql.lit(collectedMax + 1)}) id where ${tenant} is not null`,
  }),
  first: ({ bound, isInclusive, isDescending, rowsMax }) => sql`
    select id from ${sql.ref(isDescending ? 'newest_readable_assets' : 'oldest_readable_assets')}(
      ${bound}, ${sql.lit(isInclusive)}, ${rowsMax}
    ) id where ${tenant} is not null`,
  count: sql`select count(*) from readable_assets(true) where ${tenant} is not null`,
}

const limitedFolders = sql`select unnest(${readableFolders}) as key where ${tenant} is not null`

const isInCollection = (isAsked: RawBuilder<unknown>) => sql`exists (
  select from collection_items i
  where i.company_id = ${tenant} and i.id = r.id and i.collection_id ${isAsked} offset 0
)`

const inCollection: Filter = {
  condition: (id) => isInCollection(sql`= ${id}`),
  ranges: (id) => ({
    keys: sql`select cast(${id} as uuid) as key`,
    table: 'collection_items',
    column: 'collection_id',
  }),
}

const inAnyCollection: Filter = {
  condition: (ids) => isInCollection(sql`= any(cast(${ids} as uuid[]))`),
  ranges: (ids) => ({
    keys: sql`select key from unnest(cast(${ids} as uuid[])) key`,
    table: 'collection_items',
    column: 'collection_id',
  }),
}

/** Maximum number of values per facet. The most frequent values are returned. */
const facetValuesMax = 100

/** @param name the name of the counted value `f.value`. */
function countsBy(column: string, value = sql`m.${sql.ref(column)}`, name = sql`null`): Facet {
  return {
    columns: [column],
    counts: (rows) => sql`
      select f.value::text as value, ${name} as name, f.count from (
        select ${value} as value, count(*) as count from ${rows} m group by 1
        order by 2 desc, 1 limit ${sql.lit(facetValuesMax)}
      ) f order by f.count desc, f.value`,
  }
}

const folderName = sql`(select n.name from folders n where n.company_id = ${tenant} and n.id = f.value)`
const yearOfCreation = sql`extract(year from m.created_at at time zone 'UTC')::integer`

/**
 * Counts first and then reads each name once. `offset 0` prevents PostgreSQL from reading all tags and
 * taggings.
 */
const tagCounts: Facet = {
  columns: [],
  counts: (rows) => sql`
    select t.id::text as value, t.name, f.count from (
      select g.tag_id, count(*) as count from ${rows} m cross join lateral (
        select g.tag_id from asset_taggings g where g.company_id = ${tenant} and g.id = m.id offset 0
      ) g group by 1
    ) f cross join lateral (
      select t.id, t.name from asset_tags t
      where t.company_id = ${tenant} and t.id = f.tag_id and t.deleted_at is null offset 0
    ) t order by f.count desc, t.name limit ${sql.lit(facetValuesMax)}`,
}

/**
 * Rows whose IDs are within one of these ranges, given as pairs of IDs in ascending order. IDs contain the time, so the
 * index of the list's order finds them.
 */
const createdIn: Filter = {
  condition(bounds) {
    const list = sql`cast(${bounds} as uuid[])`
    return sql`(r.id >= (${list})[1] and r.id < (${list})[cardinality(${list})]
      and width_bucket(r.id, ${list}) % 2 = 1)`
  },
}

/** Matches names of colors, or cells near the given cells (color-parameter.ts). */
const colorsIn = (value: RawBuilder<unknown>, part: 'names' | 'cells') =>
  sql`array(select jsonb_array_elements_text(cast(${value} as jsonb) -> ${sql.lit(part)}))`

const listing = {
  table: 'assets',
  sorts: commonSorts,
  always: live,
  facets: {
    type: countsBy('type'),
    extension: countsBy('extension'),
    orientation: countsBy('orientation'),
    color: countsBy('color'),
    folder_id: countsBy('folder_id', undefined, folderName),
    year: countsBy('created_at', yearOfCreation),
    review: countsBy('review', reviewOf('m')),
    tag: tagCounts,
    properties: propertyCounts('asset'),
  },
  filters: {
    ...commonFilters,
    search: searchFilter('asset'),
    ...tagFilters('asset'),
    ...propertyFilters('asset'),
    ...matching('type'),
    ...matching('status'),
    ...matching('mime_type'),
    ...matching('external_id'),
    ...matching('extension'),
    ...matching('orientation'),
    ...matching('review'),
    color: {
      condition: (value) =>
        sql`(r.color = any(${colorsIn(value, 'names')}) or r.color_cell = any(${colorsIn(value, 'cells')}))`,
      ranges: (value) => ({
        keys: sql`select key from unnest(${colorsIn(value, 'names')}) key`,
        column: 'color',
        also: [{ keys: sql`select key from unnest(${colorsIn(value, 'cells')}) key`, column: 'color_cell' }],
      }),
    },
    created_in: createdIn,
    has_alpha: equals('has_alpha'),
    is_animated: equals('is_animated'),
    in_collection: inCollection,
    in_collection_any: inAnyCollection,
    ...matching('in_folder', 'folder_id', 'uuid', { isIndexed: true }),
    in_subtree: inSubtree,
    in_subtree_any: inAnySubtree,
    in_folder_or_root: {
      condition: (folders) => sql`(r.folder_id is null or r.folder_id = any(cast(${folders} as uuid[])))`,
    },
    [folderLimitFilter]: withinFolderLimit,
    ...untaggedFilters('asset'),
    at_root: { condition: () => sql`r.folder_id is null` },
    ...rightsFilters,
    is_shareable: { condition: () => isShareable('r') },
    ...trashFilters,
  },
} satisfies Omit<Listing<unknown>, 'rows'>

export const assets = finder({
  ...listing,
  rows: assetRows as (db: Db) => RowsQuery<AssetRow>,
  attached: assetLists,
})

export const publicAssets = finder({
  ...listing,
  rows: assetRows as (db: Db) => RowsQuery<PublicAssetRow>,
  attached: publicAssetLists,
})
