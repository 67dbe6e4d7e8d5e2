import { sql } from 'kysely'
import { isSlug } from '../brand-kit/pages/slug.ts'
import type { Db } from '../db/database.ts'
import type { StoredSection } from '../db/schema.ts'
import { asCompanyRead, noFolderLimit, tenant } from '../db/tenancy.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import type { Gate } from '../public-pages/gate.ts'

export type FoundPage = Gate & {
  companyName: string
  brand_kit_id: Uuid
  slug: string
  title: string | null
  intro: string | null
  is_indexed: boolean
  sections: StoredSection[]
}

/**
 * Undefined unless the page is published and its enterprise is active. A slug can be guessed, so all other
 * pages look like an unknown page.
 */
export async function findPage(db: Db, slug: string): Promise<FoundPage | undefined> {
  if (!isSlug(slug)) return undefined
  const owner = await db
    .selectFrom('brand_page_slugs as s')
    .innerJoin('companies as c', 'c.id', 's.company_id')
    .innerJoin('enterprises as e', 'e.id', 'c.enterprise_id')
    .select(['s.company_id', 's.page_id', 'c.name'])
    .where('s.slug', '=', slug)
    .where('e.status', '=', 'active')
    .executeTakeFirst()
  if (!owner) return undefined
  type Row = Pick<
    FoundPage,
    'id' | 'brand_kit_id' | 'title' | 'intro' | 'password_hash' | 'is_indexed' | 'sections'
  >
  const { rows } = await asCompanyRead<Row>(
    sql<CompanyId>`${owner.company_id}::text`,
    sql<Row>`
      select r.id, r.brand_kit_id, r.title, r.intro, r.password_hash, r.is_indexed, r.sections
      from brand_pages r
      where r.company_id = ${tenant} and r.id = ${owner.page_id} and r.published_at is not null`,
    noFolderLimit,
  ).execute(db)
  const [page] = rows[0]!.rows
  return (
    page && {
      ...page,
      kind: 'brand_page',
      companyId: owner.company_id,
      companyName: owner.name,
      slug,
      path: `/b/${slug}`,
      ask_visitor: false,
    }
  )
}
