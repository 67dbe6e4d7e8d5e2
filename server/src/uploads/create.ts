import { assertRoom } from '../assets/files.ts'
import { assertFolder, assertWritableFolder } from '../assets/references.ts'
import type { Trx } from '../db/tenancy.ts'
import { ApiError } from '../errors.ts'
import { withCompanyLock } from '../events/commit.ts'
import type { Caller } from '../http/caller.ts'
import { fingerprint, idempotently } from '../http/endpoints/idempotency.ts'
import type { Answer } from '../http/responses/response.ts'
import { invalid } from '../http/schemas/validation.ts'
import { newId } from '../ids.ts'
import { newValues } from '../property-values/given-values.ts'
import type { Services } from '../services.ts'
import { tagIdsNamed } from '../tags/tag-list.ts'
import { fieldsOf } from './metadata.ts'
import { findUpload, openUploads, type Upload, uploadLifetimeMs, uploadUrl } from './queries.ts'

/**
 * Maximum number of open uploads per company. An upload that is never finished occupies the disk for a day.
 */
export const openUploadsMax = 100

export type Promised = {
  length: number
  /** As sent, or an empty string. */
  metadata: string
}

/**
 * Validates and records a new upload before any byte is sent, once per `Idempotency-Key`.
 * @returns the upload, and whether it existed before. Undefined if that upload has ended.
 * @throws {ApiError} `invalid`, `body_too_large`.
 */
export async function createUpload(
  { db, secrets, uploadBytesMax, storageQuotaBytes }: Services,
  caller: Caller,
  promised: Promised,
  key: string | undefined,
): Promise<{ location: string; upload: Upload | undefined; isReplayed: boolean }> {
  const { length, metadata } = promised
  if (length > uploadBytesMax) throw new ApiError('body_too_large')
  if (length === 0) throw invalid('file', 'The file must not be empty.')
  const { fields } = fieldsOf(metadata)
  const { companyId, clientId, personId } = caller

  async function begin(trx: Trx): Promise<Answer> {
    if (fields.folder_id) await assertFolder(trx, companyId, fields.folder_id)
    await assertWritableFolder(trx, fields.folder_id ?? null)
    await tagIdsNamed(trx, companyId, 'asset', fields.tags ?? [])
    await newValues(trx, companyId, 'asset', fields.properties)
    const open = await openUploads(trx, companyId)
    if (open.count >= openUploadsMax)
      throw invalid(
        'file',
        `The limit of ${openUploadsMax} unfinished uploads is reached. Finish or delete another upload first.`,
      )
    await assertRoom(trx, companyId, open.bytes + length, 'file', storageQuotaBytes)
    const id = newId()
    const row = { company_id: companyId, id, client_id: clientId, person_id: personId, length, metadata }
    await trx
      .insertInto('uploads')
      .values({ ...row, asset_id: null, ends_at: new Date(Date.now() + uploadLifetimeMs) })
      .execute()
    return { status: 201, headers: { Location: uploadUrl(id) }, body: null }
  }

  const asked = fingerprint('POST', '/api/uploads', `${length}`, metadata)
  return withCompanyLock(db, companyId, async (trx) => {
    const { headers, replayed: isReplayed } =
      key === undefined
        ? { ...(await begin(trx)), replayed: false }
        : await idempotently({ db: trx, secrets }, caller, key, asked, begin)
    const location = headers.Location!
    return { location, upload: await findUpload(trx, companyId, idIn(location)), isReplayed }
  })
}

const idIn = (location: string) => location.split('/').at(-1)!
