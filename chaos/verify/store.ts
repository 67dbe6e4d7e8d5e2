import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { keyColumns, reapCompany } from '../../server/src/assets/reaper.ts'
import type { Db } from '../../server/src/db/database.ts'
import { openDatabase } from '../../server/src/db/database.ts'
import { asCompany } from '../../server/src/db/tenancy.ts'
import type { Services } from '../../server/src/http/endpoint.ts'
import type { CompanyId } from '../../server/src/ids.ts'
import { openIncoming } from '../../server/src/storage/incoming.ts'
import { openStorage } from '../../server/src/storage/open.ts'
import type { Storage } from '../../server/src/storage/storage.ts'
import { purgeUploads } from '../../server/src/uploads/purge.ts'
import type { Ledger } from '../load/ledger.ts'
import type { System } from '../system.ts'

const dayMs = 86_400_000

/** In the database and among the files of a server that does not run: nothing is half done, and no orphan survives. */
export async function verifyStore(
  { config, company }: Pick<System, 'config' | 'company'>,
  { problems }: Ledger,
) {
  const database = await openDatabase(config.database)
  const storage = await openStorage(config.storage)
  try {
    await verifyRows(database.db, company.companyId, problems)
    await endUploads(database.db, storage, company.companyId, problems)
    await verifyKeys(database.db, storage, company.companyId, problems)
  } finally {
    await database.close()
  }
}

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
    select id from folders f where deleted_at is null and assets_count <> (
      select count(*) from assets a where a.company_id = f.company_id and a.folder_id = f.id
        and a.deleted_at is null)`,
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

async function verifyRows(db: Db, companyId: CompanyId, problems: string[]) {
  for (const [what, query] of Object.entries(faults)) {
    const { rows } = await asCompany(db, companyId, (trx) => query.execute(trx))
    if (rows.length > 0) problems.push(`There are ${what}: ${JSON.stringify(rows.slice(0, 3))}`)
  }
}

/** The day that uploads in pieces have is over. */
async function endUploads(db: Db, storage: Storage, companyId: CompanyId, problems: string[]) {
  await asCompany(db, companyId, (trx) => sql`update uploads set ends_at = now()`.execute(trx))
  const job = { signal: new AbortController().signal }
  await purgeUploads.run({} as never, { db, storage, job } as never)
  const left = await asCompany(db, companyId, (trx) => trx.selectFrom('uploads').select('id').execute())
  if (left.length > 0) problems.push(`There are ${left.length} uploads that the purge has left.`)
}

/** The jobs that sweep up leave every file that a row names, and no other. */
async function verifyKeys(db: Db, storage: Storage, companyId: CompanyId, problems: string[]) {
  const tomorrow = Date.now() + 2 * dayMs
  const [named, before] = [await namedKeys(db, companyId), await storedKeys(storage, companyId)]
  const lost = named.difference(before)
  if (lost.size > 0)
    problems.push(`${lost.size} files that rows name are not there: ${[...lost].slice(0, 3)}`)
  await reapCompany({ db, storage } as Services, companyId, new Date(tomorrow))
  const after = await storedKeys(storage, companyId)
  const differing = after.symmetricDifference(named.difference(lost))
  if (differing.size > 0) problems.push(`The reaper was wrong about ${differing.size} files.`)
  await openIncoming(storage.incomingDirectory, tomorrow)
  await (await storage.unfinished()).sweep(new Date(tomorrow))
  for (const directory of [storage.incomingDirectory, join(storage.incomingDirectory, '../unfinished')]) {
    const left = await readdir(directory).catch(() => [])
    if (left.length > 0) problems.push(`${left.length} unfinished files survive in ${directory}: ${left[0]}`)
  }
}

async function namedKeys(db: Db, companyId: CompanyId): Promise<Set<string>> {
  const columns = keyColumns.map(
    ([table, column]) =>
      sql`select ${sql.ref(column)} as key from ${sql.table(table)} where ${sql.ref(column)} is not null`,
  )
  const { rows } = await asCompany(db, companyId, (trx) =>
    sql<{ key: string }>`${sql.join(columns, sql` union `)}`.execute(trx),
  )
  return new Set(rows.map(({ key }) => key))
}

async function storedKeys(storage: Storage, companyId: CompanyId): Promise<Set<string>> {
  const keys = new Set<string>()
  for await (const { key } of storage.list(companyId)) keys.add(key)
  return keys
}
