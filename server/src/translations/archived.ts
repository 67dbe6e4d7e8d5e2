import type { z } from 'zod'
import type { GivenTranslations } from './body.ts'
import { merge, sizeFault } from './merge.ts'

/**
 * Translations in the archive of a company: only what requests can set.
 * @param given the schema of requests.
 */
export const archivedTranslations = <Words extends object>(given: z.ZodType<GivenTranslations<Words>>) =>
  given
    .transform((translations) => merge<Words>({}, translations))
    .refine((translations) => sizeFault(translations) === undefined)
