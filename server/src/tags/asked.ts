import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { nameKey } from '../db/search-terms.ts'
import { placeholder, statement } from '../db/statement.ts'
import { asCompanyRead, tenant } from '../db/tenancy.ts'
import { invalid } from '../http/schemas/validation.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import type { Tagged } from './counts.ts'

/**
 * The IDs of tags that are given by ID, slug or name, in order. Trashed tags are also found by ID, even though
 * no resource has them.
 * @throws {ApiError} `invalid` on the field that names a tag which does not exist.
 */
export async function tagsAsked(
  db: Db,
  companyId: CompanyId,
  noun: Tagged,
  asked: readonly string[],
  field = 'tag',
): Promise<Uuid[]> {
  // An ID needs no lookup. Like other IDs in filters, an unknown ID matches nothing.
  if (asked.every((one) => uuid.test(one))) return [...new Set(asked)]
  const [answer] = await find[noun](db, { company: companyId, asked, keys: asked.map(nameKey) })
  const ids = new Map(answer!.rows.flatMap(({ asked, id }) => (id === null ? [] : [[asked, id] as const])))
  const missing = asked.find((one) => !ids.has(one) && !uuid.test(one))
  if (missing !== undefined) throw invalid(field, `The tag «${missing}» does not exist.`)
  return [...new Set(asked.map((one) => ids.get(one) ?? one))]
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** IDs are UUIDs, which never look like slugs. A slug takes precedence over another tag's name. */
const tagsOf = (noun: Tagged) =>
  statement<{ rows: { asked: string; id: Uuid | null }[] }>(() => {
    const tags = sql.table(`${noun}_tags`)
    const live = sql`t.company_id = ${tenant} and t.deleted_at is null`
    return asCompanyRead(
      placeholder('company'),
      sql<{ asked: string; id: Uuid | null }>`
        select asked.tag as asked, coalesce(
          (select t.id from ${tags} t where t.company_id = ${tenant} and t.id = case
            when asked.tag ~ ${sql.lit(uuid.source)} then asked.tag::uuid end),
          (select t.id from ${tags} t where ${live} and t.slug = asked.tag),
          (select t.id from ${tags} t where ${live} and t.name_key = asked.key)
        ) as id
        from unnest(${placeholder('asked')}::text[], ${placeholder('keys')}::text[]) asked(tag, key)`,
    )
  })

const find = { asset: tagsOf('asset'), template: tagsOf('template') }

type TagFilters = { tagged_any?: unknown; tagged_all?: unknown }

export const lookUpTags =
  (noun: Tagged) =>
  async <Filters extends TagFilters>(
    db: Db,
    companyId: CompanyId,
    filters: Filters,
    field?: string,
  ): Promise<Filters> => {
    const name = filters.tagged_all === undefined ? 'tagged_any' : 'tagged_all'
    const asked = filters[name] as string[] | undefined
    return asked === undefined
      ? filters
      : { ...filters, [name]: await tagsAsked(db, companyId, noun, asked, field) }
  }
