import { sql } from 'kysely'
import { asCompany } from '../db/tenancy.ts'
import { dayMs, daySeconds } from '../durations.ts'
import type { CompanyId } from '../ids.ts'
import { companyJob } from '../jobs/company-job.ts'
import type { Services } from '../services.ts'

/** Minimum age of a deleted file. Younger files may belong to an upload that is not committed yet. */
export const orphanAgeMs = dayMs
const keysAtOnce = 500

/**
 * Every column that contains storage keys. A missing column would make the reaper delete its files, so a test compares
 * the list.
 */
export const keyColumns: readonly [table: string, column: string][] = [
  ['asset_versions', 'file_key'],
  ['assets', 'file_key'],
  ['renditions', 'key'],
  ['templates', 'thumbnail_key'],
  ['templates', 'preview_key'],
  ['template_versions', 'file_key'],
  ['template_versions', 'thumbnail_key'],
  ['template_versions', 'preview_key'],
  ['renders', 'file_key'],
  ['renders', 'thumbnail_key'],
]

/**
 * Deletes files that no row references. Such files remain if a process dies between storing a file and its commit, or
 * between a committed deletion and removing the file. No row can begin to reference a file that is older than a day
 * (files.ts).
 */
export const reapOrphans = companyJob({
  name: 'storage.reap',
  attemptsMax: 3,
  timeoutSeconds: 6 * 3_600,
  everySeconds: daySeconds,
  steps: (services, companyId) => reapSteps(services, companyId, new Date(Date.now() - orphanAgeMs)),
  beside: async ({ storage }) => void (await storage.sweep?.(new Date(Date.now() - orphanAgeMs))),
})

/** @returns the removed keys. */
export async function reapCompany(
  services: Services,
  companyId: CompanyId,
  before = new Date(Date.now() - orphanAgeMs),
): Promise<string[]> {
  const reaped: string[] = []
  for await (const keys of reapSteps(services, companyId, before)) reaped.push(...keys)
  return reaped
}

async function* reapSteps({ db, storage }: Services, companyId: CompanyId, before: Date) {
  let old: string[] = []
  const reap = async () => {
    const orphans = await orphansAmong(db, companyId, old)
    await storage.remove(orphans)
    old = []
    return orphans
  }
  for await (const { key, modifiedAt } of storage.list(companyId)) {
    if (modifiedAt >= before) continue
    if (old.push(key) >= keysAtOnce) yield await reap()
  }
  yield await reap()
}

/** Filters keys to those that no row references. */
export async function orphansAmong(
  db: Services['db'],
  companyId: CompanyId,
  keys: readonly string[],
): Promise<string[]> {
  const named = keyColumns.map(([table, column]) => {
    const key = sql.ref(column)
    return sql`select ${key} from ${sql.table(table)} where company_id = ${companyId} and ${key} = any(${keys}::text[])`
  })
  // The renditions that an asset shows are normally also in `renditions`. This check protects a rendition even if its
  // row is missing there.
  const shown = sql`
    select r ->> 'key' from assets cross join jsonb_array_elements(renditions) r where company_id = ${companyId}`
  return asCompany(db, companyId, async (trx) => {
    const { rows } = await sql<{ key: string }>`
      select key from unnest(${keys}::text[]) asked(key)
      except (${sql.join(named, sql` union all `)})`.execute(trx)
    if (rows.length === 0) return []
    const orphans = await sql<{ key: string }>`
      select key from unnest(${rows.map(({ key }) => key)}::text[]) asked(key) except (${shown})`.execute(trx)
    return orphans.rows.map(({ key }) => key)
  })
}
