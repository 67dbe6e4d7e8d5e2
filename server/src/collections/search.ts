import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Filter } from '../db/listing.ts'
import { termsOf, wordsOf } from '../db/search-terms.ts'
import { asCompany } from '../db/tenancy.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { collectionsMax } from './create.ts'

/** IDs of the collections that a search finds. Those with the longest term as a word come first. */
type Found = { exact: Uuid[]; others: Uuid[] }

/**
 * A company has few collections (create.ts), so their names are compared here instead of being stored as words. As in other
 * searches, a term matches any part of a word, and a single character its start. A text without a word in it finds nothing.
 */
async function search(db: Db, companyId: CompanyId, text: string): Promise<Found> {
  const terms = termsOf(text)
  const found: Found = { exact: [], others: [] }
  if (terms.length === 0) return found
  const rows = await asCompany(db, companyId, (trx) =>
    trx
      .selectFrom('collections')
      .select(['id', 'name'])
      .where('company_id', '=', companyId)
      .limit(collectionsMax)
      .execute(),
  )
  for (const { id, name } of rows) {
    const words = wordsOf(name)
    const isIn = (term: string) =>
      words.some((word) => ([...term].length === 1 ? word.startsWith(term) : word.includes(term)))
    if (terms.every(isIn)) found[words.includes(terms[0]!) ? 'exact' : 'others'].push(id)
  }
  return found
}

/** Replaces the text of a search by what it finds. */
export async function lookUpSearch<Filters extends { search?: unknown }>(
  db: Db,
  companyId: CompanyId,
  filters: Filters,
): Promise<Filters> {
  const { search: text } = filters
  if (typeof text !== 'string') return filters
  return { ...filters, search: JSON.stringify(await search(db, companyId, text)) }
}

const ids = (found: unknown, ...kinds: (keyof Found)[]) => {
  const lists = kinds.map(
    (kind) => sql`
      select cast(jsonb_array_elements_text(cast(${found} as jsonb) -> ${sql.lit(kind)}) as uuid) as id`,
  )
  return sql.join(lists, sql` union all `)
}

export const foundBySearch: Filter = {
  condition: (found) => sql`r.id in (${ids(found, 'exact', 'others')})`,
  ranges: (found) => ({ all: ids(found, 'exact', 'others') }),
  ranks: (found) => ({
    rank: sql`(case when r.id in (${ids(found, 'exact')}) then 0 else 1 end)`,
    ranges: [{ all: ids(found, 'exact') }, { all: ids(found, 'others') }],
  }),
}
