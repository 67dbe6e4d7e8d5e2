import { sql } from 'kysely'
import type { z } from 'zod'
import type { AssetWords } from '../db/schema.ts'
import { nameKey } from '../db/search-terms.ts'
import type { Trx } from '../db/tenancy.ts'
import type { Changing } from '../http/endpoints/crud-endpoints.ts'
import { given } from '../http/schemas/body-fields.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { changedValues } from '../property-values/given-values.ts'
import { assertRoom } from '../property-values/size-limit.ts'
import { writeValues } from '../property-values/write.ts'
import { setReview } from '../reviews/change.ts'
import { setTags } from '../tags/attach.ts'
import { resolveTags } from '../tags/given-tags.ts'
import { setSuggestions } from '../tags/suggestions.ts'
import type { GivenTranslations } from '../translations/body.ts'
import { mergedTranslations } from '../translations/merge.ts'
import { assertPeriod } from './availability.ts'
import type { assetChange } from './body.ts'
import { namesAfter } from './file-names.ts'
import { moveAssets, movedFrom } from './move.ts'
import { assertFolder } from './references.ts'
import { searchedColumns } from './search-texts.ts'
import { setAssetWords } from './words.ts'

/** Changes the metadata of an asset. Omitted fields stay unchanged. */
export async function changeAsset(
  context: Changing<z.output<typeof assetChange>> & { id: Uuid },
): Promise<void> {
  const { id, body, events } = context
  if (body.review) events.push(...(await setReview(context, 'asset', [id], body.review)))
  await changeFields(context)
}

export async function changeFields({
  trx,
  companyId,
  id,
  body,
  now,
  events,
}: Pick<Changing<z.output<typeof assetChange>>, 'trx' | 'companyId' | 'body' | 'now' | 'events'> & {
  id: Uuid
}): Promise<void> {
  const {
    tags,
    folder_id,
    focal_point,
    metadata,
    properties,
    releases,
    translations,
    review: _,
    ...plain
  } = body
  if (folder_id) await assertFolder(trx, companyId, folder_id)
  if (folder_id !== undefined) {
    const [moved] = await moveAssets(trx, companyId, [id], folder_id, now)
    const event = events.find(({ resourceId }) => resourceId === id)
    if (moved && event) event.data = { ...event.data, ...movedFrom(moved.from) }
  }
  const named = await renamed(trx, companyId, id, plain)
  const asset = await trx
    .updateTable('assets')
    .set({
      ...given(plain),
      ...named,
      ...(named.name !== undefined && { name_key: nameKey(named.name) }),
      ...(focal_point !== undefined && { focal_point: focal_point && JSON.stringify(focal_point) }),
      ...noticesAfter(plain.expires_at),
      ...(releases !== undefined && { releases: JSON.stringify(releases) }),
      ...(metadata !== undefined && { metadata: JSON.stringify(metadata) }),
      ...(translations && { translations: await translated(trx, companyId, id, translations) }),
      updated_at: now,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .returning([...searchedColumns, 'available_from', 'expires_at'])
    .executeTakeFirstOrThrow()
  assertPeriod(asset, body)
  if (properties) {
    const values = await changedValues(trx, companyId, 'asset', properties)
    await assertRoom(trx, companyId, 'asset', id, values)
    await writeValues(trx, companyId, 'asset', [id], values)
  }
  await setAssetWords(trx, companyId, id, asset)
  if (tags) {
    const { manual, embedded, suggested } = await resolveTags(trx, companyId, tags, events)
    await setTags(trx, companyId, 'asset', id, manual, embedded)
    await setSuggestions(trx, companyId, id, suggested)
  }
}

/** The expiry job announces the new date. */
function noticesAfter(expiresAt: Date | null | undefined) {
  if (expiresAt === undefined) return {}
  const kept = (column: 'expiry_notice' | 'expiry_mailed') => sql<number | null>`
    case when expires_at is not distinct from ${expiresAt}::timestamptz(3) then ${sql.ref(column)} end`
  return { expiry_notice: kept('expiry_notice'), expiry_mailed: kept('expiry_mailed') }
}

async function translated(
  trx: Trx,
  companyId: CompanyId,
  id: Uuid,
  given: GivenTranslations<AssetWords>,
): Promise<string> {
  const { translations } = await trx
    .selectFrom('assets')
    .select('translations')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return JSON.stringify(mergedTranslations(translations, given))
}

type Names = { name?: string | undefined; filename?: string | undefined }

async function renamed(trx: Trx, companyId: CompanyId, id: Uuid, names: Names): Promise<Names> {
  if (names.name === undefined && names.filename === undefined) return {}
  const before = await trx
    .selectFrom('assets')
    .select(['name', 'filename', 'extension'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return namesAfter(before, names)
}
