import { sql } from 'kysely'
import { nameKey } from '../db/search-terms.ts'
import type { Trx } from '../db/tenancy.ts'
import { ApiError } from '../errors.ts'
import type { Caller } from '../http/caller.ts'
import { invalid } from '../http/schemas/validation.ts'
import { type CompanyId, newId, type Uuid } from '../ids.ts'
import { type NewPreset, type PresetFields, presetsMax } from './body.ts'
import { presetFaults } from './rules.ts'

/** @throws {ApiError} `invalid` for fields that exclude each other, a name that is taken, and too many presets. */
export async function createPreset(
  trx: Trx,
  { companyId, personId }: Pick<Caller, 'companyId' | 'personId'>,
  { label, ...body }: NewPreset,
  now: Date,
): Promise<Uuid> {
  const fields = { ...body, label: label ?? body.name }
  assertSuitable(fields)
  await assertNameIsFree(trx, companyId, fields.name)
  await assertRoom(trx, companyId)
  const id = newId(now)
  await trx
    .insertInto('presets')
    .values({
      company_id: companyId,
      id,
      ...fields,
      name_key: nameKey(fields.name),
      created_by: personId,
      updated_at: now,
    })
    .execute()
  return id
}

/** @throws {ApiError} `invalid` by field. */
export function assertSuitable(fields: PresetFields): void {
  const faults = presetFaults(fields)
  if (Object.keys(faults).length > 0) throw new ApiError('invalid', { faults })
}

/** @throws {ApiError} `invalid` when another preset has the name. */
export async function assertNameIsFree(trx: Trx, companyId: CompanyId, name: string, own?: Uuid) {
  const namesake = await trx
    .selectFrom('presets')
    .select('id')
    .where('company_id', '=', companyId)
    .where('name', '=', name)
    .executeTakeFirst()
  if (namesake && namesake.id !== own) throw invalid('name', 'The name has already been taken.')
}

async function assertRoom(trx: Trx, companyId: CompanyId) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from presets where company_id = ${companyId}`.execute(trx)
  if (rows[0]!.count >= presetsMax)
    throw invalid('name', `The limit of ${presetsMax} presets is reached. Delete old ones.`)
}
