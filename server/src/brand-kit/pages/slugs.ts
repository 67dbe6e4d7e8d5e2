import { sql } from 'kysely'
import type { Trx } from '../../db/tenancy.ts'
import { invalid } from '../../http/schemas/validation.ts'
import type { CompanyId, Uuid } from '../../ids.ts'

/**
 * Gives a page this slug and frees its old slug.
 * @throws {ApiError} `invalid` if another page of the installation has the slug. The message does not name
 * the owner.
 */
export async function claimSlug(trx: Trx, companyId: CompanyId, pageId: Uuid, slug: string): Promise<void> {
  const claimed = await trx
    .insertInto('brand_page_slugs')
    .values({ slug, company_id: companyId, page_id: pageId })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('slug')
    .executeTakeFirst()
  if (!claimed && !(await hasSlug(trx, companyId, pageId, slug)))
    throw invalid('slug', 'The slug has already been taken. Choose another one.')
  await trx
    .deleteFrom('brand_page_slugs')
    .where('company_id', '=', companyId)
    .where('page_id', '=', pageId)
    .where('slug', '<>', slug)
    .execute()
}

async function hasSlug(trx: Trx, companyId: CompanyId, pageId: Uuid, slug: string): Promise<boolean> {
  const own = await trx
    .selectFrom('brand_page_slugs')
    .select('slug')
    .where('slug', '=', slug)
    .where('company_id', '=', companyId)
    .where('page_id', '=', pageId)
    .executeTakeFirst()
  return own !== undefined
}

export async function freeSlug(trx: Trx, companyId: CompanyId, pageId: Uuid): Promise<void> {
  await trx
    .deleteFrom('brand_page_slugs')
    .where('company_id', '=', companyId)
    .where('page_id', '=', pageId)
    .execute()
}

/** Claims the slugs of imported pages. A page whose slug is taken loses the slug and is not published. */
export async function claimImportedSlugs(trx: Trx, companyId: CompanyId): Promise<void> {
  await sql`
    insert into brand_page_slugs (slug, company_id, page_id)
    select slug, company_id, id from brand_pages where company_id = ${companyId} and slug is not null
    on conflict do nothing`.execute(trx)
  await sql`
    update brand_pages set slug = null, published_at = null
    where company_id = ${companyId} and slug is not null and id not in (
      select page_id from brand_page_slugs where company_id = ${companyId}
    )`.execute(trx)
}
