import { sql } from 'kysely'
import { nameKey } from '../db/search-terms.ts'
import type { Trx } from '../db/tenancy.ts'
import { invalid } from '../http/schemas/validation.ts'
import type { CompanyId, Uuid } from '../ids.ts'

/**
 * Maximum length of a path in bytes. The database has the same limit, because a path is an index key, and
 * index entries are small.
 */
const pathBytesMax = 2_000

export type Place = { path: string; depth: number }

const root: Place = { path: '', depth: 0 }

export async function placeIn(trx: Trx, companyId: CompanyId, parentId: Uuid | null): Promise<Place> {
  if (parentId === null) return root
  const parent = await trx
    .selectFrom('folders')
    .select(['path', 'depth'])
    .where('company_id', '=', companyId)
    .where('id', '=', parentId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!parent) throw invalid('parent_id', 'The selected parent id is invalid.')
  return parent
}

type Wanted = { id: Uuid; parentId: Uuid | null; name: string; pathLength: number }

/** Rejects a name that a sibling has, ignoring case, and a path that is too long for the index. */
export async function assertFits(trx: Trx, companyId: CompanyId, { id, parentId, name, pathLength }: Wanted) {
  if (pathLength > pathBytesMax)
    throw invalid('name', `The path of a folder must not be longer than ${pathBytesMax} bytes.`)
  if (await isTaken(trx, companyId, { id, parentId, name }))
    throw invalid('name', 'The name has already been taken.')
}

export async function isTaken(
  trx: Trx,
  companyId: CompanyId,
  { id, parentId, name }: Omit<Wanted, 'pathLength'>,
): Promise<boolean> {
  const twin = await trx
    .selectFrom('folders')
    .select('id')
    .where('company_id', '=', companyId)
    .where(sql<boolean>`parent_id is not distinct from ${parentId}::uuid`)
    .where('name_key', '=', nameKey(name))
    .where('id', '<>', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return twin !== undefined
}
