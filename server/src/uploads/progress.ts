import type { Db } from '../db/database.ts'
import { areGone, type Unfinished } from '../storage/unfinished.ts'
import { finishedMeanwhile, type Upload } from './queries.ts'

export type Progress = {
  upload: Upload
  /** The byte at which it goes on. */
  offset: number
}

/**
 * How far an upload is.
 * @param look finds the offset among its bytes; the store does when nothing is said.
 * @throws {ApiError} `not_found` where there are no bytes and no asset; what `look` throws.
 */
export async function progressOf(
  db: Db,
  unfinished: Unfinished,
  upload: Upload,
  look = async () => (await unfinished.getUpload(unfinished.nameOf(upload.id))).offset,
): Promise<Progress> {
  if (upload.assetId) return { upload, offset: upload.length }
  try {
    return { upload, offset: await look() }
  } catch (error) {
    if (!areGone(error)) throw error
    const finished = await finishedMeanwhile(db, upload)
    return { upload: finished, offset: finished.length }
  }
}
