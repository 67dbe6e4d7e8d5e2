import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { keyColumns, reapCompany } from '../../server/src/assets/reaper.ts'
import type { StorageConfig } from '../../server/src/config/storage.ts'
import { type Db, openDatabase } from '../../server/src/db/database.ts'
import { asCompany } from '../../server/src/db/tenancy.ts'
import type { CompanyId } from '../../server/src/ids.ts'
import type { Services } from '../../server/src/services.ts'
import { openStorage } from '../../server/src/storage/open.ts'
import type { Storage } from '../../server/src/storage/storage.ts'
import { purgeUploads } from '../../server/src/uploads/purge.ts'
import type { Ledger } from '../load/ledger.ts'
import type { System } from '../system.ts'
import { forEach } from './concurrently.ts'
import { verifyLeftovers } from './leftovers.ts'
import { verifyRows } from './rows.ts'

const dayMs = 86_400_000
const namesShown = 3

/** The data that a server has stored, with the local directories of each node. */
export type Kept = Pick<System, 'config' | 'company'> & { nodes?: readonly StorageConfig[] }

/**
 * Verifies that the database and the files of a stopped server contain nothing incomplete and nothing
 * orphaned.
 */
export async function verifyStore(
  { config, company: { companyId }, nodes = [config.storage] }: Kept,
  { problems }: Ledger,
) {
  const { db, close } = await openDatabase(config.database)
  const storage = await openStorage(config.storage)
  try {
    await verifyRows(db, companyId, problems)
    await endUploads(db, storage, companyId, problems)
    await verifyBytes(db, storage, companyId, problems)
    const tomorrow = Date.now() + 2 * dayMs
    await verifyKeys(db, storage, companyId, new Date(tomorrow), problems)
    await verifyLeftovers(nodes, await everyKey(db, storage, companyId, tomorrow), tomorrow, problems)
  } finally {
    await close()
  }
}

async function endUploads(db: Db, storage: Storage, companyId: CompanyId, problems: string[]) {
  await asCompany(db, companyId, (trx) => sql`update uploads set ends_at = now()`.execute(trx))
  const job = { signal: new AbortController().signal }
  // The job uses only these properties of its context.
  await purgeUploads.run({} as never, { db, storage, job } as never)
  const left = await asCompany(db, companyId, (trx) => trx.selectFrom('uploads').select('id').execute())
  if (left.length > 0) problems.push(`The purge left ${left.length} uploads.`)
}

/** Verifies that every version, including versions in the trash, has its original bytes. */
async function verifyBytes(db: Db, storage: Storage, companyId: CompanyId, problems: string[]) {
  const { rows } = await asCompany(db, companyId, (trx) =>
    sql<{ key: string; checksum: string }>`
      select file_key as key, checksum from asset_versions
      union select file_key, checksum from template_versions`.execute(trx),
  )
  await forEach(rows, async ({ key, checksum }) => {
    const file = await storage.find(key)
    if (!file) return
    const hash = createHash('sha256')
    for await (const piece of file.open()) hash.update(piece)
    if (hash.digest('hex') !== checksum) problems.push(`The file ${key} differs from its version.`)
  })
}

/**
 * Verifies that the cleanup job keeps every file that a row references, and deletes all other files that it
 * knows.
 */
async function verifyKeys(db: Db, storage: Storage, companyId: CompanyId, before: Date, problems: string[]) {
  const [named, there] = [await namedKeys(db, companyId), await storedKeys(storage, companyId)]
  const lost = named.difference(there)
  if (lost.size > 0) problems.push(`${lost.size} referenced files are missing: ${someOf(lost)}`)
  await reapCompany({ db, storage } as Services, companyId, before)
  const differing = (await storedKeys(storage, companyId)).symmetricDifference(named.difference(lost))
  if (differing.size > 0)
    problems.push(`The cleanup was wrong about ${differing.size} files: ${someOf(differing)}`)
}

const someOf = (keys: Set<string>) => [...keys].slice(0, namesShown).join(', ')

/** Includes other companies, which can have files in the same store. */
async function everyKey(db: Db, storage: Storage, companyId: CompanyId, tomorrow: number) {
  const keys = await namedKeys(db, companyId)
  for (const { id } of await db.selectFrom('companies').select('id').execute()) {
    if (id === companyId) continue
    await reapCompany({ db, storage } as Services, id, new Date(tomorrow))
    for (const key of await namedKeys(db, id)) keys.add(key)
  }
  return keys
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
