import type { Db } from '../db/database.ts'
import { commonFilters, commonSorts } from '../db/filters.ts'
import { finder } from '../db/finder.ts'
import type { RowsQuery } from '../db/listing.ts'
import type { Trx } from '../db/tenancy.ts'
import { invalid } from '../http/schemas/validation.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import type { PresetFields } from './body.ts'

export type Preset = PresetFields & { id: Uuid }
export type PresetRow = Awaited<ReturnType<ReturnType<typeof presetRows>['executeTakeFirstOrThrow']>>

const columns = [
  'id',
  'name',
  'label',
  'width',
  'height',
  'fit',
  'format',
  'quality',
  'background',
  'color_profile',
  'metadata',
  'enlarge',
] as const

function presetRows(db: Db) {
  return db
    .selectFrom('presets as r')
    .leftJoin('people as creator', 'creator.id', 'r.created_by')
    .select(columns.map((column) => `r.${column}` as const))
    .select(['r.created_by', 'creator.name as created_by_name', 'r.created_at', 'r.updated_at'])
}

export const presets = finder({
  table: 'presets',
  rows: presetRows as (db: Db) => RowsQuery<PresetRow>,
  sorts: commonSorts,
  filters: commonFilters,
})

/** All of a company's presets, by name. There are never many. */
export const allPresets = (trx: Trx, companyId: CompanyId): Promise<Preset[]> =>
  trx.selectFrom('presets').select(columns).where('company_id', '=', companyId).orderBy('name').execute()

/** @throws {ApiError} `invalid` on `preset`, with the names of the company's presets. */
export async function presetNamed(trx: Trx, companyId: CompanyId, name: string): Promise<Preset> {
  const all = await allPresets(trx, companyId)
  const preset = all.find((one) => one.name === name)
  if (preset) return preset
  throw invalid(
    'preset',
    all.length === 0
      ? 'The preset does not exist: the company has no presets. Create one with POST /api/presets.'
      : `The preset does not exist. The presets are: ${all.map((one) => one.name).join(', ')}.`,
  )
}
