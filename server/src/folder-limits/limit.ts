import { z } from 'zod'
import type { Db } from '../db/database.ts'
import type { FolderLimit } from '../db/handle.ts'
import { asCompany } from '../db/tenancy.ts'
import { idInBody, listUpTo } from '../http/schemas/body-fields.ts'
import { invalid } from '../http/schemas/validation.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import type { LimitColumns } from './present-limit.ts'

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
type Limits = { read_limit?: Limit | undefined; write_limit?: Limit | undefined }

export const foldersOf = (limit: Limit): Uuid[] | null => limit?.folder_ids ?? null

/** The columns of the given limits. A limit that is not given is not changed. */
export const limitChange = ({ read_limit, write_limit }: Limits): Partial<LimitColumns> => ({
  ...(read_limit !== undefined && { read_folder_ids: foldersOf(read_limit) }),
  ...(write_limit !== undefined && { write_folder_ids: foldersOf(write_limit) }),
})

/** The limit of a database handle. Undefined without a limit. */
export function handleLimit({ read_folder_ids, write_folder_ids }: LimitColumns): FolderLimit | undefined {
  return read_folder_ids || write_folder_ids ? { read: read_folder_ids, write: write_folder_ids } : undefined
}

/** @throws {ApiError} `invalid` on the field of a folder that does not exist or is in the trash. */
export async function assertFolders(db: Db, companyId: CompanyId, limits: Limits): Promise<void> {
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
