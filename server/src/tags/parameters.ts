import { z } from 'zod'
import { flag, oneOrList, severalTexts, split } from '../http/schemas/query-parameters.ts'
import { type IdKind, parseId, publicId, type Uuid } from '../ids.ts'
import { Id } from '../wire.ts'

const tagsAskedMax = 20

/** Parameters of lists of tagged resources: `tag`, once or more, `tag_mode`, `untagged` (R-LIST-12). `tagsAsked` finds the tags. */
export const tagParameters = (kind: IdKind) => ({
  tag: severalTexts
    .transform((texts) => [
      ...new Set(texts.flatMap((text) => (split(text).length > 0 ? split(text) : ['']))),
    ])
    .refine((names) => names.length <= tagsAskedMax, `must not be given more than ${tagsAskedMax} times.`)
    .refine(
      (names) => names.every((name) => name !== '' && !name.includes('\0')),
      'must be the id, slug or name of a tag.',
    )
    .transform((names) => names.map((name) => parseId(kind, name) ?? name))
    .optional()
    .meta(oneOrList({ type: 'string' }))
    .describe('IDs, slugs or names of tags, in repeated parameters or separated by commas.'),
  tag_mode: z
    .enum(['any', 'all'])
    .optional()
    .describe(
      'Whether results have at least one of the tags (`any`) or all of them (`all`). Default: `any`.',
    ),
  untagged: flag
    .optional()
    .describe('`true` for resources without tags, `false` for resources with at least one tag.'),
})

type TagQuery = {
  tag?: string[] | undefined
  tag_mode?: 'any' | 'all' | undefined
  untagged?: boolean | undefined
}

export const askTags = ({ tag, tag_mode, untagged }: TagQuery) => ({
  [tag_mode === 'all' ? 'tagged_all' : 'tagged_any']: tag,
  ...(untagged !== undefined && { [untagged ? 'untagged' : 'tagged']: true }),
})

export const tagReference = (kind: IdKind, tag: { id: Uuid; name: string; slug: string }) => ({
  id: publicId(kind, tag.id),
  name: tag.name,
  slug: tag.slug,
})

export const TagReference = z
  .object({ id: Id('templateTag'), name: z.string(), slug: z.string() })
  .meta({ id: 'TemplateTagReference' })
