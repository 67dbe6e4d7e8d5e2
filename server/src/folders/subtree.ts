import { sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import type { CompanyId } from '../ids.ts'

/** A folder and its subfolders. Trashed folders can have the same paths. */
export const inSubtree = (path: string) => sql<boolean>`(path = ${path} or ${below(path)})`

/** The subfolders of a folder. The range ends at `0`, which follows `/`. */
export const below = (path: string) => sql<boolean>`(path > ${`${path}/`} and path < ${`${path}0`})`

/** Maximum count. Counting this far takes about 10 ms and suffices to know that there are many. */
const countedMax = 20_000

/** The number of live folders under this path and of assets in them. A lower bound if the number is very large. */
export async function sizeOf(trx: Trx, companyId: CompanyId, path: string): Promise<number> {
  const { rows } = await sql<{ size: number }>`
    select (count(*) + coalesce(sum(assets_count), 0))::float8 - 1 as size from (
      select assets_count from folders
      where company_id = ${companyId} and deleted_at is null and ${inSubtree(path)}
      limit ${countedMax}
    ) counted`.execute(trx)
  return rows[0]!.size
}

export async function foldersBelow(trx: Trx, companyId: CompanyId, path: string): Promise<number> {
  const { rows } = await sql<{ size: number }>`
    select count(*) as size from (
      select from folders where company_id = ${companyId} and deleted_at is null and ${below(path)}
      limit ${countedMax}
    ) counted`.execute(trx)
  return rows[0]!.size
}
