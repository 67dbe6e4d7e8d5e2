import { sql } from 'kysely'
import { z } from 'zod'
import type { Trx } from '../db/tenancy.ts'
import { listUpTo } from '../http/schemas/body-fields.ts'
import { documentedAs } from '../http/schemas/documented-as.ts'
import { invalid } from '../http/schemas/validation.ts'
import { type CompanyId, parseId, type Uuid } from '../ids.ts'
import type { Tagged } from './counts.ts'

export const tagsMax = 100
const nameLengthMax = 100

/** IDs and slugs of tags in a body. `tagIdsNamed` checks which of them exist. */
export function tagList(noun: Tagged) {
  const fault = `must contain ids or slugs of ${noun} tags.`
  return listUpTo(
    tagsMax,
    `must not contain more than ${tagsMax} tags.`,
    z.array(z.string(fault).min(1).max(nameLengthMax), 'must be a list.'),
  )
    .refine((list) => list.every((tag) => !tag.includes('\0')), fault)
    .transform((list) => list.map((tag) => parseId(`${noun}Tag`, tag) ?? tag))
    .meta(documentedAs({ type: 'array', maxItems: tagsMax, items: { type: 'string' } }))
}

/**
 * The IDs of live tags by ID or slug. @throws {ApiError} `invalid` on `tags` for a tag that does not exist.
 */
export async function tagIdsNamed(
  trx: Trx,
  companyId: CompanyId,
  noun: Tagged,
  named: readonly string[],
): Promise<Uuid[]> {
  if (named.length === 0) return []
  const { rows } = await sql<{ id: Uuid | null }>`
    select distinct t.id from unnest(${[...named]}::text[]) asked(tag)
    left join ${sql.table(`${noun}_tags`)} t on t.company_id = ${companyId} and t.deleted_at is null
      and (t.slug = asked.tag or t.id::text = asked.tag)`.execute(trx)
  if (rows.some(({ id }) => id === null)) throw invalid('tags', 'The selected tags is invalid.')
  return rows.map(({ id }) => id!)
}
