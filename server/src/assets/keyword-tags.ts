import { sql } from 'kysely'
import { nameKey } from '../db/search-terms.ts'
import type { Trx } from '../db/tenancy.ts'
import type { NewEvent } from '../events/append.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { asName } from '../names.ts'
import { attachTags, detachTags } from '../tags/attach.ts'
import { tagsCalled } from '../tags/create.ts'
import { tagsMax } from '../tags/tag-list.ts'

/**
 * Maximum number of keywords that become tags. Stock photos have hundreds of keywords; the rest are stored only in
 * `embedded`.
 */
const keywordTagsMax = 50

/**
 * Replaces the tags from the keywords of the previous file with those of the new file, up to the maximum number of tags
 * per asset. Tags that a person set stay manual, even if a keyword has the same name. Missing tags are created, each
 * with its event.
 */
export async function setKeywordTags(
  trx: Trx,
  companyId: CompanyId,
  assetId: Uuid,
  keywords: readonly string[] = [],
  events: NewEvent[],
) {
  const names = new Map<string, string>()
  for (const name of keywords.map(asName)) if (!names.has(nameKey(name))) names.set(nameKey(name), name)
  names.delete('')
  const wanted = [...names].slice(0, keywordTagsMax)
  const { rows: others } = await sql<{ name_key: string }>`
    select t.name_key from asset_taggings g
    join asset_tags t on t.company_id = ${companyId} and t.id = g.tag_id and t.deleted_at is null
    where g.company_id = ${companyId} and g.id = ${assetId} and g.source <> 'embedded'`.execute(trx)
  const taken = new Set(others.map(({ name_key }) => name_key))
  const missing = wanted.filter(([key]) => !taken.has(key)).slice(0, Math.max(0, tagsMax - taken.size))
  const ids = await tagsCalled(
    trx,
    companyId,
    'asset',
    missing.map(([, name]) => name),
    events,
  )
  const before = await trx
    .selectFrom('asset_taggings')
    .select('tag_id')
    .where('company_id', '=', companyId)
    .where('id', '=', assetId)
    .where('source', '=', 'embedded')
    .execute()
  const gone = before.map(({ tag_id }) => tag_id).filter((id) => !ids.includes(id))
  await detachTags(trx, companyId, 'asset', assetId, gone)
  await attachTags(trx, companyId, 'asset', assetId, ids, 'embedded')
}
