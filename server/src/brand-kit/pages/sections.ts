import { z } from 'zod'
import type { StoredSection } from '../../db/schema.ts'
import { idInBody, listUpTo, nameText, optionalText, text } from '../../http/schemas/body-fields.ts'
import { publicId, type Uuid } from '../../ids.ts'
import { Id } from '../../wire.ts'

export const sectionsMax = 20
export const examplesMax = 12
const textLengthMax = 5_000
const captionLengthMax = 300

/** Whether an example shows correct or incorrect use of the brand. */
export const exampleKinds = ['do', 'dont'] as const

const exampleInBody = z.strictObject({
  asset_id: idInBody('asset').describe('ID of the asset that the image shows.'),
  kind: z.enum(exampleKinds, 'must be do or dont.').describe('`do` or `dont`.'),
  caption: optionalText(captionLengthMax).default(null),
})

const sectionInBody = z.strictObject({
  title: nameText,
  text: text(textLengthMax)
    .default('')
    .describe(
      `Text, up to ${textLengthMax.toLocaleString('en')} characters. An empty line starts a paragraph, lines that start with \`- \` form a list, and \`**\` marks bold text. All other text is shown unchanged.` +
        '',
    ),
  examples: listUpTo(
    examplesMax,
    `must not contain more than ${examplesMax} examples.`,
    z.array(exampleInBody, 'must be a list.'),
  ).default([]),
})

export const sectionsInBody = listUpTo(
  sectionsMax,
  `must not contain more than ${sectionsMax} sections.`,
  z.array(sectionInBody, 'must be a list.'),
).describe(`Up to ${sectionsMax} sections below the brand kit. Replaces all sections.`)

/** Sections in the archive of a company, as strict as a request. */
export const archivedSections = z
  .array(
    z.strictObject({
      title: nameText,
      text: text(textLengthMax),
      examples: z
        .array(
          z.strictObject({
            asset_id: z.uuid(),
            kind: z.enum(exampleKinds),
            caption: text(captionLengthMax).nullable(),
          }),
        )
        .max(examplesMax),
    }),
  )
  .max(sectionsMax)

export const Section = z
  .object({
    title: z.string(),
    text: z.string(),
    examples: z.array(
      z.object({ asset_id: Id('asset'), kind: z.enum(exampleKinds), caption: z.string().nullable() }),
    ),
  })
  .meta({ id: 'BrandPageSection' })

export const presentSection = ({ title, text, examples }: StoredSection): z.input<typeof Section> => ({
  title,
  text,
  examples: examples.map(({ asset_id, kind, caption }) => ({
    asset_id: publicId('asset', asset_id),
    kind,
    caption,
  })),
})

export const assetsIn = (sections: readonly StoredSection[]): Uuid[] => [
  ...new Set(sections.flatMap(({ examples }) => examples.map(({ asset_id }) => asset_id))),
]
