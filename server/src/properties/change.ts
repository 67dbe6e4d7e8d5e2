import type { Changing } from '../http/endpoints/crud-endpoints.ts'
import { given } from '../http/schemas/body-fields.ts'
import type { Uuid } from '../ids.ts'
import { assertSettled, finish } from '../jobs/large-change.ts'
import type { PropertyOption } from '../property-values/types.ts'
import type { PropertyChange } from './body.ts'
import { assertMappable, jsonOrNull } from './create.ts'
import { assertDefaultKept, defaultValue } from './default-value.ts'
import { assertUnused, optionsFrom } from './options.ts'
import { place } from './positions.ts'
import { countValues, refreshWords, rowsPerResource } from './steps.ts'

type Change = Changing<PropertyChange> & { id: Uuid }

/**
 * Changes a property. Values are kept. After an option gets a new label, its resources are found by the new
 * label. If there are many, a job updates their search words.
 * @throws {ApiError} `invalid`; `still_changing`.
 */
export async function changeProperty(context: Change): Promise<void> {
  const { trx, companyId, id, body, now, events } = context
  await assertSettled(trx, companyId, { resourceIds: [id] })
  const before = await trx
    .selectFrom('properties')
    .select(['type', 'applies_to', 'options', 'default_value'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { type, applies_to: noun } = before
  const { options: wanted, default: preset, position, ...plain } = body
  assertMappable(type, noun, plain.maps_from)
  const options = wanted === undefined ? before.options : optionsFrom(type, wanted, before.options)
  const removed = before.options.filter(({ key }) => !options.some((option) => option.key === key))
  await assertUnused(trx, companyId, { noun, propertyId: id }, removed)
  const default_value = preset === undefined ? before.default_value : defaultValue(type, options, preset)
  if (removed.length > 0) assertDefaultKept(options, default_value)
  await trx
    .updateTable('properties')
    .set({
      ...given(plain),
      options: JSON.stringify(options),
      default_value: jsonOrNull(default_value),
      updated_at: now,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
  if (position !== undefined) events.push(...(await place(trx, companyId, noun, { id, position, now })))
  const renamed = labelsChanged(before.options, options)
  if (renamed.length === 0) return
  const count = await countValues(trx, companyId, noun, id, renamed)
  await finish(context, {
    type: 'property.update',
    step: refreshWords,
    state: { id, noun, keys: renamed },
    rows: count * rowsPerResource,
    resourceIds: [id],
  })
}

const labelsChanged = (before: readonly PropertyOption[], after: readonly PropertyOption[]) =>
  after.flatMap(({ key, label }) => {
    const old = before.find((option) => option.key === key)
    return old && old.label !== label ? [key] : []
  })
