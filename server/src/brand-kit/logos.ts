import { nameKey } from '../db/search-terms.ts'
import type { Trx } from '../db/tenancy.ts'
import type { NewEvent } from '../events/append.ts'
import { type CompanyId, newId, type Uuid } from '../ids.ts'
import { assertShows } from './asset.ts'
import type { NewLogo } from './create.ts'
import { makeRoom, movePart, partUpdated, type Wanted } from './positions.ts'
import { laterThanIts } from './revise.ts'

export type LogoBody = {
  brand_kit_id?: Uuid | undefined
  name: string
  variant: NewLogo['variant']
  theme: NewLogo['theme']
  asset_id: Uuid
  is_default: boolean
  position?: number | undefined
}

/**
 * Adds a logo to a kit. A kit has at most one default per variant, so a new default replaces the previous
 * default.
 * @throws {ApiError} `invalid` when the asset is not a live image of the company, and as `makeRoom` does.
 */
export async function addLogo(trx: Trx, companyId: CompanyId, body: LogoBody, now: Date) {
  await assertShows(trx, companyId, body.asset_id, 'image')
  const { kitId, position, events } = await makeRoom(trx, companyId, 'logo', {
    kitId: body.brand_kit_id,
    position: body.position,
    now,
  })
  const { name, variant, theme, asset_id, is_default } = body
  const dropped = is_default ? await dropDefault(trx, companyId, kitId, variant, now) : []
  const id = newId(now)
  await trx
    .insertInto('brand_kit_logos')
    .values({
      company_id: companyId,
      id,
      brand_kit_id: kitId,
      name,
      name_key: nameKey(name),
      variant,
      theme,
      asset_id,
      is_default,
      position,
      updated_at: now,
    })
    .execute()
  return { id, events: [...dropped, ...events] }
}

/**
 * A default logo that changes its variant replaces the default of that variant only with `is_default: true`.
 */
export async function changeLogo(
  trx: Trx,
  companyId: CompanyId,
  id: Uuid,
  { name, variant, theme, asset_id, is_default, position }: Wanted<LogoBody>,
  now: Date,
): Promise<NewEvent[]> {
  if (asset_id !== undefined) await assertShows(trx, companyId, asset_id, 'image')
  const logo = await trx
    .selectFrom('brand_kit_logos')
    .select(['brand_kit_id as kitId', 'variant', 'is_default'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { kitId } = logo
  const becomes = variant ?? logo.variant
  const staysDefault =
    logo.is_default && (becomes === logo.variant || !(await hasDefault(trx, companyId, kitId, becomes)))
  const isDefault = is_default ?? staysDefault
  const dropped = isDefault ? await dropDefault(trx, companyId, kitId, becomes, now, id) : []
  await trx
    .updateTable('brand_kit_logos')
    .set({
      ...(name !== undefined && { name, name_key: nameKey(name) }),
      ...(theme !== undefined && { theme }),
      ...(asset_id !== undefined && { asset_id }),
      variant: becomes,
      is_default: isDefault,
      updated_at: now,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
  return [...dropped, ...(await movePart(trx, companyId, 'logo', { id, kitId, position, now }))]
}

async function hasDefault(trx: Trx, companyId: CompanyId, kitId: Uuid, variant: NewLogo['variant']) {
  const logo = await trx
    .selectFrom('brand_kit_logos')
    .select('id')
    .where('company_id', '=', companyId)
    .where('brand_kit_id', '=', kitId)
    .where('variant', '=', variant)
    .where('is_default', '=', true)
    .executeTakeFirst()
  return logo !== undefined
}

async function dropDefault(
  trx: Trx,
  companyId: CompanyId,
  kitId: Uuid,
  variant: NewLogo['variant'],
  now: Date,
  own?: Uuid,
): Promise<NewEvent[]> {
  const dropped = await trx
    .updateTable('brand_kit_logos')
    .set({ is_default: false, updated_at: laterThanIts(now) })
    .where('company_id', '=', companyId)
    .where('brand_kit_id', '=', kitId)
    .where('variant', '=', variant)
    .where('is_default', '=', true)
    .$if(own !== undefined, (others) => others.where('id', '<>', own!))
    .returning('id')
    .execute()
  return dropped.map(({ id }) => partUpdated('logo', id, 'is_default'))
}
