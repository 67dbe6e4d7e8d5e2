import type { Trx } from '../db/tenancy.ts'
import type { CompanyId } from '../ids.ts'
import type { Definition, Noun } from './types.ts'

/** The properties of a company's assets or templates, in order. */
export async function definitionsOf(trx: Trx, companyId: CompanyId, noun: Noun): Promise<Definition[]> {
  return trx
    .selectFrom('properties')
    .select(['id', 'key', 'label', 'type', 'is_required', 'default_value', 'options', 'maps_from'])
    .where('company_id', '=', companyId)
    .where('applies_to', '=', noun)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
}
