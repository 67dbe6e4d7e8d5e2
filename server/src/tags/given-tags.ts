import { z } from 'zod'
import type { oas31 } from 'zod-openapi'
import type { Trx } from '../db/tenancy.ts'
import type { NewEvent } from '../events/append.ts'
import { nameText } from '../http/schemas/body-fields.ts'
import { documentedAs } from '../http/schemas/documented-as.ts'
import { type CompanyId, parseId, type Uuid } from '../ids.ts'
import { tagsCalled } from './create.ts'
import { type Suggestion, suggestionsMax } from './suggestions.ts'
import { tagIdsNamed, tagsMax } from './tag-list.ts'

/** Tags of an asset in a request body: IDs and slugs, or objects in the format of the asset. */

const textLengthMax = 100
const fault = 'must contain ids or slugs of asset tags, or objects with an id or a name.'

const text = z
  .string(fault)
  .min(1, fault)
  .max(textLengthMax, fault)
  .refine((tag) => !tag.includes('\0'), fault)

const GivenTag = z
  .strictObject(
    {
      id: text.optional().describe('ID or slug of the tag.'),
      name: nameText.optional().describe('Name of the tag. Without an `id`, a missing tag is created.'),
      source: z
        .enum(['manual', 'auto', 'embedded'], 'must have the source manual, auto or embedded.')
        .default('manual')
        .describe('`auto` suggests the tag.'),
      confidence: z
        .number('must have a confidence from 0 to 1.')
        .min(0, 'must have a confidence from 0 to 1.')
        .max(1, 'must have a confidence from 0 to 1.')
        .nullable()
        .default(null)
        .describe('Confidence of a suggestion, 0 to 1.'),
    },
    fault,
  )
  .refine(({ id, name }) => id !== undefined || name !== undefined, fault)
  .refine(
    ({ source, confidence }) => source === 'auto' || confidence === null,
    'must have a confidence only with the source auto.',
  )

export type GivenTag = z.output<typeof GivenTag>

/** Errors concern the list as a whole, so callers always find them under `tags`. */
export const givenTags = z
  .array(z.unknown(), 'must be a list.')
  .max(tagsMax + suggestionsMax, `must not contain more than ${tagsMax} tags.`)
  .transform((list, context): GivenTag[] => {
    const parsed = list.map((one) => {
      const id = text.safeParse(one).data
      return id === undefined
        ? GivenTag.safeParse(one)
        : { data: { id, source: 'manual' as const, confidence: null } }
    })
    const wrong = parsed.find(({ data }) => data === undefined)
    if (wrong) context.addIssue(messageOf(wrong as z.ZodSafeParseError<GivenTag>))
    const suggested = parsed.filter(({ data }) => data?.source === 'auto').length
    if (parsed.length - suggested > tagsMax) context.addIssue(`must not contain more than ${tagsMax} tags.`)
    else if (suggested > suggestionsMax)
      context.addIssue(`must not contain more than ${suggestionsMax} suggestions.`)
    return parsed.map(({ data }) => data!)
  })
  .meta(
    documentedAs({
      type: 'array',
      maxItems: tagsMax + suggestionsMax,
      items: { anyOf: [{ type: 'string' }, givenTagSchema()] },
    }),
  )

function givenTagSchema(): oas31.SchemaObject {
  // Removes the dialect, which only a whole document names. The types of zod and of the OpenAPI library do not
  // express that the rest is a schema of OpenAPI 3.1.
  const { $schema: _, ...schema } = z.toJSONSchema(GivenTag, { io: 'input', unrepresentable: 'any' })
  return schema as oas31.SchemaObject
}

const messageOf = ({ error }: z.ZodSafeParseError<GivenTag>) =>
  error.issues.map(({ message }) => message).find((message) => message.startsWith('must ')) ?? fault

export type ResolvedTags = { manual: Uuid[]; embedded: Uuid[]; suggested: Suggestion[] }

/**
 * Resolves tags by their source. A tag that is given several times is manual rather than embedded, and
 * embedded rather than suggested. Missing names are created, each with its event.
 * @throws {ApiError} `invalid` on `tags` for an ID or slug that does not exist.
 */
export async function resolveTags(
  trx: Trx,
  companyId: CompanyId,
  given: readonly GivenTag[],
  events: NewEvent[],
): Promise<ResolvedTags> {
  const idsOf = async (source: GivenTag['source']) => {
    const those = given.filter((one) => one.source === source)
    const byId = new Map<Uuid, number | null>()
    for (const one of those) {
      const [id] =
        one.id === undefined
          ? await tagsCalled(trx, companyId, 'asset', [one.name!], events)
          : await tagIdsNamed(trx, companyId, 'asset', [parseId('assetTag', one.id) ?? one.id])
      byId.set(id!, one.confidence)
    }
    return byId
  }
  const manual = await idsOf('manual')
  const embedded = await idsOf('embedded')
  const suggested = await idsOf('auto')
  return {
    manual: [...manual.keys()],
    embedded: [...embedded.keys()].filter((id) => !manual.has(id)),
    suggested: [...suggested]
      .filter(([id]) => !manual.has(id) && !embedded.has(id))
      .map(([id, confidence]) => ({ id, confidence })),
  }
}
