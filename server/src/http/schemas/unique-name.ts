import { nameKey } from '../../db/search-terms.ts'
import type { Trx } from '../../db/tenancy.ts'
import type { CompanyId, Uuid } from '../../ids.ts'
import { invalid } from './validation.ts'

/**
 * For resources whose name is unique within the company.
 * @param own the resource that gets the name, if it exists.
 * @throws {ApiError} `invalid` if another resource has the name, ignoring case.
 */
export async function assertNameIsFree(
  trx: Trx,
  table: 'brand_kits' | 'collections',
  companyId: CompanyId,
  name: string,
  own?: Uuid,
) {
  const other = await trx
    .selectFrom(table)
    .select('id')
    .where('company_id', '=', companyId)
    .where('name_key', '=', nameKey(name))
    .executeTakeFirst()
  if (other && other.id !== own) throw invalid('name', 'The name has already been taken.')
}
