import { Readable } from 'node:stream'
import { makeZip, predictLength } from 'client-zip'
import type { Db } from '../db/database.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import type { Storage } from '../storage/storage.ts'
import { rowsInOrder } from './pages.ts'

/** A zip that is built while it is sent, without a stored copy. `size` in bytes. */
export type BatchZip = { size: number; open(): Readable }

type ZippedFile = { name: string; key: string; size: number; lastModified: Date }

/**
 * The files of all finished rows, by name. They are not compressed, because images do not get smaller. Sizes
 * are 64-bit where necessary.
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

/** Opens one file after the other, when the previous ones were sent. */
async function* opened(storage: Storage, files: readonly ZippedFile[]) {
  for (const { name, key, size, lastModified } of files) {
    const file = await storage.find(key)
    // The length was already announced: the download fails, so it does not pass for a complete zip.
    if (!file) throw new Error(`The file ${key} is missing.`)
    yield { name, size, lastModified, input: file.open() }
  }
}
