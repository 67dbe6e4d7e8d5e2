import { sql } from 'kysely'
import type { Db } from '../../server/src/db/database.ts'
import { asCompany } from '../../server/src/db/tenancy.ts'
import type { CompanyId } from '../../server/src/ids.ts'

/** Each finds rows that must not be. */
const faults: Record<string, ReturnType<typeof sql>> = {
  'assets whose version is not there, or is another file': sql`
    select id from assets a where not exists (
      select from asset_versions v where v.company_id = a.company_id and v.asset_id = a.id
        and v.version = a.version and v.file_key = a.file_key and v.checksum = a.checksum)`,
  'templates whose version is not there': sql`
    select id from templates t where not exists (
      select from template_versions v where v.company_id = t.company_id and v.template_id = t.id
        and v.version = t.version)`,
  'folders that count other assets than they hold': sql`
    select id from folders f where assets_count <> (
      select count(*) from assets a where a.company_id = f.company_id and a.folder_id = f.id
        and a.deleted_at is null)`,
  // What went into the trash with its folder is counted when it comes back (folders/restore.ts).
  'folders that count other folders than they hold': sql`
    select id from folders f where deleted_at is null and folders_count <> (
      select count(*) from folders c where c.company_id = f.company_id and c.parent_id = f.id
        and c.deleted_at is null)`,
  'folders that are not where their path says': sql`
    select f.id from folders f left join folders p on p.company_id = f.company_id and p.id = f.parent_id
    where f.deleted_at is null and (f.path, f.depth) <> (
      coalesce(p.path, '') || '/' || f.name, coalesce(p.depth, 0) + 1)`,
  ...tagFaults('asset'),
  ...tagFaults('template'),
  'kits whose colors stand at other places than 0, 1, 2 …': sql`
    select brand_kit_id as id from brand_kit_colors group by brand_kit_id
    having min(position) <> 0 or max(position) <> count(*) - 1 or count(distinct position) <> count(*)`,
  'companies that count other bytes than they keep': sql`
    select id from companies c where stored_bytes <> (
      select coalesce(sum(size), 0) from (
        select distinct on (file_key) size from asset_versions
        union all select size from (select distinct on (file_key) size from template_versions) documents
      ) files) and id = current_setting('app.company_id')::uuid`,
  'companies whose newest change is not the last': sql`
    select id from companies c where id = current_setting('app.company_id')::uuid and (
      version <> (select count(*) from events) or version <> (select coalesce(max(seq), 0) from events))`,
  'keys of requests without an answer': sql`select key as id from idempotency_keys where answer is null`,
  'uploads that became an asset that is not there': sql`
    select id from uploads u where asset_id is not null and not exists (
      select from assets a where a.company_id = u.company_id and a.id = u.asset_id)`,
}

/** Tags count what is not in the trash, and what carries them says so with any number (tags/counts.ts). */
function tagFaults(noun: 'asset' | 'template') {
  const [things, tags, taggings] = [`${noun}s`, `${noun}_tags`, `${noun}_taggings`].map((name) =>
    sql.table(name),
  )
  return {
    [`tags that count other ${noun}s than carry them`]: sql`
      select id from ${tags} t where ${sql.ref(`${noun}s_count`)} <> (
        select count(*) from ${taggings} g join ${things} r on r.company_id = g.company_id and r.id = g.id
        where g.company_id = t.company_id and g.tag_id = t.id and r.deleted_at is null)`,
    [`${noun}s that are wrong about having tags`]: sql`
      select id from ${things} r where (tags_count > 0) <> exists (
        select from ${taggings} g where g.company_id = r.company_id and g.id = r.id)`,
  }
}

/** The rows of a company agree with each other. */
export async function verifyRows(db: Db, companyId: CompanyId, problems: string[]) {
  for (const [what, query] of Object.entries(faults)) {
    const { rows } = await asCompany(db, companyId, (trx) => query.execute(trx))
    if (rows.length > 0) problems.push(`There are ${what}: ${JSON.stringify(rows.slice(0, 3))}`)
  }
}
