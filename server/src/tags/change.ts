import { setWords } from '../db/search-filter.ts'
import { nameKey } from '../db/search-terms.ts'
import type { Trx } from '../db/tenancy.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import type { Tagged } from './counts.ts'
import { freeSlug, slugOf } from './names.ts'

/** Omitted fields stay unchanged. */
export type TagChange = { name?: string | undefined; color?: string | null | undefined }

/**
 * Renames or recolors a tag. The slug follows the name, and tagged resources are then found by the new name.
 * Search looks up the words of tags through the taggings, so the cost does not depend on the number of tagged
 * resources.
 * @throws {ApiError} `invalid` on `name` if another live tag has the name, ignoring case.
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
  // A change of case or accents keeps the slug: `sale-2` stays the same.
  const slug = slugOf(name) === slugOf(before.name) ? before.slug : free
  return { name, name_key: nameKey(name), slug }
}
