import { z } from 'zod'

const name = z.string().optional()
const description = z.string().optional()

const about =
  'Texts in other languages, by language tag (BCP 47). A language without texts is the language of the original texts.'

export const AssetTranslations = z
  .record(
    z.string(),
    z.object({ name, description, alt_text: z.string().optional() }).meta({ id: 'AssetWords' }),
  )
  .describe(about)

export const TemplateTranslations = z
  .record(
    z.string(),
    z
      .object({
        name,
        description,
        variables: z
          .record(z.string(), z.object({ label: z.string().optional() }))
          .optional()
          .describe('Texts of the variables, by key.'),
      })
      .meta({ id: 'TemplateWords' }),
  )
  .describe(about)
