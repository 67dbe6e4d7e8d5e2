import { z } from 'zod'
import { idInBody, nameText, optionalText } from '../../http/schemas/body-fields.ts'
import { pagePassword } from '../../http/schemas/page-password.ts'
import { sectionsInBody } from './sections.ts'
import { slugInBody } from './slug.ts'

const introLengthMax = 2_000

export const brandPageFields = {
  slug: slugInBody,
  title: nameText
    .nullable()
    .describe('Title of the page. If null, the page shows the name of the brand kit.'),
  intro: optionalText(introLengthMax).describe(
    `Text below the title, up to ${introLengthMax.toLocaleString('en')} characters.`,
  ),
  password: pagePassword,
  is_indexed: z
    .boolean('must be true or false.')
    .describe('Whether search engines may index the page. A page with a password is never indexed.'),
  is_published: z.boolean('must be true or false.').describe('Whether the page is published.'),
  sections: sectionsInBody,
}

export const newBrandPage = z.strictObject({
  brand_kit_id: idInBody('brandKit').describe('ID of the brand kit. A brand kit can have one page.'),
  slug: brandPageFields.slug,
  title: brandPageFields.title.default(null),
  intro: brandPageFields.intro.default(null),
  password: brandPageFields.password.default(null),
  is_indexed: brandPageFields.is_indexed.default(false),
  is_published: brandPageFields.is_published.default(true),
  sections: brandPageFields.sections.default([]),
})

export const brandPageChange = z.strictObject({
  slug: brandPageFields.slug.optional(),
  title: brandPageFields.title.optional(),
  intro: brandPageFields.intro.optional(),
  password: brandPageFields.password.optional(),
  is_indexed: brandPageFields.is_indexed.optional(),
  is_published: brandPageFields.is_published.optional(),
  sections: brandPageFields.sections.optional(),
})

export type NewBrandPage = z.output<typeof newBrandPage>
export type BrandPageChange = z.output<typeof brandPageChange>
