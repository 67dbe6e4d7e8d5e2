import type { Finding } from '../db/schema.ts'
import type { Trx } from '../db/tenancy.ts'
import type { CompanyId, Uuid } from '../ids.ts'

/** The search terms that filter lists of renders. */
export const assetWord = (id: Uuid) => `asset:${id}`
export const brandKitWord = (id: Uuid) => `brand_kit:${id}`
export const findingWord = (type: string) => `finding:${type}`

export type RenderUses = { assetIds: readonly Uuid[]; brandKitId: Uuid | null }

export const wordsOfRender = ({ assetIds, brandKitId }: RenderUses, findings: readonly Finding[]) => [
  ...new Set([
    ...assetIds.map(assetWord),
    ...(brandKitId === null ? [] : [brandKitWord(brandKitId)]),
    ...findings.map(({ type }) => findingWord(type)),
  ]),
]

/** The resources that a render uses, decoded from its search terms. */
export function usesIn(words: readonly string[]): RenderUses {
  const named = (prefix: string) =>
    words.filter((word) => word.startsWith(prefix)).map((word) => word.slice(prefix.length))
  return { assetIds: named(assetWord('')), brandKitId: named(brandKitWord(''))[0] ?? null }
}

export async function setRenderWords(trx: Trx, companyId: CompanyId, id: Uuid, words: readonly string[]) {
  await trx.deleteFrom('render_words').where('company_id', '=', companyId).where('id', '=', id).execute()
  const rows = words.map((word) => ({ company_id: companyId, word, id }))
  if (rows.length > 0) await trx.insertInto('render_words').values(rows).execute()
}
