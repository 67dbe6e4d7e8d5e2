import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { asCompany } from '../db/tenancy.ts'
import { joinPdfs } from '../drawing/pdf/join.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import type { Storage } from '../storage/storage.ts'
import { rowsInOrder } from './pages.ts'

/**
 * One PDF with the pages of all finished rows, in the order of the rows. It is built while it is sent, without
 * a stored copy.
 */
export async function joinedPdfOf(
  { db, storage }: { db: Db; storage: Storage },
  companyId: CompanyId,
  batchId: Uuid,
): Promise<Readable> {
  const description = await descriptionOf(db, companyId, batchId)
  return Readable.from(joinPdfs(filesOf(db, storage, companyId, batchId), description), { objectMode: false })
}

/** The title of the file names the templates. */
async function descriptionOf(db: Db, companyId: CompanyId, batchId: Uuid) {
  const rows = await asCompany(db, companyId, (trx) =>
    trx
      .selectFrom('render_batches as b')
      .leftJoin('templates as t', (join) =>
        join.onRef('t.company_id', '=', 'b.company_id').on(sql<boolean>`t.id = any(b.template_ids)`),
      )
      .select(['t.name', 'b.created_at as date'])
      .where('b.company_id', '=', companyId)
      .where('b.id', '=', batchId)
      .orderBy('t.name')
      .execute(),
  )
  const names = rows.flatMap(({ name }) => name ?? [])
  return { title: names.join(', ') || 'Untitled', date: rows[0]!.date }
}

async function* filesOf(
  db: Db,
  storage: Storage,
  companyId: CompanyId,
  batchId: Uuid,
): AsyncGenerator<Buffer> {
  for await (const page of rowsInOrder(db, companyId, batchId))
    for (const { status, format, file_key } of page) {
      if (status !== 'done' || format !== 'pdf' || file_key === null) continue
      const file = await storage.find(file_key)
      // Makes the download fail, so that it is not mistaken for a complete file.
      if (!file) throw new Error(`The file ${file_key} is missing.`)
      yield await buffer(file.open())
    }
}
