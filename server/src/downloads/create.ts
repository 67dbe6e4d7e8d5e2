import { sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import type { Caller } from '../http/caller.ts'
import { invalid } from '../http/schemas/validation.ts'
import { newId, type Uuid } from '../ids.ts'
import type { ArchiveBody } from './body.ts'
import type { Selection } from './select.ts'

/** Archives that a company can have at a time. Each is deleted after a day. */
const archivesMax = 1_000
const lifetimeMs = 24 * 3_600_000

/** @throws {ApiError} `invalid` when the company has too many archives. */
export async function createArchive(
  trx: Trx,
  { companyId, personId }: Caller,
  { format, name }: ArchiveBody,
  { ids, size, folder, hasFolders }: Selection,
  now: Date,
): Promise<Uuid> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from archives where company_id = ${companyId} and expires_at > now()`.execute(
    trx,
  )
  if (rows[0]!.count >= archivesMax)
    throw invalid(
      'name',
      `The limit of ${archivesMax.toLocaleString('en')} archives is reached. Each is deleted after a day.`,
    )
  const id = newId(now)
  await trx
    .insertInto('archives')
    .values({
      company_id: companyId,
      id,
      name: name ?? folder?.name ?? `Assets ${now.toISOString().slice(0, 10)}`,
      asset_ids: ids,
      folder_id: folder?.id ?? null,
      has_folders: hasFolders,
      format: JSON.stringify(format),
      files_count: ids.length,
      size,
      expires_at: new Date(now.getTime() + lifetimeMs),
      created_by: personId,
      updated_at: now,
    })
    .execute()
  return id
}
