import { sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import type { Caller } from '../http/caller.ts'
import { invalid } from '../http/schemas/validation.ts'
import { type CompanyId, newId, type Uuid } from '../ids.ts'
import { allPresets } from '../presets/queries.ts'
import type { Services } from '../services.ts'
import type { NewShare } from './body.ts'
import { renewCode, sealCode } from './codes.ts'
import { permitOpening, type TargetField, targets } from './targets.ts'
import { assertUploadFolder, uploadColumns } from './uploads.ts'

/**
 * Maximum number of shares. They are deleted in the same commit as the shared resource, so their number must be
 * limited.
 */
export const sharesMax = 1_000

const targetFields = Object.keys(targets) as TargetField[]

/**
 * @param body with the hash of the password in place of the password.
 * @returns the ID and the target of the share.
 * @throws {ApiError} `missing_scope` and `invalid`.
 */
export async function createShare(
  trx: Trx,
  caller: Caller,
  body: NewShare,
  { secrets }: Pick<Services, 'secrets'>,
  now: Date,
): Promise<{ id: Uuid; kind: string }> {
  const { companyId, personId } = caller
  const field = targetOf(body)
  const kind = field === undefined ? 'uploads' : targets[field].kind
  permitOpening(caller, { kind, takesUploads: body.uploads !== null })
  await assertRoom(trx, companyId, field ?? 'uploads')
  if (field !== undefined && field !== 'asset_ids') await assertTarget(trx, companyId, field, body[field]!)
  if (body.uploads) await assertUploadFolder(trx, companyId, body.uploads)
  const id = newId(now)
  const code = await renewCode(trx, companyId, id)
  await trx
    .insertInto('shares')
    .values({
      company_id: companyId,
      id,
      name: body.name,
      message: body.message,
      kind,
      folder_id: body.folder_id ?? null,
      collection_id: body.collection_id ?? null,
      template_id: body.template_id ?? null,
      brand_kit_id: body.brand_kit_id ?? null,
      code: sealCode(secrets, code, companyId, id),
      password_hash: body.password,
      download_sizes: [...new Set(body.download_sizes)],
      preset_ids: await assertPresets(trx, companyId, body.preset_ids),
      ask_visitor: body.ask_visitor,
      ...uploadColumns(body.uploads),
      expires_at: body.expires_at,
      revoked_at: null,
      created_by: personId,
      updated_at: now,
    })
    .execute()
  if (body.asset_ids) await setAssets(trx, companyId, id, body.asset_ids)
  return { id, kind }
}

/** Undefined for a share that only accepts uploads. */
function targetOf(body: Pick<NewShare, TargetField | 'uploads'>): TargetField | undefined {
  const [field, other] = targetFields.filter((name) => body[name] !== undefined)
  if (other !== undefined || (field === undefined && body.uploads === null))
    throw invalid(
      other ?? 'asset_ids',
      `Exactly one of ${targetFields.slice(0, -1).join(', ')} and ${targetFields.at(-1)} is required.`,
    )
  return field
}

async function assertRoom(trx: Trx, companyId: CompanyId, field: string) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from shares where company_id = ${companyId}`.execute(trx)
  if (rows[0]!.count >= sharesMax)
    throw invalid(field, `The limit of ${sharesMax.toLocaleString('en')} shares is reached. Delete old ones.`)
}

async function assertTarget(
  trx: Trx,
  companyId: CompanyId,
  field: Exclude<TargetField, 'asset_ids'>,
  id: Uuid,
) {
  const found =
    field === 'brand_kit_id' || field === 'collection_id'
      ? await trx
          .selectFrom(field === 'brand_kit_id' ? 'brand_kits' : 'collections')
          .select('id')
          .where('company_id', '=', companyId)
          .where('id', '=', id)
          .executeTakeFirst()
      : await trx
          .selectFrom(field === 'folder_id' ? 'folders' : 'templates')
          .select('id')
          .where('company_id', '=', companyId)
          .where('id', '=', id)
          .where('deleted_at', 'is', null)
          .executeTakeFirst()
  if (!found) throw invalid(field, `The ${nounOf(field)} does not exist.`)
}

const nounOf = (field: string) => field.replace(/_id$/, '').replace('_', ' ')

/** @throws {ApiError} `invalid` for a preset that does not exist. */
export async function assertPresets(
  trx: Trx,
  companyId: CompanyId,
  presetIds: readonly Uuid[],
): Promise<Uuid[]> {
  const known = new Set((await allPresets(trx, companyId)).map(({ id }) => id))
  if (!presetIds.every((id) => known.has(id))) throw invalid('preset_ids', 'A preset does not exist.')
  return [...new Set(presetIds)]
}

/**
 * Replaces a share's assets.
 * @throws {ApiError} `invalid` for an asset that is missing or in the trash.
 */
export async function setAssets(trx: Trx, companyId: CompanyId, shareId: Uuid, assetIds: readonly Uuid[]) {
  const ids = [...new Set(assetIds)]
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from assets
    where company_id = ${companyId} and id = any(${ids}::uuid[]) and deleted_at is null`.execute(trx)
  if (rows[0]!.count < ids.length) throw invalid('asset_ids', 'An asset does not exist.')
  await trx
    .deleteFrom('share_assets')
    .where('company_id', '=', companyId)
    .where('share_id', '=', shareId)
    .execute()
  await trx
    .insertInto('share_assets')
    .values(
      ids.map((asset_id, position) => ({ company_id: companyId, share_id: shareId, asset_id, position })),
    )
    .execute()
}
