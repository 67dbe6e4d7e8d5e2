import { sql } from 'kysely'
import type { StoredSection } from '../../db/schema.ts'
import type { Trx } from '../../db/tenancy.ts'
import type { Caller } from '../../http/caller.ts'
import { given } from '../../http/schemas/body-fields.ts'
import { invalid } from '../../http/schemas/validation.ts'
import { type CompanyId, newId, type Uuid } from '../../ids.ts'
import type { BrandPageChange, NewBrandPage } from './body.ts'
import { assetsIn } from './sections.ts'
import { claimSlug } from './slugs.ts'

/**
 * @param body with the hash of the password in place of the password.
 * @throws {ApiError} `invalid` for a kit that does not exist or has a page, a slug that is taken, and an example that does
 *   not exist.
 */
export async function createPage(
  trx: Trx,
  { companyId, personId }: Pick<Caller, 'companyId' | 'personId'>,
  body: NewBrandPage,
  now: Date,
): Promise<Uuid> {
  await assertKitWithoutPage(trx, companyId, body.brand_kit_id)
  await assertExamples(trx, companyId, body.sections)
  const id = newId(now)
  await claimSlug(trx, companyId, id, body.slug)
  await trx
    .insertInto('brand_pages')
    .values({
      company_id: companyId,
      id,
      brand_kit_id: body.brand_kit_id,
      slug: body.slug,
      title: body.title,
      intro: body.intro,
      password_hash: body.password,
      is_indexed: body.is_indexed,
      sections: JSON.stringify(body.sections),
      published_at: body.is_published ? now : null,
      created_by: personId,
      updated_at: now,
    })
    .execute()
  return id
}

/**
 * Changes the given fields.
 * @param body with the hash of the password in place of the password.
 * @throws {ApiError} `invalid` as `createPage` does, and for publishing a page without a slug.
 */
export async function changePage(
  trx: Trx,
  companyId: CompanyId,
  id: Uuid,
  { slug, password, is_published, sections, ...fields }: BrandPageChange,
  now: Date,
): Promise<void> {
  const page = await trx
    .selectFrom('brand_pages')
    .select(['slug', 'published_at'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (sections !== undefined) await assertExamples(trx, companyId, sections)
  if (slug !== undefined) await claimSlug(trx, companyId, id, slug)
  if (is_published && (slug ?? page.slug) === null)
    throw invalid('slug', 'The slug field is required. Choose one to publish the page.')
  await trx
    .updateTable('brand_pages')
    .set({
      ...given({ ...fields, slug, password_hash: password }),
      ...(sections && { sections: JSON.stringify(sections) }),
      ...(is_published !== undefined && { published_at: is_published ? (page.published_at ?? now) : null }),
      updated_at: now,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

async function assertKitWithoutPage(trx: Trx, companyId: CompanyId, kitId: Uuid) {
  const kit = await trx
    .selectFrom('brand_kits as k')
    .leftJoin('brand_pages as p', (join) =>
      join.onRef('p.company_id', '=', 'k.company_id').onRef('p.brand_kit_id', '=', 'k.id'),
    )
    .select('p.id as pageId')
    .where('k.company_id', '=', companyId)
    .where('k.id', '=', kitId)
    .executeTakeFirst()
  if (!kit) throw invalid('brand_kit_id', 'The brand kit does not exist.')
  if (kit.pageId !== null)
    throw invalid('brand_kit_id', 'The brand kit already has a page. Change that page instead.')
}

async function assertExamples(trx: Trx, companyId: CompanyId, sections: readonly StoredSection[]) {
  const ids = assetsIn(sections)
  if (ids.length === 0) return
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from assets
    where company_id = ${companyId} and id = any(${ids}::uuid[]) and deleted_at is null`.execute(trx)
  if (rows[0]!.count < ids.length)
    throw invalid('sections', 'An asset in the examples does not exist or is in the trash.')
}
