import { sql } from 'kysely'
import { placeholder, statement } from '../db/statement.ts'
import type { Trx } from '../db/tenancy.ts'
import { fold, wordsOf } from '../db/words.ts'
import { invalid } from '../http/validation.ts'
import { type CompanyId, type IdKind, parseId, type Uuid } from '../ids.ts'
import type { Tagged } from './counts.ts'

const slugLengthMax = 80

/** What stands in addresses for a name without a letter or a digit. */
const slugOfNoWord = 'tag'

/** A name as it stands in addresses: «Café & Bar» → `cafe-bar`. */
export const slugOf = (name: string) =>
  [...wordsOf(name).join('-')].slice(0, slugLengthMax).join('').replace(/-$/, '') || slugOfNoWord

/**
 * Refuses a name that another live tag has, whatever its case and accents; `except` is the tag that wants it.
 * @returns the slug of the name, with the lowest number behind it when another live tag has it: `sale`, `sale-2`.
 * @throws {ApiError} `invalid` on `name`.
 */
export async function freeSlug(
  trx: Trx,
  companyId: CompanyId,
  noun: Tagged,
  name: string,
  except: Uuid | null = null,
): Promise<string> {
  const slug = slugOf(name)
  const others = await alike[noun](trx, { company: companyId, except, key: fold(name), slug })
  if (others.some(({ taken }) => taken)) throw invalid('name', 'The name has already been taken.')
  const slugs = new Set(others.map(({ slug }) => slug))
  if (!slugs.has(slug)) return slug
  let number = 2
  while (slugs.has(`${slug}-${number}`)) number += 1
  return `${slug}-${number}`
}

/** The live tags of a name, and those of a slug with anything behind it: they lie before the next character, a dot. */
const tagsAlike = (noun: Tagged) =>
  statement<{ taken: boolean; slug: string }>(() => {
    const [key, slug] = [placeholder('key'), placeholder('slug')]
    return sql`
      select name_key = ${key} as taken, slug from ${sql.table(`${noun}_tags`)}
      where company_id = ${placeholder('company')} and deleted_at is null
        and id is distinct from ${placeholder('except')}::uuid
        and (name_key = ${key} or slug = ${slug} or (slug > ${slug} || '-' and slug < ${slug} || '.'))`
  })

const alike = { asset: tagsAlike('asset'), template: tagsAlike('template') }

const kinds = { asset: 'assetTag', template: 'templateTag' } as const satisfies Record<Tagged, IdKind>
export const kindOf = (noun: Tagged) => kinds[noun]

/**
 * The tags that are asked for by id (`tag_…`) or slug, each once, in their order.
 * @throws {ApiError} `invalid` on `tags` when one is not there, or in the trash.
 */
export async function tagsAsked(
  trx: Trx,
  companyId: CompanyId,
  noun: Tagged,
  asked: readonly string[],
): Promise<Uuid[]> {
  if (asked.length === 0) return []
  const keys = asked.map((one) => parseId(kindOf(noun), one) ?? one)
  const { rows } = await sql<{ id: Uuid | null }>`
    select t.id from unnest(${keys}::text[]) with ordinality asked(tag, number)
    left join ${sql.table(`${noun}_tags`)} t
      on t.company_id = ${companyId} and t.deleted_at is null and (t.slug = asked.tag or t.id::text = asked.tag)
    order by asked.number`.execute(trx)
  const ids = rows.map(({ id }) => {
    if (id === null) throw invalid('tags', 'The selected tags is invalid.')
    return id
  })
  return [...new Set(ids)]
}
