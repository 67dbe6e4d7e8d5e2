import type { Trx } from '../db/tenancy.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import type { Services } from '../services.ts'

/** The delay before previews are rendered again, because changes to a brand kit often follow each other. */
const delayMs = 2_000

/**
 * Renders previews that use a font family again after its files have changed. Templates name families in
 * their documents, so a job searches the documents. Only one job per family runs at a time.
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

/** Families whose appearance depends on the brand kit, a font of the kit, or the font file. */
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
