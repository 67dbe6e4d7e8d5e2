import { nameKey } from '../db/search-terms.ts'
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  getEndpoint,
} from '../http/endpoints/crud-endpoints.ts'
import { listEndpoint } from '../http/endpoints/list-endpoint.ts'
import { given } from '../http/schemas/body-fields.ts'
import { newPreset, presetChange, presetsMax } from './body.ts'
import { assertNameIsFree, assertSuitable, createPreset } from './create.ts'
import { purgeLater } from './purge-job.ts'
import { allPresets } from './queries.ts'
import { presetsResource } from './resource.ts'
import { specsOf } from './spec.ts'

const scope = 'assets:write'

const create = createEndpoint(presetsResource, {
  scope,
  description:
    'Creates a preset, which is a named image size and format for links, archives and shares, and returns it. If another preset has this name, returns 422.' +
    ` A company can have up to ${presetsMax} presets.`,
  body: newPreset,
  create: ({ trx, caller, body, now }) => createPreset(trx, caller, body, now),
})

const update = changeEndpoint(presetsResource, {
  scope,
  description:
    'Updates the specified fields and returns the preset. Existing links and archives use the old settings until ' +
    'they expire.',
  body: presetChange,
  async change({ trx, companyId, id, body, now, services }) {
    if (body.name !== undefined) await assertNameIsFree(trx, companyId, body.name, id)
    const before = (await allPresets(trx, companyId)).find((preset) => preset.id === id)!
    const after = { ...before, ...given(body) }
    assertSuitable(after)
    if (String(specsOf(before)) !== String(specsOf(after)))
      await purgeLater(services, trx, { companyId, presetId: id, now })
    await trx
      .updateTable('presets')
      .set({ ...given({ ...body, name_key: body.name && nameKey(body.name) }), updated_at: now })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute()
  },
})

const remove = deleteEndpoint(presetsResource, {
  scope,
  description:
    'Permanently deletes the preset. Shares no longer offer it. Existing links and archives work until they expire.',
  async remove({ trx, companyId, id, now, services }) {
    await trx.deleteFrom('presets').where('company_id', '=', companyId).where('id', '=', id).execute()
    await purgeLater(services, trx, { companyId, presetId: id, now })
  },
})

export const presetEndpoints = [
  listEndpoint(presetsResource),
  create,
  getEndpoint(presetsResource),
  update,
  remove,
]
