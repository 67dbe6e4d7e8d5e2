import { z } from 'zod'
import type { Trx } from '../db/tenancy.ts'
import { ApiError } from '../errors.ts'
import { actionEndpoint } from '../http/endpoints/action-endpoint.ts'
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  getEndpoint,
} from '../http/endpoints/crud-endpoints.ts'
import { hashingPassword } from '../http/endpoints/hashed-password.ts'
import { listEndpoint, nestedListEndpoint } from '../http/endpoints/list-endpoint.ts'
import { given } from '../http/schemas/body-fields.ts'
import { invalid } from '../http/schemas/validation.ts'
import { type CompanyId, parseId, type Uuid } from '../ids.ts'
import { auditShare } from './audit.ts'
import { assetsMax, newShare, shareChange } from './body.ts'
import { forgetCodes, renewCode, sealCode } from './codes.ts'
import { assertPresets, createShare, setAssets } from './create.ts'
import { visitDays } from './purge-job.ts'
import { shares } from './queries.ts'
import { sharesResource, visitsResource } from './resource.ts'
import { permitOpening, type Shared } from './targets.ts'
import { assertUploadFolder, uploadColumns } from './uploads.ts'

const createShareEndpoint = hashingPassword(
  createEndpoint(sharesResource, {
    scope: 'shares:write',
    description:
      'Creates a page for people without an account and returns it with its `url`. It shows exactly one of: ' +
      `\`asset_ids\` (up to ${assetsMax}), \`folder_id\` with its subfolders, \`collection_id\`, the finished ` +
      'renders of `template_id`, or `brand_kit_id`. With `uploads`, visitors can upload files into a folder; other ' +
      'content is then optional. The page always shows the current state: assets that are deleted, expired or moved out of ' +
      'the folder disappear. Anyone with the URL can open the page; if it has a password, visitors must enter it. ' +
      'The read scopes of the shared resources are also required, and `assets:write` for `uploads`. A company can have up to 1,000 shares.',
    body: newShare,
    async create(context) {
      const { trx, caller, body, services, now } = context
      const { id, kind } = await createShare(trx, caller, body, services, now)
      await auditShare(context, id, 'created', { shows: kind, has_password: body.password !== null })
      return id
    },
  }),
)

const changeShare = hashingPassword(
  changeEndpoint(sharesResource, {
    scope: 'shares:write',
    description:
      'Updates the specified fields and returns the share. Changes apply immediately. A new password ends the ' +
      'access of visitors who entered the old password. `uploads` replaces all its settings, and null disables uploads. ' +
      'For clients, the read scopes of the shared resources are also required, and `assets:write` if the share ' +
      'accepts uploads.',
    body: shareChange,
    async change(context) {
      const { trx, caller, companyId, id, body, now } = context
      const { asset_ids, password, preset_ids: presetIds, uploads, ...fields } = body
      const { kind, takesUploads } = await sharedBy(trx, companyId, id)
      permitOpening(caller, { kind, takesUploads: takesUploads || Boolean(uploads) })
      if (asset_ids !== undefined) {
        if (kind !== 'assets') throw invalid('asset_ids', 'The share does not show a selection of assets.')
        await setAssets(trx, companyId, id, asset_ids)
      }
      if (uploads) await assertUploadFolder(trx, companyId, uploads)
      if (uploads === null && kind === 'uploads')
        throw invalid('uploads', 'The share has no other content. Revoke it to end uploads.')
      const preset_ids = presetIds && (await assertPresets(trx, companyId, presetIds))
      await trx
        .updateTable('shares')
        .set({
          ...given({ ...fields, preset_ids, password_hash: password }),
          ...(uploads !== undefined && uploadColumns(uploads)),
          updated_at: now,
        })
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .execute()
      if (password !== undefined)
        await auditShare(context, id, 'password_changed', { has_password: password !== null })
      const changed = Object.keys(body).filter((field) => field !== 'password')
      if (changed.length > 0) await auditShare(context, id, 'updated', { fields: changed })
    },
  }),
)

const revokeShare = actionEndpoint(sharesResource, {
  operationId: 'revokeShare',
  action: 'revocation',
  scope: 'shares:write',
  summary: 'Revoke a share',
  description:
    'Closes the page immediately and permanently, and returns the share. The share stays in the list, with its log. ' +
    'Revoking a revoked share is a no-op.',
  async act(context) {
    const { trx, companyId, id, now, events } = context
    const { numUpdatedRows } = await trx
      .updateTable('shares')
      .set({ revoked_at: now, updated_at: now })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    events.push(updated(id, 'revoked_at'))
    await auditShare(context, id, 'revoked')
  },
})

const rotateUrl = actionEndpoint(sharesResource, {
  operationId: 'rotateShareUrl',
  action: 'url-rotations',
  scope: 'shares:write',
  summary: 'Rotate the URL of a share',
  description:
    'Replaces the `url` of the share and returns the share. The old URL stops working immediately. An imported share has no URL until this request. For clients, the read scopes of the shared resources are also ' +
    'required, and `assets:write` if the share accepts uploads.',
  async act(context) {
    const { trx, caller, companyId, id, now, events, services } = context
    permitOpening(caller, await sharedBy(trx, companyId, id))
    const code = await renewCode(trx, companyId, id)
    await trx
      .updateTable('shares')
      .set({ code: sealCode(services.secrets, code, companyId, id), updated_at: now })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute()
    events.push(updated(id, 'url'))
    await auditShare(context, id, 'url_rotated')
  },
})

async function sharedBy(trx: Trx, companyId: CompanyId, id: Uuid): Promise<Shared> {
  const { kind, upload_folder_id } = await trx
    .selectFrom('shares')
    .select(['kind', 'upload_folder_id'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { kind, takesUploads: upload_folder_id !== null }
}

const updated = (id: string, field: string) => ({
  type: 'share.updated',
  resourceType: 'share',
  resourceId: id,
  data: { fields: [field] },
})

const deleteShare = deleteEndpoint(sharesResource, {
  scope: 'shares:write',
  description: 'Deletes the share and closes its page immediately. Its log is deleted within 1 day.',
  async remove(context) {
    const { trx, companyId, id } = context
    await forgetCodes(trx, companyId, id)
    await trx.deleteFrom('shares').where('company_id', '=', companyId).where('id', '=', id).execute()
    await auditShare(context, id, 'deleted')
  },
})

const listVisits = nestedListEndpoint(visitsResource, {
  operationId: 'listShareVisits',
  params: z.object({ id: z.string().describe('ID of the share.') }),
  description:
    `Returns the page views, downloads and uploads of a share, newest first. Entries are kept for ${visitDays} ` +
    'days. IP addresses are not stored.',
  async filtersOf({ caller: { companyId }, params }, { db }) {
    const id = parseId('share', params.id)
    if (id === undefined || !(await shares.one(db, companyId, id))) throw new ApiError('not_found')
    return { share: id }
  },
})

export const shareEndpoints = [
  listEndpoint(sharesResource),
  createShareEndpoint,
  getEndpoint(sharesResource),
  changeShare,
  deleteShare,
  revokeShare,
  rotateUrl,
  listVisits,
]
