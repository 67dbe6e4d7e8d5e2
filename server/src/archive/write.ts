import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { createTarPacker, type TarPackController } from 'modern-tar'
import type { Db } from '../db/database.ts'
import { asCompany, type Trx } from '../db/tenancy.ts'
import { isChanging } from '../events/large-change.ts'
import type { CompanyId } from '../ids.ts'
import type { Storage } from '../storage/storage.ts'
import { accountTables } from './accounts.ts'
import { ArchiveError, type End, formatVersion, type Manifest } from './manifest.ts'
import { archivedTables, columnsOf, fileKeys, knownMigrations } from './tables.ts'

/** The archive would hold half of it, and no job to finish it. */
const stillChanging =
  'A large change of this company is still in progress. Export again when its job has ended: see `job list`.'

/** Rows in one entry: an entry is held in memory, and its length has to be known before it is written. */
const rowsPerEntry = 1_000

/**
 * Writes a company as a tar archive: the manifest, its files, its rows as NDJSON, and an end that says how much there
 * was. One snapshot of the database, taken while others go on working.
 * @throws when the company is not there, or a file that a row names is not, or a large change is in progress.
 */
export async function writeArchive(
  { db, storage }: { db: Db; storage: Storage },
  companyId: CompanyId,
  target: Writable,
): Promise<End> {
  const { readable, controller } = createTarPacker()
  const written = pipeline(Readable.fromWeb(readable as never), target)
  const packed = pack(db, storage, companyId, controller).catch((error) => {
    controller.error(error)
    throw error
  })
  const [end] = await Promise.all([packed, written])
  return end
}

function pack(db: Db, storage: Storage, companyId: CompanyId, tar: TarPackController): Promise<End> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((snapshot) =>
      asCompany(snapshot, companyId, async (trx) => {
        if (await isChanging(trx, companyId)) throw new ArchiveError(stillChanging)
        await add(tar, 'manifest.json', await manifestOf(trx, companyId))
        const end: End = { rows: {}, files: 0, bytes: 0 }
        for (const key of await keysOf(trx)) {
          end.bytes += await addFile(tar, storage, key)
          end.files += 1
        }
        for (const { name, select } of accountTables)
          end.rows[name] = await addRows(tar, trx, name, select(companyId))
        for (const { name, orderBy } of archivedTables) {
          const columns = sql.join((await columnsOf(trx, name)).map((column) => sql.ref(column)))
          const rows = sql`select ${columns} from ${sql.table(name)} order by ${sql.raw(orderBy)}`
          end.rows[name] = await addRows(tar, trx, name, rows)
        }
        await add(tar, 'end.json', end)
        tar.finalize()
        return end
      }),
    )
}

async function manifestOf(trx: Trx, companyId: CompanyId): Promise<Manifest> {
  const company = await trx
    .selectFrom('companies as c')
    .innerJoin('enterprises as e', 'e.id', 'c.enterprise_id')
    .select(['c.id', 'c.name', 'c.version', 'e.id as enterprise_id', 'e.name as enterprise', 'e.status'])
    .where('c.id', '=', companyId)
    .executeTakeFirstOrThrow()
  const tables: Manifest['tables'] = {}
  for (const { name, columns } of accountTables) tables[name] = columns
  for (const { name } of archivedTables) tables[name] = await columnsOf(trx, name)
  return {
    format: formatVersion,
    exported_at: new Date().toISOString(),
    migrations: [...knownMigrations],
    enterprise: { id: company.enterprise_id, name: company.enterprise, status: company.status },
    company: { id: company.id, name: company.name, version: company.version },
    tables,
  }
}

/** Only what a row refers to: a file that was stored a moment ago may still become part of nothing. */
async function keysOf(trx: Trx): Promise<string[]> {
  const { rows } = await sql<{
    key: string
  }>`select distinct key from (${fileKeys}) keys order by key`.execute(trx)
  return rows.map(({ key }) => key)
}

async function addFile(tar: TarPackController, storage: Storage, key: string): Promise<number> {
  const file = await storage.find(key)
  if (!file) throw new Error(`The file ${key} is missing from the storage.`)
  const name = key.slice(key.indexOf('/') + 1)
  const body = tar.add({ name: `files/${name}`, size: file.size, mode: 0o600, type: 'file' })
  await Readable.toWeb(file.open()).pipeTo(body as never)
  return file.size
}

/** Through a cursor: however many rows there are, a thousand are held at a time. */
async function addRows(
  tar: TarPackController,
  trx: Trx,
  table: string,
  rows: ReturnType<typeof sql>,
): Promise<number> {
  await sql`declare archived no scroll cursor for select to_jsonb(r)::text as row from (${rows}) r`.execute(
    trx,
  )
  let count = 0
  while (true) {
    const { rows: next } = await sql<{
      row: string
    }>`fetch ${sql.raw(String(rowsPerEntry))} from archived`.execute(trx)
    if (next.length === 0) break
    const name = `rows/${table}/${String(count / rowsPerEntry).padStart(6, '0')}.ndjson`
    await addText(tar, name, next.map(({ row }) => `${row}\n`).join(''))
    count += next.length
  }
  await sql`close archived`.execute(trx)
  return count
}

const add = (tar: TarPackController, name: string, value: object) =>
  addText(tar, name, `${JSON.stringify(value)}\n`)

async function addText(tar: TarPackController, name: string, text: string) {
  const bytes = Buffer.from(text)
  const writer = tar.add({ name, size: bytes.length, mode: 0o600, type: 'file' }).getWriter()
  await writer.write(bytes)
  await writer.close()
}
