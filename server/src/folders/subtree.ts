import { sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import type { CompanyId } from '../ids.ts'

/** A folder and all below it. What lies in the trash may have the same paths. */
export const inSubtree = (path: string) => sql<boolean>`(path = ${path} or ${below(path)})`

/** All below a folder: `0` is what comes after `/`. */
export const below = (path: string) => sql<boolean>`(path > ${`${path}/`} and path < ${`${path}0`})`

/** More folders are not counted: it takes about 10 ms, and says that they are many. */
const countedMax = 20_000

/** How many live folders are below this path, and assets in it: at least so many where there are very many. */
export async function sizeOf(trx: Trx, companyId: CompanyId, path: string): Promise<number> {
  const { rows } = await sql<{ size: number }>`
    select (count(*) + coalesce(sum(assets_count), 0))::float8 - 1 as size from (
      select assets_count from folders
      where company_id = ${companyId} and deleted_at is null and ${inSubtree(path)}
      limit ${countedMax}
    ) counted`.execute(trx)
  return rows[0]!.size
}

/** How many live folders are below this path. */
export async function foldersBelow(trx: Trx, companyId: CompanyId, path: string): Promise<number> {
  const { rows } = await sql<{ size: number }>`
    select count(*) as size from (
      select from folders where company_id = ${companyId} and deleted_at is null and ${below(path)}
      limit ${countedMax}
    ) counted`.execute(trx)
  return rows[0]!.size
}
