import { nameKey } from '../db/search-terms.ts'
import type { Trx } from '../db/tenancy.ts'
import type { NewEvent } from '../events/append.ts'
import { type CompanyId, newId, type Uuid } from '../ids.ts'
import { hexOfCmyk, type Notations, screenOf } from './color-body.ts'
import type { NewColor } from './create.ts'
import type { Cmyk } from './notations.ts'
import { makeRoom, movePart, type Wanted } from './positions.ts'

type Labels = {
  pantone?: string | null | undefined
  role?: NewColor['role'] | undefined
  group?: string | null | undefined
}

export type ColorBody = Notations &
  Labels & { name: string; brand_kit_id?: Uuid | undefined; position?: number | undefined }

/**
 * Adds a color to a kit. The schema of the body requires at least one notation.
 * @throws {ApiError} `invalid` when its notations contradict each other, and as `makeRoom` does.
 */
export async function addColor(trx: Trx, companyId: CompanyId, body: ColorBody, now: Date) {
  const { hex = hexOfCmyk(body.cmyk!), opacity = 1 } = screenOf(body)
  const { kitId, position, events } = await makeRoom(trx, companyId, 'color', {
    kitId: body.brand_kit_id,
    position: body.position,
    now,
  })
  const id = newId(now)
  await trx
    .insertInto('brand_kit_colors')
    .values({
      company_id: companyId,
      id,
      brand_kit_id: kitId,
      name: body.name,
      name_key: nameKey(body.name),
      hex,
      opacity,
      cmyk: stored(body.cmyk ?? null),
      pantone: body.pantone ?? null,
      role: body.role ?? null,
      group: body.group ?? null,
      position,
      updated_at: now,
    })
    .execute()
  return { id, events }
}

/**
 * Changes the given fields. CMYK values and screen color are independent, except that a screen color that was computed
 * from the CMYK values changes with them.
 */
export async function changeColor(
  trx: Trx,
  companyId: CompanyId,
  id: Uuid,
  { name, cmyk, pantone, role, group, position, ...rest }: Wanted<ColorBody>,
  now: Date,
): Promise<NewEvent[]> {
  const color = await trx
    .selectFrom('brand_kit_colors')
    .select(['brand_kit_id', 'hex', 'cmyk'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const follows = color.cmyk !== null && hexOfCmyk(color.cmyk) === color.hex
  const screen = { ...(cmyk && follows && { hex: hexOfCmyk(cmyk) }), ...screenOf(rest) }
  const columns = {
    ...screen,
    ...(name !== undefined && { name, name_key: nameKey(name) }),
    ...(cmyk !== undefined && { cmyk: stored(cmyk) }),
    ...(pantone !== undefined && { pantone }),
    ...(role !== undefined && { role }),
    ...(group !== undefined && { group }),
  }
  await trx
    .updateTable('brand_kit_colors')
    .set({ ...columns, updated_at: now })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
  return movePart(trx, companyId, 'color', { id, kitId: color.brand_kit_id, position, now })
}

const stored = (cmyk: Cmyk | null) => cmyk && JSON.stringify({ c: cmyk.c, m: cmyk.m, y: cmyk.y, k: cmyk.k })
