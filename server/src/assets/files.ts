import { sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import type { ApiError } from '../errors.ts'
import type { Filed } from '../http/endpoints/stored-file.ts'
import { invalid } from '../http/schemas/validation.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import type { StoredUpload } from './upload.ts'

/**
 * References from rows to stored files. No race can lose a file, because each file gets a new key. Another row can
 * reference that key only while a version does, which is checked and written under the company's lock (`change()`). A
 * purge deletes the last reference under the same lock, and the file only after its commit. Afterwards, nothing can
 * find the key, so a concurrent upload of the same bytes finds no duplicate and keeps its own file.
 */

/**
 * Chooses the key of an uploaded file. If the company already has the same bytes, uses the existing key, so
 * that they are stored once. Otherwise, uses the file's own key if the quota allows it.
 * @throws {ApiError} `invalid` on `field` when the company's quota is used up.
 */
export async function keepUpload(
  trx: Trx,
  companyId: CompanyId,
  upload: StoredUpload,
  field: string,
  quotaBytes: number | undefined,
): Promise<Filed> {
  const duplicate = await duplicateOf(trx, companyId, upload.checksum)
  if (duplicate) return { key: duplicate.file_key, duplicateOf: duplicate.id }
  await assertRoom(trx, companyId, upload.size, field, quotaBytes)
  return { key: upload.key }
}

/**
 * An asset with the same file. Prefers an asset whose current version has the file, and an asset outside the
 * trash.
 */
async function duplicateOf(trx: Trx, companyId: CompanyId, checksum: string) {
  const { rows } = await sql<{ id: Uuid; file_key: string }>`
    select a.id, v.file_key from asset_versions v
    join assets a on a.company_id = v.company_id and a.id = v.asset_id
    where v.company_id = ${companyId} and v.checksum = ${checksum}
    order by (a.deleted_at is null) desc, (a.version = v.version) desc, a.id
    limit 1`.execute(trx)
  return rows[0]
}

/** Rejects a file that exceeds the company's quota, before it is received or when it is stored. */
export async function assertRoom(
  trx: Trx,
  companyId: CompanyId,
  bytes: number,
  field: string,
  quotaBytes: number | undefined,
) {
  const room = await roomOf(trx, companyId, field, quotaBytes)
  if (room && bytes > room.bytes) throw room.refusal()
}

export type Room = {
  bytes: number
  refusal(): ApiError
}

/** The remaining bytes of the company's quota. Undefined if the company has no quota. */
export async function roomOf(
  trx: Trx,
  companyId: CompanyId,
  field: string,
  quotaBytes: number | undefined,
): Promise<Room | undefined> {
  if (quotaBytes === undefined) return undefined
  const { stored_bytes } = await trx
    .selectFrom('companies')
    .select('stored_bytes')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const used = `${stored_bytes} of ${quotaBytes} bytes are used.`
  const refusal = () => invalid(field, `The ${field} exceeds the storage quota: ${used}`)
  return { bytes: quotaBytes - stored_bytes, refusal }
}

export async function countBytes(trx: Trx, companyId: CompanyId, more: number) {
  if (more === 0) return
  await trx
    .updateTable('companies')
    .set((eb) => ({ stored_bytes: eb('stored_bytes', '+', more) }))
    .where('id', '=', companyId)
    .execute()
}

/**
 * Deletes the rows of unreferenced files and of their renditions. Call it after deleting the versions.
 * @param files candidates that may have lost their last version.
 * @returns the keys to remove from storage after the commit.
 */
export async function releaseFiles(
  trx: Trx,
  companyId: CompanyId,
  files: readonly { file_key: string; size: number }[],
): Promise<string[]> {
  const sizes = new Map(files.map(({ file_key, size }) => [file_key, size]))
  const { rows: gone } = await sql<{ key: string }>`
    select key from unnest(${[...sizes.keys()]}::text[]) asked(key)
    where not exists (
      select from asset_versions v where v.company_id = ${companyId} and v.file_key = asked.key
    )`.execute(trx)
  const sources = gone.map(({ key }) => key)
  if (sources.length === 0) return []
  const { rows: pictures } = await sql<{ key: string }>`
    with gone as (
      delete from renditions where company_id = ${companyId} and source_key = any(${sources}::text[])
      returning source_key, key
    )
    select distinct key from gone where not exists (
      select from renditions r where r.company_id = ${companyId} and r.key = gone.key
        and r.source_key <> all(${sources}::text[])
    )`.execute(trx)
  await countBytes(trx, companyId, -sources.reduce((sum, key) => sum + sizes.get(key)!, 0))
  return [...sources, ...pictures.map(({ key }) => key)]
}
