import { nameKey } from '../db/search-terms.ts'
import type { Trx } from '../db/tenancy.ts'
import type { NewEvent } from '../events/append.ts'
import type { Changing } from '../http/endpoints/crud-endpoints.ts'
import { assertNameIsFree } from '../http/schemas/unique-name.ts'
import { invalid } from '../http/schemas/validation.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { deleteSharesOf } from '../shares/delete.ts'
import { createBrandKit } from './create.ts'
import { deletePageOfKit } from './pages/delete.ts'
import { kitUpdated, reviseKit } from './revise.ts'

/**
 * Creates an empty brand kit. The first kit of a company always becomes its default.
 * @returns its ID, and the event of the kit that is no longer the default.
 * @throws {ApiError} `invalid` when another kit has the name, ignoring case.
 */
export async function addKit(
  trx: Trx,
  companyId: CompanyId,
  { name, isDefault }: { name: string; isDefault: boolean },
  now: Date,
): Promise<{ id: Uuid; events: NewEvent[] }> {
  await assertNameIsFree(trx, 'brand_kits', companyId, name)
  const former = await defaultKit(trx, companyId)
  const becomesDefault = isDefault || former === undefined
  const events = becomesDefault ? await dropDefault(trx, companyId, former, now) : []
  const parts = { logos: [], colors: [], fonts: [] }
  const kit = { name, isDefault: becomesDefault, ...parts, createdAt: now }
  return { id: await createBrandKit(trx, companyId, kit), events }
}

export type KitChange = { name?: string | undefined; is_default?: boolean | undefined }

/**
 * Renames a kit, or makes it the default.
 * @returns the event of the kit that is no longer the default.
 * @throws {ApiError} `invalid` for a name that is taken, and for `is_default: false` on the default kit: a
 *   company always has a default.
 */
export async function changeKit(
  trx: Trx,
  companyId: CompanyId,
  id: Uuid,
  { name, is_default }: KitChange,
  now: Date,
): Promise<NewEvent[]> {
  if (name !== undefined) await assertNameIsFree(trx, 'brand_kits', companyId, name, id)
  const former = await defaultKit(trx, companyId)
  if (is_default === false && former === id)
    throw invalid('is_default', 'Make another brand kit the default first.')
  const becomesDefault = is_default === true && former !== id
  const events = becomesDefault ? await dropDefault(trx, companyId, former, now) : []
  await reviseKit(trx, companyId, id, now, {
    ...(name !== undefined && { name, name_key: nameKey(name) }),
    ...(becomesDefault && { is_default: true }),
  })
  return events
}

/**
 * Deletes a kit and its parts. If the kit was the default, the oldest remaining kit becomes the default.
 * @returns the events of the parts, shares and page, so that copies of them can be deleted too, and of the new default.
 */
export async function removeKit(context: Omit<Changing<unknown>, 'body'>, id: Uuid): Promise<NewEvent[]> {
  const { trx, companyId, author, address, now } = context
  const events: NewEvent[] = []
  for (const kind of ['logo', 'color', 'font'] as const) {
    const parts = await trx
      .deleteFrom(`brand_kit_${kind}s`)
      .where('company_id', '=', companyId)
      .where('brand_kit_id', '=', id)
      .returning('id')
      .execute()
    for (const part of parts) {
      events.push({ type: `${kind}.deleted`, resourceType: kind, resourceId: part.id })
    }
  }
  events.push(...(await deleteSharesOf(trx, { author, address }, 'brand_kit_id', [id])))
  events.push(...(await deletePageOfKit(context, id)))
  await trx.deleteFrom('brand_kits').where('company_id', '=', companyId).where('id', '=', id).execute()
  if ((await defaultKit(trx, companyId)) === undefined)
    events.push(...(await promoteOldest(trx, companyId, now)))
  return events
}

/** The kit for parts that specify no kit. Undefined only if the company has no kit. */
export async function defaultKit(trx: Trx, companyId: CompanyId): Promise<Uuid | undefined> {
  const kit = await trx
    .selectFrom('brand_kits')
    .select('id')
    .where('company_id', '=', companyId)
    .where('is_default', '=', true)
    .executeTakeFirst()
  return kit?.id
}

async function dropDefault(trx: Trx, companyId: CompanyId, id: Uuid | undefined, now: Date) {
  if (id === undefined) return []
  await reviseKit(trx, companyId, id, now, { is_default: false })
  return [kitUpdated(id, 'is_default')]
}

async function promoteOldest(trx: Trx, companyId: CompanyId, now: Date) {
  const oldest = await trx
    .selectFrom('brand_kits')
    .select('id')
    .where('company_id', '=', companyId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!oldest) return []
  await reviseKit(trx, companyId, oldest.id, now, { is_default: true })
  return [kitUpdated(oldest.id, 'is_default')]
}
