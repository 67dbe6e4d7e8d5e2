import { sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import type { NewEvent } from '../events/append.ts'
import { invalid } from '../http/schemas/validation.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { defaultKit } from './kits.ts'
import { kitUpdated, laterThanIts, reviseKit } from './revise.ts'

/**
 * Positions of the parts of a kit: 0, 1, 2 … per kind. Adding, moving or deleting a part moves other parts, and emits
 * an event for each moved part.
 */
export type PartKind = 'logo' | 'color' | 'font'

/**
 * Maximum number of parts per kind. The contrast response contains every pair of colors, so twice as many parts would
 * make it four times as large.
 */
export const partsMax = 200

/** Omitted fields stay unchanged. */
export type Wanted<Body> = { [K in keyof Body]?: Body[K] | undefined }

export type Place = { kitId: Uuid; position: number; events: NewEvent[] }

/**
 * Makes room for a new part, which the caller inserts at the returned position.
 * @throws {ApiError} `invalid` when the kit does not exist or is full.
 */
export async function makeRoom(
  trx: Trx,
  companyId: CompanyId,
  kind: PartKind,
  {
    kitId: asked,
    position: wanted,
    now,
  }: { kitId?: Uuid | undefined; position?: number | undefined; now: Date },
): Promise<Place> {
  const kitId = await kitFor(trx, companyId, asked)
  const order = await orderOf(trx, companyId, kind, kitId)
  if (order.length >= partsMax)
    throw invalid('brand_kit_id', `A brand kit must not contain more than ${partsMax} ${kind}s.`)
  const position = Math.min(wanted ?? order.length, order.length)
  const moved = await renumber(trx, companyId, kind, order.slice(position), position + 1, now)
  return { kitId, position, events: [...moved, await changed(trx, companyId, kind, kitId, now)] }
}

/**
 * Moves a part in its kit. Without a position, the part does not move. Returns the events of
 * other parts, but not the part's own.
 */
export async function movePart(
  trx: Trx,
  companyId: CompanyId,
  kind: PartKind,
  { id, kitId, position, now }: { id: Uuid; kitId: Uuid; position: number | undefined; now: Date },
): Promise<NewEvent[]> {
  const events: NewEvent[] = []
  if (position !== undefined) {
    const order = (await orderOf(trx, companyId, kind, kitId)).filter((one) => one !== id)
    order.splice(position, 0, id)
    const moved = await renumber(trx, companyId, kind, order, 0, now)
    events.push(...moved.filter(({ resourceId }) => resourceId !== id))
  }
  return [...events, await changed(trx, companyId, kind, kitId, now)]
}

/** Deletes a part and moves the following parts up. */
export async function removePart(
  trx: Trx,
  companyId: CompanyId,
  kind: PartKind,
  id: Uuid,
  now: Date,
): Promise<NewEvent[]> {
  const { brand_kit_id: kitId } = await trx
    .deleteFrom(tableOf(kind))
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .returning('brand_kit_id')
    .executeTakeFirstOrThrow()
  const order = await orderOf(trx, companyId, kind, kitId)
  const moved = await renumber(trx, companyId, kind, order, 0, now)
  return [...moved, await changed(trx, companyId, kind, kitId, now)]
}

export const partUpdated = (kind: PartKind, id: Uuid, ...fields: string[]): NewEvent => ({
  type: `${kind}.updated`,
  resourceType: kind,
  resourceId: id,
  data: { fields },
})

export const tableOf = <K extends PartKind>(kind: K) => `brand_kit_${kind}s` as const

async function kitFor(trx: Trx, companyId: CompanyId, asked: Uuid | undefined): Promise<Uuid> {
  if (asked === undefined) {
    const kit = await defaultKit(trx, companyId)
    if (kit === undefined) throw invalid('brand_kit_id', 'There is no brand kit yet. Create one first.')
    return kit
  }
  const kit = await trx
    .selectFrom('brand_kits')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', asked)
    .executeTakeFirst()
  if (!kit) throw invalid('brand_kit_id', 'The selected brand kit id is invalid.')
  return kit.id
}

async function orderOf(trx: Trx, companyId: CompanyId, kind: PartKind, kitId: Uuid): Promise<Uuid[]> {
  const parts = await trx
    .selectFrom(tableOf(kind))
    .select('id')
    .where('company_id', '=', companyId)
    .where('brand_kit_id', '=', kitId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return parts.map(({ id }) => id)
}

/** Numbers parts in this order, starting at `from`. Writes only parts whose position changes. */
async function renumber(
  trx: Trx,
  companyId: CompanyId,
  kind: PartKind,
  order: Uuid[],
  from: number,
  now: Date,
): Promise<NewEvent[]> {
  const { rows } = await sql<{ id: Uuid }>`
    update ${sql.table(tableOf(kind))} r set
      position = wanted.place + ${from - 1},
      updated_at = ${laterThanIts(now)}
    from unnest(cast(${order} as uuid[])) with ordinality as wanted (id, place)
    where r.company_id = ${companyId} and r.id = wanted.id and r.position <> wanted.place + ${from - 1}
    returning r.id`.execute(trx)
  return rows.map(({ id }) => partUpdated(kind, id, 'position'))
}

async function changed(trx: Trx, companyId: CompanyId, kind: PartKind, kitId: Uuid, now: Date) {
  await reviseKit(trx, companyId, kitId, now)
  return kitUpdated(kitId, `${kind}s`)
}
