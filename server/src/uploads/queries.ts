import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { asCompany, asCompanyWriting, type Trx } from '../db/tenancy.ts'
import { ApiError } from '../errors.ts'
import type { Caller } from '../http/caller.ts'
import { type CompanyId, parseId, publicId, type Uuid } from '../ids.ts'

export const uploadLifetimeMs = 24 * 3_600_000

export type Upload = {
  id: Uuid
  companyId: CompanyId
  /** The client or person that started the upload. The asset is created for them. */
  clientId: Uuid | null
  personId: Uuid | null
  length: number
  /** As sent. */
  metadata: string
  assetId: Uuid | null
  endsAt: Date
}

export const uploadUrl = (id: Uuid) => `/api/uploads/${publicId('upload', id)}`

/** Finds an upload. Undefined for a missing or expired upload, and for an upload of another company. */
export async function findUpload(db: Db, companyId: CompanyId, text: string): Promise<Upload | undefined> {
  const id = parseId('upload', text)
  return id === undefined ? undefined : readUpload(db, companyId, id)
}

/**
 * Finds an upload for a caller. A client that is limited to folders sees only its own uploads.
 * @throws {ApiError} `not_found`.
 */
export async function uploadFor(
  db: Db,
  { companyId, clientId, folderLimit }: Pick<Caller, 'companyId' | 'clientId' | 'folderLimit'>,
  text: string,
): Promise<Upload> {
  const upload = await findUpload(db, companyId, text)
  if (!upload || (folderLimit && upload.clientId !== clientId)) throw new ApiError('not_found')
  return upload
}

export async function readUpload(db: Db, companyId: CompanyId, id: Uuid): Promise<Upload | undefined> {
  return asCompany(db, companyId, async (trx) => {
    const row = await trx
      .selectFrom('uploads')
      .selectAll()
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .where('ends_at', '>', sql<Date>`now()`)
      .executeTakeFirst()
    if (!row) return undefined
    const { client_id, person_id, length, metadata, asset_id, ends_at } = row
    return {
      id,
      companyId,
      clientId: client_id,
      personId: person_id,
      length,
      metadata,
      assetId: asset_id,
      endsAt: ends_at,
    }
  })
}

/**
 * The state of an upload without bytes, which became an asset after its row was read, here or on another
 * node.
 * @throws {ApiError} `not_found` if there is no asset.
 */
export async function finishedMeanwhile(db: Db, { companyId, id }: Pick<Upload, 'companyId' | 'id'>) {
  const now = await readUpload(db, companyId, id)
  if (!now?.assetId) throw new ApiError('not_found')
  return { ...now, assetId: now.assetId }
}

/** The number of a company's open uploads, and their total declared size. */
export async function openUploads(trx: Trx, companyId: CompanyId): Promise<{ count: number; bytes: number }> {
  const { rows } = await sql<{ count: number; bytes: number }>`
    select count(*)::int as count, coalesce(sum(length), 0)::float8 as bytes from uploads
    where company_id = ${companyId} and asset_id is null and ends_at > now()`.execute(trx)
  return rows[0]!
}

/** @returns whether the upload existed and, if required, was unfinished. */
export async function deleteUpload(
  db: Db,
  companyId: CompanyId,
  id: Uuid,
  isUnfinished: boolean,
): Promise<boolean> {
  return asCompanyWriting(db, companyId, async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('uploads')
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .$if(isUnfinished, (query) => query.where('asset_id', 'is', null))
      .executeTakeFirst()
    return numDeletedRows > 0n
  })
}
