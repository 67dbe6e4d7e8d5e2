import { nameKey } from '../db/search-terms.ts'
import type { Trx } from '../db/tenancy.ts'
import type { NewEvent } from '../events/append.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { asName } from '../names.ts'
import { attachTags, detachTags } from '../tags/attach.ts'
import { tagsCalled } from '../tags/create.ts'

/** Further keywords stay in `embedded` alone: stock photos have hundreds. */
const keywordTagsMax = 50

/**
 * Tags an asset with the keywords in its file, instead of those of the file before. Tags that a person set stay
 * theirs, also if a keyword is called the same. Missing tags are created, each with its event.
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
  const ids = await tagsCalled(trx, companyId, 'asset', [...names.values()].slice(0, keywordTagsMax), events)
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
