import { Readable } from 'node:stream'
import { makeZip, predictLength } from 'client-zip'
import type { Db } from '../db/database.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import type { Storage } from '../storage/storage.ts'
import { rowsInOrder } from './pages.ts'

/** A zip that is written while it is read: no copy of it is kept. `size` in bytes. */
export type BatchZip = { size: number; open(): Readable }

type ZippedFile = { name: string; key: string; size: number; lastModified: Date }

/**
 * The files of all rows that are done, under their names. They are stored as they are, because pictures do not get
 * smaller; the format has 64-bit sizes where they are needed.
 */
export async function zipOf(
  { db, storage }: { db: Db; storage: Storage },
  companyId: CompanyId,
  batchId: Uuid,
): Promise<BatchZip> {
  const files: ZippedFile[] = []
  for await (const page of rowsInOrder(db, companyId, batchId))
    for (const { status, name, file_key, size, completed_at } of page)
      if (status === 'done' && file_key !== null)
        files.push({ name, key: file_key, size: size!, lastModified: completed_at! })
  return {
    size: Number(predictLength(files)),
    open: () => Readable.fromWeb(makeZip(opened(storage, files), { metadata: files }) as never),
  }
}

/** One file after the other is opened, when the ones before it were sent. */
async function* opened(storage: Storage, files: readonly ZippedFile[]) {
  for (const { name, key, size, lastModified } of files) {
    const file = await storage.find(key)
    // The length was announced already: cut off, the download fails, and is not taken for a whole zip.
    if (!file) throw new Error(`The file ${key} is missing.`)
    yield { name, size, lastModified, input: file.open() }
  }
}
