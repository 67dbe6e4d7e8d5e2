import type { Db } from '../db/database.ts'
import { areGone, type Unfinished } from '../storage/unfinished.ts'
import { finishedMeanwhile, type Upload } from './queries.ts'

export type Progress = {
  upload: Upload
  offset: number
}

/**
 * @param look finds the offset. Defaults to the store.
 * @throws {ApiError} `not_found` if there are neither bytes nor an asset; errors of `look`.
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
