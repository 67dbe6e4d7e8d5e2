import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { addOnce, settling } from '../assets/add-once.ts'
import { type StoredUpload, storeUpload } from '../assets/upload.ts'
import { duplicateHeader } from '../assets/upload-headers.ts'
import type { Trx } from '../db/tenancy.ts'
import { ApiError } from '../errors.ts'
import { actorOf } from '../http/caller.ts'
import type { EndpointInput } from '../http/endpoints/endpoint.ts'
import { collect } from '../http/files/upload.ts'
import { invalid } from '../http/schemas/validation.ts'
import type { Uuid } from '../ids.ts'
import type { Services } from '../services.ts'
import { isAbsent, writeFault } from '../storage/file-errors.ts'
import { areGone } from '../storage/unfinished.ts'
import { endUnfinished, forgetBytes } from './delete.ts'
import { fieldsOf } from './metadata.ts'
import { finishedMeanwhile, readUpload, type Upload, uploadLifetimeMs } from './queries.ts'

/** The time limit for reading the bytes back. If a store sends nothing, reading fails sooner. */
const readMsMax = 1_800_000

export type Finished = { assetId: Uuid; headers: Record<string, string> }

/**
 * Creates the asset of a complete upload. Its file is processed like every file, and the asset, its event and
 * the upload's own row are one commit. The bytes are copied to a separate file, so that they cannot be
 * changed after validation. A concurrent request, here or on another node, finds the asset in the row.
 * @throws {ApiError} `invalid` if the file is rejected, which deletes it; also for other reasons, such as a
 * used-up quota. In that case, and after any other error, the upload can still be finished later.
 */
export async function finishUpload(services: Services, upload: Upload, requestId: string): Promise<Finished> {
  const now = await readUpload(services.db, upload.companyId, upload.id)
  if (!now) throw new ApiError('not_found')
  if (now.assetId) return { assetId: now.assetId, headers: {} }
  try {
    const { id: assetId, filed } = await settling(async (settled) => {
      const stored = await store(services, upload, settled).catch((error) => refuse(services, upload, error))
      return add(services, upload, stored, requestId)
    })
    await forgetBytes(services, upload.id)
    return { assetId, headers: duplicateHeader(filed) }
  } catch (error) {
    if (!areGone(error) && !isRefusal(error)) throw error
    const finished = await finishedMeanwhile(services.db, upload).catch(() => {
      throw error
    })
    return { assetId: finished.assetId, headers: {} }
  }
}

const isRefusal = (error: unknown) => error instanceof ApiError && error.code === 'invalid'

async function refuse(services: Services, upload: Upload, error: unknown): Promise<never> {
  if (isRefusal(error)) await endUnfinished(services, upload)
  throw error
}

async function store(services: Services, upload: Upload, settled: EndpointInput['settled']) {
  const { storage } = services
  const { fileName } = fieldsOf(upload.metadata)
  const unfinished = await storage.unfinished()
  const path = join(storage.incomingDirectory, randomUUID())
  const read = () => unfinished.read(unfinished.nameOf(upload.id))
  const signal = AbortSignal.timeout(readMsMax)
  const file = await collect(read, path, upload.length, fileName, signal).catch((error) => {
    // Another request has finished or deleted the upload.
    if (isAbsent(error)) throw new ApiError('not_found')
    throw error instanceof ApiError && error.code === 'body_too_large' ? mixedUp() : writeFault(error)
  })
  settled.push(() => rm(path, { force: true }))
  if (file.size !== upload.length) throw mixedUp()
  return storeUpload(file, 'file', upload.companyId, services, settled)
}

/** The error if two nodes received chunks at the same moment. */
const mixedUp = () => invalid('file', 'The chunks of the file are inconsistent. Send the file again.')

function add(services: Services, upload: Upload, stored: StoredUpload, requestId: string) {
  const { companyId, personId, id, metadata } = upload
  const author = { companyId, actor: actorOf(upload), requestId }
  const { fields: body } = fieldsOf(metadata)
  const find = async (trx: Trx) => {
    const rows = trx.selectFrom('uploads').where('company_id', '=', companyId).where('id', '=', id)
    const row = await rows.select('asset_id').forUpdate().executeTakeFirst()
    if (!row) throw new ApiError('not_found')
    return row.asset_id ?? undefined
  }
  const note = async (trx: Trx, assetId: Uuid, now: Date) => {
    await trx
      .updateTable('uploads')
      .set({ asset_id: assetId, ends_at: new Date(now.getTime() + uploadLifetimeMs) })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute()
  }
  return addOnce(services, { author, personId, body, find, note }, stored)
}
