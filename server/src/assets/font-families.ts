import type { Trx } from '../db/tenancy.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import type { Services } from '../services.ts'

/** Changes to a brand kit often come in a row. */
const delayMs = 2_000

/**
 * Draws the previews again that name a font family, after its files have changed. Templates name families in their
 * documents, so a job looks for them: one at a time for each family.
 */
export async function redrawFamilies(
  trx: Trx,
  { queue }: Pick<Services, 'queue'>,
  companyId: CompanyId,
  families: readonly string[],
): Promise<void> {
  const startAfter = new Date(Date.now() + delayMs)
  for (const family of new Set(families.map((name) => name.toLowerCase())))
    await queue.add(trx, 'template.redraw', { companyId, family }, { singletonKey: family, startAfter })
}

/** Families that the brand kit, the font of a kit or the font file gives a meaning. */
export async function familiesOf(
  trx: Trx,
  companyId: CompanyId,
  column: 'brand_kit_id' | 'id' | 'asset_id',
  id: Uuid,
): Promise<string[]> {
  const fonts = await trx
    .selectFrom('brand_kit_fonts')
    .select('family')
    .distinct()
    .where('company_id', '=', companyId)
    .where(column, '=', id)
    .execute()
  return fonts.map(({ family }) => family)
}
