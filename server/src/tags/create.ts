import type { Trx } from '../db/tenancy.ts'
import { fold, wordsOf } from '../db/words.ts'
import { type CompanyId, newId, type Uuid } from '../ids.ts'

export type NewTag = { name: string; color?: string | null; createdAt?: Date }

const slugLengthMax = 80

/** A name as it stands in addresses: «Café & Bar» → `cafe-bar`. */
export const slugOf = (name: string) => wordsOf(name).join('-').slice(0, slugLengthMax).replace(/-$/, '')

/** A tag for templates or for assets. A second tag of the same name, whatever its case and accents, is refused by the database. */
export async function createTag(
  trx: Trx,
  companyId: CompanyId,
  noun: 'template' | 'asset',
  tag: NewTag,
): Promise<Uuid> {
  const id = newId(tag.createdAt)
  await trx
    .insertInto(`${noun}_tags`)
    .values({
      company_id: companyId,
      id,
      name: tag.name,
      name_key: fold(tag.name),
      slug: slugOf(tag.name),
      color: tag.color ?? null,
      updated_at: tag.createdAt ?? new Date(),
    })
    .execute()
  const words = wordsOf(tag.name).map((word) => ({ company_id: companyId, word, id }))
  if (words.length > 0) await trx.insertInto(`${noun}_tag_words`).values(words).execute()
  return id
}
