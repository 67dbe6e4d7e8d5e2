import { sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import { ApiError } from '../errors.ts'
import { invalid } from '../http/schemas/validation.ts'
import type { CompanyId, Uuid } from '../ids.ts'

/** Whether the folder `f` is in a trashed folder and a job has not trashed it yet. */
export const isGoing = (companyId: CompanyId) => sql<boolean>`exists (
  select from large_changes c
  where c.company_id = ${companyId} and c.type = 'folder.trash' and starts_with(f.path, c.paths[1] || '/')
)`

/**
 * Rejects a folder, or the root, in which a limited client cannot create assets, before the file is received. The
 * database checks it again when the asset is created.
 * @throws {ApiError} `outside_limit`.
 */
export async function assertWritableFolder(trx: Trx, id: Uuid | null) {
  if (!trx.folderLimit) return
  const { rows } = await sql<{ is_writable: boolean }>`
    select coalesce(${id}::uuid = any(writable_folders()), false) as is_writable`.execute(trx)
  if (!rows[0]!.is_writable) throw new ApiError('outside_limit')
}

/** Rejects a folder that does not exist or is in the trash. */
export async function assertFolder(trx: Trx, companyId: CompanyId, id: Uuid) {
  const folder = await trx
    .selectFrom('folders as f')
    .select('f.id')
    .where('f.company_id', '=', companyId)
    .where('f.id', '=', id)
    .where('f.deleted_at', 'is', null)
    .where(sql<boolean>`not ${isGoing(companyId)}`)
    .executeTakeFirst()
  if (!folder) throw invalid('folder_id', 'The selected folder id is invalid.')
}
