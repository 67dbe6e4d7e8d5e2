import type { Trx } from '../db/tenancy.ts'
import { nameKey, setWords } from '../db/words.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import type { Tagged } from './counts.ts'
import { freeSlug, slugOf } from './names.ts'

/** What changes; what is not given stays. */
export type TagChange = { name?: string | undefined; color?: string | null | undefined }

/**
 * Renames a tag or gives it another color. The slug follows the name, and whatever carries the tag is found by its new
 * name from then on: words of tags are looked up through the tags, so this costs the same for a tag on one resource
 * and for one on all of them.
 * @throws {ApiError} `invalid` on `name` when another live tag has it, whatever its case.
 */
export async function changeTag(
  trx: Trx,
  companyId: CompanyId,
  noun: Tagged,
  id: Uuid,
  { name, color }: TagChange,
  now: Date,
): Promise<void> {
  await trx
    .updateTable(`${noun}_tags`)
    .set({
      ...(name !== undefined && (await renamed(trx, companyId, noun, id, name))),
      ...(color !== undefined && { color }),
      updated_at: now,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

async function renamed(trx: Trx, companyId: CompanyId, noun: Tagged, id: Uuid, name: string) {
  const free = await freeSlug(trx, companyId, noun, name, id)
  const before = await trx
    .selectFrom(`${noun}_tags`)
    .select(['name', 'slug'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await setWords(trx, companyId, `${noun}_tag`, id, name)
  // Other capitals or accents make no other address: `sale-2` stays what it was.
  const slug = slugOf(name) === slugOf(before.name) ? before.slug : free
  return { name, name_key: nameKey(name), slug }
}
