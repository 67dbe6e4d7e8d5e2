import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import type { CompanyId } from '../ids.ts'

/**
 * Contradictions between the rows of a company. They are not fixed automatically, because it is unknown which row is
 * right.
 */
export const rowFaults: Record<string, RawBuilder<unknown>> = {
  'assets whose current version is missing or has another file': sql`
    select id from assets a where not exists (
      select from asset_versions v where v.company_id = a.company_id and v.asset_id = a.id
        and v.version = a.version and v.file_key = a.file_key and v.checksum = a.checksum)`,
  'templates whose current version is missing': sql`
    select id from templates t where not exists (
      select from template_versions v where v.company_id = t.company_id and v.template_id = t.id
        and v.version = t.version)`,
  'folders whose path does not match their parent': sql`
    select f.id from folders f left join folders p on p.company_id = f.company_id and p.id = f.parent_id
    where f.deleted_at is null and (f.path, f.depth) <> (
      coalesce(p.path, '') || '/' || f.name, coalesce(p.depth, 0) + 1)`,
  'kits whose colors do not have the positions 0, 1, 2 …': sql`
    select brand_kit_id as id from brand_kit_colors group by brand_kit_id
    having min(position) <> 0 or max(position) <> count(*) - 1 or count(distinct position) <> count(*)`,
  'idempotency keys without a response': sql`select key as id from idempotency_keys where answer is null`,
  'finished uploads whose asset is missing': sql`
    select id from uploads u where asset_id is not null and not exists (
      select from assets a where a.company_id = u.company_id and a.id = u.asset_id)`,
}

/** The company's version, its number of events, and the newest `seq`. All three should be equal. */
export async function changesOf(trx: Trx, companyId: CompanyId) {
  const { rows } = await sql<{ version: number; events: number; newest: number }>`
    select version, (select count(*) from events) as events, (select coalesce(max(seq), 0) from events) as newest
    from companies where id = ${companyId}`.execute(trx)
  return rows[0]!
}
