import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { unlessChanging } from '../jobs/large-change.ts'

/** A counter that is stored beside the rows it counts. */
export type KeptCount = {
  what: string
  table: string
  /** SQL condition that the counter of a row is wrong. `r` is the row. */
  isWrong: RawBuilder<boolean>
  /** The column and its correct value. */
  column: string
  value: RawBuilder<unknown>
}

/** All stored counters. Each counter can be recomputed from the rows, so fixing it loses nothing. */
export const keptCounts: readonly KeptCount[] = [
  {
    what: 'folders with a wrong assets_count',
    table: 'folders',
    column: 'assets_count',
    value: assetsIn(),
    isWrong: sql`r.assets_count <> ${assetsIn()}`,
  },
  {
    what: 'folders with a wrong folders_count',
    table: 'folders',
    column: 'folders_count',
    value: foldersIn(),
    // Folders that were trashed with their parent are counted when the parent is restored
    // (folders/restore.ts).
    isWrong: sql`r.deleted_at is null and r.folders_count <> ${foldersIn()}`,
  },
  {
    what: 'collections with a wrong items_count',
    table: 'collections',
    column: 'items_count',
    value: itemsIn(),
    isWrong: sql`r.items_count <> ${itemsIn()}`,
  },
  ...(['asset', 'template'] as const).flatMap(tagCounts),
  {
    what: 'companies with a wrong storage usage',
    table: 'companies',
    column: 'stored_bytes',
    value: storedBytes(),
    isWrong: sql`r.stored_bytes <> ${storedBytes()}`,
  },
]

function assetsIn() {
  return sql`(
    select count(*) from assets a where a.company_id = r.company_id and a.folder_id = r.id and a.deleted_at is null)`
}

function itemsIn() {
  return sql`(
    select count(*) from collection_items i join assets a on a.company_id = i.company_id and a.id = i.id
    where i.company_id = r.company_id and i.collection_id = r.id and a.deleted_at is null)`
}

function foldersIn() {
  return sql`(
    select count(*) from folders c where c.company_id = r.company_id and c.parent_id = r.id and c.deleted_at is null)`
}

/**
 * A tag counts its taggings outside the trash, and each tagged row records whether it has any
 * (tags/counts.ts).
 */
function tagCounts(noun: 'asset' | 'template'): KeptCount[] {
  const [things, taggings] = [sql.table(`${noun}s`), sql.table(`${noun}_taggings`)]
  const tagged = sql`(
    select count(*) from ${taggings} g join ${things} t on t.company_id = g.company_id and t.id = g.id
    where g.company_id = r.company_id and g.tag_id = r.id and t.deleted_at is null)`
  const tags = sql`(select count(*) from ${taggings} g where g.company_id = r.company_id and g.id = r.id)`
  return [
    {
      what: `tags with a wrong count of ${noun}s`,
      table: `${noun}_tags`,
      column: `${noun}s_count`,
      value: tagged,
      isWrong: sql`${sql.ref(`r.${noun}s_count`)} <> ${tagged}`,
    },
    {
      what: `${noun}s whose tag count is zero despite tags, or the reverse`,
      table: `${noun}s`,
      column: 'tags_count',
      value: tags,
      isWrong: sql`(r.tags_count > 0) <> (${tags} > 0)`,
    },
  ]
}

function storedBytes() {
  return sql`(
    select coalesce(sum(size), 0) from (
      select size from (select distinct on (file_key) size from asset_versions where company_id = r.id) assets
      union all
      select size from (select distinct on (file_key) size from template_versions where company_id = r.id) documents
    ) files)`
}

const ofCompany = (table: string, companyId: CompanyId) =>
  sql`${sql.ref(table === 'companies' ? 'r.id' : 'r.company_id')} = ${companyId}`

/** The company's rows whose counter is wrong. Undefined during a large change. */
export async function wrongRows(
  trx: Trx,
  companyId: CompanyId,
  { table, isWrong }: KeptCount,
): Promise<{ id: Uuid }[]> {
  const wrong = sql`
    select id from ${sql.table(table)} r where ${ofCompany(table, companyId)} and ${isWrong}`
  const { rows } = await unlessChanging(companyId, wrong).execute(trx)
  return rows
}

/**
 * Recomputes a wrong counter.
 * @param ids the rows to recompute. Default: all of the company's rows, for which other writes wait.
 */
export async function recountOne(
  trx: Trx,
  companyId: CompanyId,
  { table, column, value, isWrong }: KeptCount,
  ids?: readonly Uuid[],
): Promise<void> {
  const isAsked = ids ? sql`r.id = any(${ids}::uuid[])` : sql`true`
  await sql`
    update ${sql.table(table)} r set ${sql.ref(column)} = ${value}
    where ${ofCompany(table, companyId)} and ${isAsked} and ${isWrong}`.execute(trx)
}

export async function recount(trx: Trx, companyId: CompanyId): Promise<void> {
  for (const kept of keptCounts) await recountOne(trx, companyId, kept)
}
