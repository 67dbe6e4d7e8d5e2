import { z } from 'zod'
import type { Db } from '../db/database.ts'
import { asCompany } from '../db/tenancy.ts'
import { idInBody, listUpTo } from '../http/schemas/body-fields.ts'
import { invalid } from '../http/schemas/validation.ts'
import type { CompanyId, Uuid } from '../ids.ts'

/** Maximum number of folders in a limit. Their subfolders do not count. */
export const limitedFoldersMax = 100

export const folderLimit = z
  .strictObject({
    folder_ids: listUpTo(
      limitedFoldersMax,
      `must not contain more than ${limitedFoldersMax} folders.`,
      z
        .array(idInBody('folder'), 'must be a list of folders.')
        .min(1, 'must contain a folder. Send null to remove the limit.'),
    ).transform((ids) => [...new Set(ids)]),
  })
  .nullable()
  .describe('Folders, with their subfolders. Null for no limit.')

type Limit = z.output<typeof folderLimit>

export const foldersOf = (limit: Limit): Uuid[] | null => limit?.folder_ids ?? null

/** @throws {ApiError} `invalid` on the field of a folder that does not exist or is in the trash. */
export async function assertFolders(
  db: Db,
  companyId: CompanyId,
  limits: { read_limit?: Limit | undefined; write_limit?: Limit | undefined },
): Promise<void> {
  for (const name of ['read_limit', 'write_limit'] as const) {
    const ids = limits[name]?.folder_ids
    if (!ids) continue
    if ((await missingFolders(db, companyId, ids)).length > 0)
      throw invalid(`${name}.folder_ids`, 'The folder_ids field contains a folder that does not exist.')
  }
}

/** The folders that do not exist in the company or are in the trash. */
export async function missingFolders(db: Db, companyId: CompanyId, ids: readonly Uuid[]): Promise<Uuid[]> {
  const rows = await asCompany(db, companyId, (trx) =>
    trx
      .selectFrom('folders')
      .select('id')
      .where('company_id', '=', companyId)
      .where('id', 'in', [...ids])
      .where('deleted_at', 'is', null)
      .execute(),
  )
  const known = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => !known.has(id))
}
