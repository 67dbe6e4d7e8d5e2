import { z } from 'zod'
import { askMatching } from '../../db/filters.ts'
import type { JsonRow } from '../../db/tenancy.ts'
import { resource } from '../../http/endpoints/list-endpoint.ts'
import { publicId } from '../../ids.ts'
import type { Services } from '../../services.ts'
import { Creator, creator, Id, Time, time, timeOrNull } from '../../wire.ts'
import { ofKitFilter, readScope } from '../part.ts'
import { type BrandPageRow, brandPages } from './queries.ts'
import { presentSection, Section } from './sections.ts'

export const BrandPage = z
  .object({
    id: Id('brandPage'),
    brand_kit_id: Id('brandKit'),
    slug: z
      .string()
      .nullable()
      .describe('Last part of the URL. Null for an imported page whose slug was taken.'),
    url: z.string().nullable().describe('URL of the page. Null without a slug.'),
    title: z
      .string()
      .nullable()
      .describe('Title of the page. If null, the page shows the name of the brand kit.'),
    intro: z.string().nullable(),
    has_password: z.boolean(),
    is_indexed: z
      .boolean()
      .describe('Whether search engines may index the page. A page with a password is never indexed.'),
    is_published: z.boolean().describe('Whether the page is published.'),
    sections: z.array(Section),
    views_count: z
      .int()
      .describe('Number of page views. Views from the same IP address within 1 hour count once.'),
    downloads_count: z
      .int()
      .describe(
        'Number of downloads. Downloads of a file from the same IP address within 1 hour count once.',
      ),
    published_at: Time.nullable().describe('Time of publication. Null if the page is not published.'),
    created_by: Creator.nullable(),
    created_at: Time,
    updated_at: Time,
  })
  .meta({ id: 'BrandPage', description: 'Page where people without an account can view a brand kit.' })

export const pagesResource = resource({
  kind: 'brandPage',
  path: '/brand-pages',
  scope: readScope,
  group: 'Brand pages',
  nouns: ['brand page', 'brand pages'],
  item: BrandPage,
  sorts: ['-created_at', 'updated_at'],
  filters: ofKitFilter,
  find: brandPages,
  ask: ({ brand_kit_id }) => askMatching('brand_kit', brand_kit_id),
  present: presentPage,
})

function presentPage(
  row: JsonRow<BrandPageRow>,
  { publicUrl }: Pick<Services, 'publicUrl'>,
): z.input<typeof BrandPage> {
  return {
    id: publicId('brandPage', row.id),
    brand_kit_id: publicId('brandKit', row.brand_kit_id),
    slug: row.slug,
    url: row.slug && `${publicUrl}/b/${row.slug}`,
    title: row.title,
    intro: row.intro,
    has_password: row.has_password,
    is_indexed: row.is_indexed,
    is_published: row.published_at !== null,
    sections: row.sections.map(presentSection),
    views_count: row.views_count,
    downloads_count: row.downloads_count,
    published_at: timeOrNull(row.published_at),
    created_by: creator(row.created_by, row.created_by_name),
    created_at: time(row.created_at),
    updated_at: time(row.updated_at),
  }
}
