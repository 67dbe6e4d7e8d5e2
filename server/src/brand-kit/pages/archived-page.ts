import { z } from 'zod'
import { passwordHash } from '../../secrets/passwords.ts'
import { brandPageFields } from './body.ts'
import { archivedSections } from './sections.ts'
import { isSlug } from './slug.ts'

const count = z.int().min(0)

/**
 * The schema of a brand page in a company's archive. It is as strict as the schema of a request, because the
 * values decide what strangers can see.
 */
export const archivedPage = z.looseObject({
  slug: z.string().refine(isSlug).nullable(),
  title: brandPageFields.title,
  intro: brandPageFields.intro,
  password_hash: z.string().regex(passwordHash).nullable(),
  sections: archivedSections,
  views_count: count,
  downloads_count: count,
})
