import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { createTarPacker, type TarPackController } from 'modern-tar'
import type { Db } from '../db/database.ts'
import { asCompany, type Trx } from '../db/tenancy.ts'
import type { CompanyId } from '../ids.ts'
import { isChanging } from '../jobs/large-change.ts'
import { isFileGone } from '../storage/file-errors.ts'
import type { Storage } from '../storage/storage.ts'
import { accountTables } from './accounts.ts'
import { entryDigest, sha256Of } from './digest.ts'
import { ArchiveError, type End, formatVersion, type Manifest } from './manifest.ts'
import { nodeStream } from './node-stream.ts'
import { archivedTables, columnsOf, knownMigrations, namedFiles } from './tables.ts'

/** Thrown during a large change, because the archive would contain only half of the change. */
const stillChanging =
  'A large change of this company is still in progress. Export it again when the job has finished: see `job list`.'

/**
 * Maximum number of rows per entry. An entry is held in memory, and its length must be known before it is
 * written.
 */
const rowsPerEntry = 1_000
const entryCharactersMax = 8 * 1024 * 1024

/**
 * Writes a company as a tar archive: manifest, files, rows as NDJSON, and a last entry with the counts. The
 * export reads one snapshot of the database and does not block other work. A missing or damaged file is
 * listed in the last entry and does not stop the export, so that the other files can be saved.
 * @param noteMissing called for each missing file.
 * @throws if the company does not exist, or a large change is in progress.
 */
export async function writeArchive(
  { db, storage }: { db: Db; storage: Storage },
  companyId: CompanyId,
  target: Writable,
  noteMissing: (key: string) => void = () => {},
): Promise<End> {
  const { readable, controller } = createTarPacker()
  const written = pipeline(nodeStream(readable), target)
  const packed = pack(db, storage, companyId, archiveWriter(controller), noteMissing).catch((error) => {
    controller.error(error)
    throw error
  })
  const [end] = await Promise.all([packed, written])
  return end
}

function pack(
  db: Db,
  storage: Storage,
  companyId: CompanyId,
  tar: ArchiveWriter,
  noteMissing: (key: string) => void,
): Promise<End> {
  return asCompany(
    db,
    companyId,
    async (trx) => {
      if (await isChanging(trx, companyId)) throw new ArchiveError(stillChanging)
      await tar.addText('manifest.json', line(await manifestOf(trx, companyId)))
      const end: Omit<End, 'sha256'> = { rows: {}, files: 0, bytes: 0, missing: [], damaged: [] }
      for (const file of await filesOf(trx)) {
        const added = await addFile(tar, storage, file.key)
        if (!added) {
          end.missing.push(file.key)
          noteMissing(file.key)
          continue
        }
        end.files += 1
        end.bytes += added.size
        const isAsStored = file.sha256 === null || (added.sha256 === file.sha256 && added.size === file.size)
        if (!isAsStored) end.damaged.push(file.key)
      }
      for (const { name, select } of accountTables)
        end.rows[name] = await addRows(tar, trx, name, select(companyId))
      for (const { name, orderBy, only } of archivedTables) {
        const columns = sql.join((await columnsOf(trx, name)).map((column) => sql.ref(column)))
        const kept = sql.raw(only ?? 'true')
        const rows = sql`select ${columns} from ${sql.table(name)} where ${kept} order by ${sql.raw(orderBy)}`
        end.rows[name] = await addRows(tar, trx, name, rows)
      }
      return tar.finish(end)
    },
    { isolation: 'repeatable read' },
  )
}

const line = (value: object) => `${JSON.stringify(value)}\n`

type ArchiveWriter = ReturnType<typeof archiveWriter>

/** Adds entries and computes the checksum over all of them for the last entry. */
function archiveWriter(tar: TarPackController) {
  const digest = entryDigest()
  const begin = (name: string, size: number) => tar.add({ name, size, mode: 0o600, type: 'file' }).getWriter()

  async function addText(name: string, text: string) {
    const bytes = Buffer.from(text)
    const writer = begin(name, bytes.length)
    await writer.write(bytes)
    await writer.close()
    digest.add(name, bytes.length, sha256Of(bytes))
  }

  return {
    addText,
    async addStream(name: string, size: number, body: AsyncIterable<Uint8Array>): Promise<string> {
      const sum = createHash('sha256')
      const writer = begin(name, size)
      for await (const chunk of body) {
        sum.update(chunk)
        await writer.write(chunk)
      }
      await writer.close()
      const sha256 = sum.digest('hex')
      digest.add(name, size, sha256)
      return sha256
    },
    async finish(counts: Omit<End, 'sha256'>): Promise<End> {
      const end = { ...counts, sha256: digest.hex() }
      await addText('end.json', line(end))
      tar.finalize()
      return end
    },
  }
}

async function manifestOf(trx: Trx, companyId: CompanyId): Promise<Manifest> {
  const company = await trx
    .selectFrom('companies as c')
    .innerJoin('enterprises as e', 'e.id', 'c.enterprise_id')
    .select(['c.id', 'c.name', 'c.version', 'c.removes_location', 'c.has_reviews', 'c.shares_approved_only'])
    .select(['e.id as enterprise_id', 'e.name as enterprise', 'e.status'])
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
    company: {
      id: company.id,
      name: company.name,
      version: company.version,
      removes_location: company.removes_location,
      has_reviews: company.has_reviews,
      shares_approved_only: company.shares_approved_only,
    },
    tables,
  }
}

type NamedFile = { key: string; sha256: string | null; size: number | null }

/** Files that a row references. Others are excluded, because a newly stored file may never be referenced. */
async function filesOf(trx: Trx): Promise<NamedFile[]> {
  const { rows } = await sql<NamedFile>`${namedFiles} order by key`.execute(trx)
  return rows
}

/** Undefined if the file is missing from storage. */
async function addFile(tar: ArchiveWriter, storage: Storage, key: string) {
  const file = await storage.find(key)
  if (!file) return undefined
  const body = file.open()
  try {
    // Waits for the first bytes, so that no entry is started for a missing file.
    await once(body, 'readable')
  } catch (error) {
    if (isFileGone(error)) return undefined
    throw error
  }
  const name = `files/${key.slice(key.indexOf('/') + 1)}`
  return { size: file.size, sha256: await tar.addStream(name, file.size, body) }
}

/** Uses a cursor, so that only a thousand rows are in memory at a time. */
async function addRows(
  tar: ArchiveWriter,
  trx: Trx,
  table: string,
  rows: ReturnType<typeof sql>,
): Promise<number> {
  await sql`declare archived no scroll cursor for select to_jsonb(r)::text as row from (${rows}) r`.execute(
    trx,
  )
  let count = 0
  let chunk = 0
  let held: string[] = []
  let characters = 0
  const flush = async () => {
    if (held.length === 0) return
    await tar.addText(
      `rows/${table}/${String(chunk).padStart(6, '0')}.ndjson`,
      held.map((row) => `${row}\n`).join(''),
    )
    chunk += 1
    held = []
    characters = 0
  }
  while (true) {
    const { rows: next } = await sql<{
      row: string
    }>`fetch ${sql.raw(String(rowsPerEntry))} from archived`.execute(trx)
    if (next.length === 0) break
    for (const { row } of next) {
      held.push(row)
      characters += row.length
      if (characters >= entryCharactersMax) await flush()
    }
    await flush()
    count += next.length
  }
  await sql`close archived`.execute(trx)
  return count
}
