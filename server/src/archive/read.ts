import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import { markEnded } from '../assets/expiry-job.ts'
import { claimImportedSlugs } from '../brand-kit/pages/slugs.ts'
import { recount } from '../check/counts.ts'
import type { Db } from '../db/database.ts'
import { fillFacts } from '../db/migrations/0039-picture-facts.ts'
import { asCompany, inTransaction, type Trx } from '../db/tenancy.ts'
import { publicId, type Uuid } from '../ids.ts'
import type { Storage } from '../storage/storage.ts'
import { peopleHere } from './accounts.ts'
import { type ArchivedColumns, columnsIn } from './columns.ts'
import type { Entry } from './entries.ts'
import { ArchiveError, type Manifest } from './manifest.ts'
import { isPerson, type Row } from './rows.ts'
import { onlyCheck, tableNames, type Walked, walkArchive } from './walk.ts'

/** Size up to which files are collected in memory and stored together. */
const smallBytesMax = 1024 * 1024
const heldBytesMax = 64 * 1024 * 1024
const heldFilesMax = 4_000

export type Import = {
  /** An existing enterprise that the company joins. If unset, the archive's own enterprise is created. */
  enterpriseId?: Uuid | undefined
}

/**
 * Imports an archive: the company with all its data, under its original IDs. The archive is read twice and
 * checked completely before anything is written. The import is one transaction. On failure, no row remains,
 * and the stored files are deleted.
 * @param open starts reading the archive.
 * @throws {ArchiveError} if the file is not an archive, is truncated or modified, comes from a newer version,
 *   or if the company or its enterprise already exists.
 */
export async function readArchive(
  { db, storage }: { db: Db; storage: Storage },
  open: () => Readable,
  { enterpriseId }: Import = {},
): Promise<Walked> {
  const placed: string[] = []
  try {
    const columnsOf = await columnsIn(db, tableNames)
    const checked = await walkArchive(open(), columnsOf, onlyCheck)
    const manifest = await placedIn(db, checked, enterpriseId)
    await refuseKnown(db, manifest)
    return await inTransaction(db, async (trx) => {
      // From here on PostgreSQL also rejects rows of other companies (migration 0029).
      await sql`select set_config('app.importing', ${manifest.company.id}, true)`.execute(trx)
      await insertCompany(trx, manifest, enterpriseId === undefined)
      return asCompany(trx, manifest.company.id, async () => {
        const read = await writeAll(trx, storage, open(), columnsOf, { checked, manifest, placed })
        if (!manifest.migrations.includes('0039-picture-facts')) await fillFacts(trx, manifest.company.id)
        if (!manifest.migrations.includes('0046-rights')) await markEnded(trx, manifest.company.id)
        await claimImportedSlugs(trx, manifest.company.id)
        await recount(trx, manifest.company.id)
        return read
      })
    })
  } catch (error) {
    await storage.remove(placed)
    throw error instanceof ArchiveError ? error : asArchiveError(error)
  }
}

/**
 * An existing enterprise can contain companies of other customers, so it is used only when the operator names
 * it, never because the ID matches.
 */
async function placedIn<M extends Manifest>(db: Db, manifest: M, enterpriseId: Uuid | undefined): Promise<M> {
  const { enterprise } = manifest
  const here = await db
    .selectFrom('enterprises')
    .select(['id', 'name', 'status'])
    .where('id', '=', enterpriseId ?? enterprise.id)
    .executeTakeFirst()
  if (enterpriseId === undefined && here)
    throw new ArchiveError(
      `The enterprise ${here.name} already exists. To import the company into it, set --enterprise ${publicId('enterprise', here.id)}.`,
    )
  if (enterpriseId !== undefined && !here)
    throw new ArchiveError(`There is no enterprise ${publicId('enterprise', enterpriseId)}.`)
  return here ? { ...manifest, enterprise: here } : manifest
}

async function refuseKnown(db: Db, { company }: Manifest) {
  const known = await db
    .selectFrom('companies')
    .select('name')
    .where('id', '=', company.id)
    .executeTakeFirst()
  if (known) throw new ArchiveError(`The company ${known.name} already exists.`)
}

async function insertCompany(trx: Trx, { enterprise, company }: Manifest, isNewEnterprise: boolean) {
  if (isNewEnterprise) await trx.insertInto('enterprises').values(enterprise).execute()
  await trx
    .insertInto('companies')
    .values({ ...company, enterprise_id: enterprise.id })
    .execute()
}

type Reading = { checked: Walked; manifest: Manifest; placed: string[] }

async function writeAll(
  trx: Trx,
  storage: Storage,
  source: Readable,
  columnsOf: ReadonlyMap<string, ArchivedColumns>,
  { checked, manifest, placed }: Reading,
): Promise<Walked> {
  const files = fileTaker(storage)
  let people = new Map<Uuid, Uuid>()
  const read = await walkArchive(source, columnsOf, {
    async file(key, entry) {
      placed.push(key)
      await files.take(key, entry)
    },
    async rows(table, columns, rows) {
      if (table === 'people') {
        const { ids, newcomers } = await peopleHere(trx, rows as (Row & { id: Uuid; email: string })[])
        people = new Map([...people, ...ids])
        return insertRows(trx, table, columns, newcomers)
      }
      for (const row of rows) {
        movePeople(row, table, columnsOf.get(table)!, people)
        if ('enterprise_id' in row) row.enterprise_id = manifest.enterprise.id
      }
      return insertRows(trx, table, columns, rows)
    },
  })
  await files.end()
  // Both passes run the same checks. This check detects an archive that was replaced between the passes.
  if (read.end.sha256 !== checked.end.sha256)
    throw new ArchiveError('The archive was changed while it was being read.')
  return { ...read, enterprise: manifest.enterprise }
}

/** Replaces archived person IDs with the IDs of this installation. */
function movePeople(
  row: Row,
  table: string,
  { references }: ArchivedColumns,
  people: ReadonlyMap<unknown, Uuid>,
) {
  for (const { column, table: target } of references)
    if (target === 'people') row[column] = people.get(row[column]) ?? row[column]
  if (table === 'events' && isPerson(row.actor) && row.actor.id !== undefined)
    row.actor.id = people.get(row.actor.id) ?? row.actor.id
}

/** Stores files as they arrive. Small files are stored in batches, and larger files one by one. */
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
    async take(key: string, entry: Entry) {
      if (entry.size > smallBytesMax) {
        const path = join(storage.incomingDirectory, randomUUID())
        try {
          await pipeline(Readable.from(entry.body()), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
          return await storage.take(key, path)
        } finally {
          await rm(path, { force: true })
        }
      }
      held.push({ key, bytes: Buffer.concat(await Array.fromAsync(entry.body())) })
      heldBytes += entry.size
      if (heldBytes >= heldBytesMax || held.length >= heldFilesMax) await end()
    },
  }
}

/** Inserts rows. Columns that the archive does not contain get their defaults. */
async function insertRows(trx: Trx, table: string, columns: readonly string[], rows: readonly Row[]) {
  if (rows.length === 0) return
  const name = sql.table(table)
  const list = sql.join(columns.map((column) => sql.ref(column)))
  await sql`
    insert into ${name} (${list})
    select ${list} from jsonb_populate_recordset(null::${name}, ${JSON.stringify(rows)}::jsonb)`.execute(trx)
}

/** Converts PostgreSQL's errors for rejected or too large data into an error about the archive. */
function asArchiveError(error: unknown) {
  const { code, message = '' } = error as { code?: unknown; message?: string }
  if (typeof code === 'string' && /^(22|23|54|42501)/.test(code))
    return new ArchiveError('The archive is damaged: its rows are inconsistent.')
  if (
    error instanceof SyntaxError ||
    error instanceof z.ZodError ||
    code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
  )
    return new ArchiveError('The archive is damaged.')
  if (code !== undefined) return error
  if (/^tar archive is truncated/i.test(message)) return new ArchiveError('The archive is truncated.')
  if (/\btar\b|^invalid eof|global attributes/i.test(message))
    return new ArchiveError('This file is not a company archive.')
  return error
}
