import type { Readable } from 'node:stream'
import type { Db } from '../db/database.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import type { Storage, StoredFile } from '../storage/storage.ts'
import { zipSize } from '../zip/format.ts'
import { zipStream } from '../zip/zip-stream.ts'
import { rowsInOrder } from './pages.ts'

/** A zip that is built while it is sent, without a stored copy. `size` in bytes. */
export type BatchZip = { size: number; open(): Readable }

type ZippedFile = { name: string; key: string; size: number; modifiedAt: Date }

/** The files of all finished rows, by name. */
export async function zipOf(
  { db, storage }: { db: Db; storage: Storage },
  companyId: CompanyId,
  batchId: Uuid,
): Promise<BatchZip> {
  const files: ZippedFile[] = []
  for await (const page of rowsInOrder(db, companyId, batchId))
    for (const { status, name, file_key, size, completed_at } of page)
      if (status === 'done' && file_key !== null)
        files.push({ name, key: file_key, size: size!, modifiedAt: completed_at! })
  return { size: zipSize(files), open: () => zipStream(opened(storage, files)) }
}

/** Opens the files one after the other, each after the previous file was sent. */
async function* opened(storage: Storage, files: readonly ZippedFile[]) {
  for (const { name, key, size, modifiedAt } of files) {
    const file = await storage.find(key)
    // The length was already announced, so the download fails instead of passing for a complete zip.
    if (!file) throw new Error(`The file ${key} is missing.`)
    yield { name, size, modifiedAt, chunks: chunksOf(file) }
  }
}

/** Opens the file at the first read, so that no file stays open for a client that disconnects. */
async function* chunksOf(file: StoredFile): AsyncGenerator<Uint8Array> {
  yield* file.open()
}
