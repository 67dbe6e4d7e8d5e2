import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Db } from '../db/database.ts'
import { joinPdfs } from '../drawing/pdf/join.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import type { Storage } from '../storage/storage.ts'
import { rowsInOrder } from './pages.ts'

/**
 * One PDF with the pages of all finished rows, in the order of the rows. It is built while it is sent, without
 * a stored copy.
 */
export function joinedPdfOf(
  { db, storage }: { db: Db; storage: Storage },
  companyId: CompanyId,
  { id, title, date }: { id: Uuid; title: string; date: Date },
): Readable {
  return Readable.from(joinPdfs(filesOf(db, storage, companyId, id), { title, date }), { objectMode: false })
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
      // The download fails, so that it does not pass for a complete file.
      if (!file) throw new Error(`The file ${file_key} is missing.`)
      yield await buffer(file.open())
    }
}
