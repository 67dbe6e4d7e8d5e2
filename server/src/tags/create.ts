import { sql } from 'kysely'
import { nameKey, searchWords } from '../db/search-terms.ts'
import { placeholder, statement } from '../db/statement.ts'
import type { Trx } from '../db/tenancy.ts'
import type { NewEvent } from '../events/append.ts'
import { type CompanyId, newId, type Uuid } from '../ids.ts'
import type { Tagged } from './counts.ts'
import { freeSlug, slugOf } from './names.ts'

export type NewTag = { name: string; color?: string | null; createdAt?: Date }

/**
 * Creates a tag for templates or assets.
 * @throws {ApiError} `invalid` on `name` if a live tag has the name, ignoring case.
 */
export async function createTag(trx: Trx, companyId: CompanyId, noun: Tagged, tag: NewTag): Promise<Uuid> {
  const id = newId(tag.createdAt)
  const row = {
    company: companyId,
    id,
    name: tag.name,
    key: nameKey(tag.name),
    color: tag.color ?? null,
    at: tag.createdAt ?? new Date(),
    words: searchWords(tag.name),
  }
  const [made] = await insert[noun](trx, { ...row, slug: slugOf(tag.name) })
  // Existing names are read only if the name or slug is taken.
  if (!made) await insert[noun](trx, { ...row, slug: await freeSlug(trx, companyId, noun, tag.name) })
  return id
}

const insertTag = (noun: Tagged) =>
  statement<{ id: Uuid }>(
    () => sql`
      with tag as (
        insert into ${sql.table(`${noun}_tags`)} (company_id, id, name, name_key, slug, color, updated_at)
        values (${placeholder('company')}, ${placeholder('id')}, ${placeholder('name')}, ${placeholder('key')},
          ${placeholder('slug')}, ${placeholder('color')}, ${placeholder('at')})
        on conflict do nothing
        returning company_id, id
      ), words as (
        insert into ${sql.table(`${noun}_tag_words`)} (company_id, id, word)
        select company_id, id, word from tag, unnest(${placeholder('words')}::text[]) word
      )
      select id from tag`,
  )

const insert = { asset: insertTag('asset'), template: insertTag('template') }

/**
 * The tags with these names, in order. Missing tags are created, each with its event in `events`, for
 * features that add tags automatically.
 */
export async function tagsCalled(
  trx: Trx,
  companyId: CompanyId,
  noun: Tagged,
  names: readonly string[],
  events: NewEvent[],
): Promise<Uuid[]> {
  if (names.length === 0) return []
  const { rows } = await sql<{ id: Uuid; name_key: string }>`
    select id, name_key from ${sql.table(`${noun}_tags`)}
    where company_id = ${companyId} and name_key = any(${names.map(nameKey)}::text[]) and deleted_at is null`.execute(
    trx,
  )
  const ids = new Map(rows.map(({ id, name_key }) => [name_key, id]))
  for (const name of names) {
    if (ids.has(nameKey(name))) continue
    const id = await createTag(trx, companyId, noun, { name })
    events.push(tagEvent(noun, 'created', id))
    ids.set(nameKey(name), id)
  }
  return names.map((name) => ids.get(nameKey(name))!)
}

export const tagEvent = (
  noun: Tagged,
  verb: 'created' | 'updated' | 'deleted' | 'restored',
  id: Uuid,
  data?: Record<string, unknown>,
): NewEvent => ({
  type: `${noun}_tag.${verb}`,
  resourceType: `${noun}_tag`,
  resourceId: id,
  ...(data && { data }),
})
