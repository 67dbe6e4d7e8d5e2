import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { createTarDecoder } from 'modern-tar'
import { z } from 'zod'
import { recountBytes } from '../assets/files.ts'
import type { Db } from '../db/database.ts'
import { asCompany, type Trx } from '../db/tenancy.ts'
import type { CompanyId } from '../ids.ts'
import type { Storage } from '../storage/storage.ts'
import { accountTables, peopleHere } from './accounts.ts'
import { ArchiveError, End, Manifest } from './manifest.ts'
import { archivedTables, knownMigrations } from './tables.ts'

const textBytesMax = 256 * 1024 * 1024
/** Smaller files are held in memory until there are enough of them to be stored in one go. */
const smallBytesMax = 1024 * 1024
const heldBytesMax = 64 * 1024 * 1024
const heldFilesMax = 4_000

type Entry = { name: string; size: number; body: ReadableStream<Uint8Array> }

/**
 * Reads an archive into this installation: the company with everything in it, under the ids that it had. One
 * transaction: it is there whole or not at all, and the files of a failed import are removed.
 * @throws {ArchiveError} when it is not an archive, was cut off, comes from a newer version, or the company is here.
 */
export async function readArchive(
  { db, storage }: { db: Db; storage: Storage },
  source: Readable,
): Promise<Manifest & { end: End }> {
  const entries = entriesOf(source)
  const keys: string[] = []
  try {
    const manifest = await manifestIn(entries)
    const companyId = manifest.company.id
    await refuseKnown(db, manifest)
    return await db.transaction().execute(async (trx) => {
      await insertCompany(trx, manifest)
      return asCompany(trx, companyId, async () => {
        const end = await readEntries(trx, storage, companyId, manifest, entries, keys)
        await recountBytes(trx, companyId)
        return { ...manifest, end }
      })
    })
  } catch (error) {
    await storage.remove(keys)
    throw error instanceof ArchiveError ? error : asArchiveError(error)
  }
}

async function* entriesOf(source: Readable): AsyncGenerator<Entry> {
  const decoded = (Readable.toWeb(source) as ReadableStream<Uint8Array>).pipeThrough(
    createTarDecoder({ strict: true }) as never,
  ) as unknown as AsyncIterable<{ header: { name: string; size: number }; body: ReadableStream<Uint8Array> }>
  for await (const { header, body } of decoded) yield { name: header.name, size: header.size, body }
}

async function manifestIn(entries: AsyncGenerator<Entry>): Promise<Manifest> {
  const first = await entries.next()
  if (first.value?.name !== 'manifest.json') throw new ArchiveError('This is not an archive of a company.')
  const parsed = Manifest.safeParse(JSON.parse(await textOf(first.value)))
  if (!parsed.success) throw new ArchiveError('The archive has a format that this version does not know.')
  const newer = parsed.data.migrations.filter((name) => !knownMigrations.includes(name))
  if (newer.length > 0)
    throw new ArchiveError('The archive comes from a newer version. Upgrade this one first.')
  const known = [...accountTables, ...archivedTables].map(({ name }) => name)
  const unknown = Object.keys(parsed.data.tables).find((table) => !known.includes(table))
  if (unknown)
    throw new ArchiveError(`The archive holds a table that this version does not know: ${unknown}.`)
  return parsed.data
}

async function refuseKnown(db: Db, { company }: Manifest) {
  const known = await db
    .selectFrom('companies')
    .select('name')
    .where('id', '=', company.id)
    .executeTakeFirst()
  if (known) throw new ArchiveError(`The company ${known.name} is here already.`)
}

async function insertCompany(trx: Trx, { enterprise, company }: Manifest) {
  await trx
    .insertInto('enterprises')
    .values(enterprise)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  await trx
    .insertInto('companies')
    .values({ ...company, enterprise_id: enterprise.id })
    .execute()
}

async function readEntries(
  trx: Trx,
  storage: Storage,
  companyId: CompanyId,
  { tables }: Manifest,
  entries: AsyncIterable<Entry>,
  keys: string[],
): Promise<End> {
  const seen: End = { rows: {}, files: 0, bytes: 0 }
  for (const table of Object.keys(tables)) seen.rows[table] = 0
  const files = fileTaker(storage)
  let people = new Map<string, string>()
  for await (const entry of entries) {
    const [place, table, chunk] = entry.name.split('/')
    if (entry.name === 'end.json') {
      await files.end()
      return assertWhole(End.parse(JSON.parse(await textOf(entry))), seen)
    }
    if (place === 'files' && table !== undefined && chunk === undefined) {
      keys.push(`${companyId}/${table}`)
      await files.take(keys.at(-1)!, entry)
      seen.files += 1
      seen.bytes += entry.size
      continue
    }
    const columns = place === 'rows' && table !== undefined && Object.hasOwn(tables, table) && tables[table]
    if (!columns) throw new ArchiveError(`The archive holds something that it should not: ${entry.name}.`)
    const rows = (await textOf(entry)).trimEnd().split('\n')
    seen.rows[table] = seen.rows[table]! + rows.length
    if (table === 'people') people = await insertPeople(trx, rows)
    else
      await insertRows(
        trx,
        table,
        columns,
        rows.map((row) => withPeople(row, people)),
      )
  }
  throw new ArchiveError('The archive was cut off.')
}

function assertWhole(end: End, seen: End): End {
  const sorted = ({ rows, ...rest }: End) =>
    JSON.stringify([rest.files, rest.bytes, Object.entries(rows).sort()])
  if (sorted(end) !== sorted(seen))
    throw new ArchiveError('The archive is not whole: something is missing from it.')
  return end
}

/** Stores files as they come: the small ones many at once, the others each by itself. */
function fileTaker(storage: Storage) {
  let held: { key: string; bytes: Buffer }[] = []
  let heldBytes = 0

  async function end() {
    if (held.length > 0) await storage.putMany(held)
    held = []
    heldBytes = 0
  }

  return {
    end,
    async take(key: string, { size, body }: Entry) {
      if (size > smallBytesMax) {
        const path = join(storage.incomingDirectory, randomUUID())
        await pipeline(Readable.fromWeb(body as never), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
        return storage.take(key, path)
      }
      held.push({ key, bytes: Buffer.concat(await Array.fromAsync(body)) })
      heldBytes += size
      if (heldBytes >= heldBytesMax || held.length >= heldFilesMax) await end()
    },
  }
}

/** Those that are known here by their address keep their id; whatever they made is theirs under it. */
async function insertPeople(trx: Trx, rows: string[]): Promise<Map<string, string>> {
  const people = rows.map((row) => JSON.parse(row) as { id: string; email: string })
  const here = await peopleHere(trx, people)
  const newcomers = people.filter(({ id }) => !here.has(id)).map((person) => JSON.stringify(person))
  if (newcomers.length > 0) await insertRows(trx, 'people', ['id', 'name', 'email', 'updated_at'], newcomers)
  return new Map([...here].filter(([theirs, ours]) => theirs !== ours))
}

const withPeople = (row: string, people: Map<string, string>) =>
  [...people].reduce((text, [theirs, ours]) => text.replaceAll(theirs, ours), row)

/** A column that this version has and the archive has not gets its default. */
async function insertRows(trx: Trx, table: string, columns: string[], rows: string[]) {
  const name = sql.table(table)
  const list = sql.join(columns.map((column) => sql.ref(column)))
  await sql`
    insert into ${name} (${list})
    select ${list} from jsonb_populate_recordset(null::${name}, ${`[${rows.join(',')}]`}::jsonb)`.execute(trx)
}

async function textOf({ name, size, body }: Entry): Promise<string> {
  if (size > textBytesMax) throw new ArchiveError(`An entry of the archive is too large: ${name}.`)
  return new Response(body).text()
}

/** PostgreSQL's codes for data that is not what a table takes: then it is the archive that is wrong. */
function asArchiveError(error: unknown) {
  const { code, message = '' } = error as { code?: unknown; message?: string }
  if (typeof code === 'string' && /^(22|23|42501)/.test(code))
    return new ArchiveError('The archive is damaged: its rows do not fit together.')
  if (code !== undefined) return error
  if (/^tar archive is truncated/i.test(message)) return new ArchiveError('The archive was cut off.')
  if (/\btar\b/i.test(message)) return new ArchiveError('This is not an archive of a company.')
  if (error instanceof SyntaxError || error instanceof z.ZodError)
    return new ArchiveError('The archive is damaged.')
  return error
}
