import { sql } from 'kysely'
import { fold, nameKey } from '../db/search-terms.ts'
import { placeholder, statement } from '../db/statement.ts'
import type { Trx } from '../db/tenancy.ts'
import { invalid } from '../http/schemas/validation.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import type { Tagged } from './counts.ts'

const slugLengthMax = 80

/** The slug of a name that has no letter or digit. */
const slugOfNoWord = 'tag'

/** The slug of a name: "Café & Bar" → `cafe-bar`. */
export const slugOf = (name: string) =>
  [...[...wordsIn(name)].join('-')].slice(0, slugLengthMax).join('').replace(/-$/, '') || slugOfNoWord

const wordLengthMax = 40

/** The words of a name: letters and digits only, each word once, whatever search treats as a word. */
const wordsIn = (name: string) => {
  const words = fold(name).match(/[\p{Letter}\p{Number}][\p{Letter}\p{Number}\p{Mark}]*/gu) ?? []
  // Cutting can split a character, and the database would store the half as U+FFFD.
  return new Set(words.map((word) => word.slice(0, wordLengthMax).toWellFormed()))
}

/**
 * Rejects a name that another live tag has, ignoring case. `except` is the tag to rename.
 * @returns the slug of the name, with the lowest free number if another live tag has it: `sale`, `sale-2`.
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
  const others = await alike[noun](trx, { company: companyId, except, key: nameKey(name), slug })
  if (others.some(({ taken }) => taken)) throw invalid('name', 'The name has already been taken.')
  const slugs = new Set(others.map(({ slug }) => slug))
  if (!slugs.has(slug)) return slug
  let number = 2
  while (slugs.has(`${slug}-${number}`)) number += 1
  return `${slug}-${number}`
}

export async function isTagNameTaken(
  trx: Trx,
  companyId: CompanyId,
  noun: Tagged,
  name: string,
): Promise<boolean> {
  const others = await alike[noun](trx, {
    company: companyId,
    except: null,
    key: nameKey(name),
    slug: slugOf(name),
  })
  return others.some(({ taken }) => taken)
}

/**
 * The live tags with a name, and the tags whose slug is this slug or this slug with a suffix. The range ends
 * before the character after `-`, which is a dot.
 */
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
