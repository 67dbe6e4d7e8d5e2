import { didYouMean, nearName } from '@atelier/filling/near-name'
import { z } from 'zod'
import { type IdKind, nameOfKind, parseId, type Uuid } from '../../ids.ts'
import { canonicalTag } from '../../language-tags.ts'
import { documentedAs } from './documented-as.ts'

/** Query parameters of several lists. Messages continue a sentence (validation.ts). */

/** Maximum number of rows per page (contract R-LIST-2). */
const pageSizeMax = 100
export const pageSizeDefault = 20
/**
 * Maximum depth of numbered pages, because a numbered page costs as much as the rows that it skips
 * (R-LIST-5).
 */
export const pageDepthMax = 10_000
/** Maximum length of a cursor, which fits the longest sort key of a name (search-terms.ts) as base64. */
const cursorLengthMax = 4_000
export const idsMax = 100
const searchLengthMax = 200

export const once = 'must be given only once.'
export const split = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

const valuesMax = 20

/**
 * A parameter with several values, separated by commas, repeated, or both. Returns all values as they were
 * sent.
 */
export const severalTexts = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat())
export const several = severalTexts.transform((texts) => texts.flatMap(split))

/**
 * One value or a list, for the OpenAPI document: `type=image`, `type=image,video` and
 * `type=image&type=video`.
 */
export const oneOrList = (item: { type: 'string'; enum?: string[] }) =>
  documentedAs({ anyOf: [item, { type: 'array', items: item }] })

/**
 * Values of a filter that matches rows with any of them (contract R-LIST-18). Each value is parsed
 * separately.
 */
export function anyOf<S extends z.ZodType>(value: S) {
  const item = value instanceof z.ZodEnum ? { enum: value.options.map(String) } : {}
  return severalTexts
    .transform((texts) => texts.flatMap((text) => (split(text).length > 0 ? split(text) : [''])))
    .refine((list) => list.length <= valuesMax, `must not have more than ${valuesMax} values.`)
    .transform((list, context) => parseEach(value, [...new Set(list)], context))
    .meta(oneOrList({ type: 'string', ...item }))
}

/** Reports only the first error, so that each parameter has one message. */
function parseEach<S extends z.ZodType>(schema: S, list: string[], context: z.core.$RefinementCtx) {
  const values: z.output<S>[] = []
  for (const text of list) {
    const { success, data, error } = schema.safeParse(text)
    if (!success) {
      const { code, message } = error.issues[0]!
      // The issue contains its code, from which validation.ts builds the sentence.
      context.issues.push({ code, message, input: text, path: [] } as unknown as z.core.$ZodRawIssue)
      return z.NEVER
    }
    values.push(data)
  }
  return values
}

const asInteger = (min: number, max: number) => {
  const error = `must be an integer from ${min} to ${max}.`
  return z
    .string(error)
    .regex(/^\d{1,9}$/, error)
    .transform(Number)
    .refine((number) => number >= min && number <= max, error)
    .meta(documentedAs({ type: 'integer', minimum: min, maximum: max }))
}

export const flag = z
  .enum(['true', 'false', '1', '0'], 'must be true or false.')
  .transform((text) => text === 'true' || text === '1')
  .meta(documentedAs({ type: 'boolean' }))

export const trashParameters = {
  with_trashed: flag.optional().describe('Whether to include resources in the trash.'),
  only_trashed: flag.optional().describe('Whether to return only resources in the trash.'),
}

type TrashAsked = Record<keyof typeof trashParameters, boolean | undefined>

export const askTrash = ({ with_trashed, only_trashed }: TrashAsked) => ({
  with_trashed: with_trashed || undefined,
  only_trashed: only_trashed || undefined,
})

export const pageParameters = {
  per_page: asInteger(1, pageSizeMax)
    .optional()
    .describe(`Results per page, 1 to ${pageSizeMax}. Default: ${pageSizeDefault}.`),
  limit: asInteger(1, pageSizeMax).optional().describe('Alias for `per_page`.'),
  cursor: z
    .string('must be given only once.')
    .max(cursorLengthMax, 'is not a cursor of this list.')
    .optional()
    .describe(
      'Value of `meta.next_cursor` or `meta.prev_cursor` from another page. Valid only with the same ' +
        'filters and `sort`.',
    ),
  page: asInteger(1, pageDepthMax)
    .optional()
    .describe(
      `Page number, from 1. Limited to the first ${pageDepthMax.toLocaleString('en')} results; for ` +
        'further results, use `cursor`. Cannot be combined with `cursor`.',
    ),
  with_total: flag
    .optional()
    .describe('Whether to return the number of results as `meta.total`. Slow for large lists.'),
}

/**
 * Rejects paging parameters that exclude each other, together with all other errors (contract R-LIST-5,
 * R-VALID-1).
 */
export const withPageRules = <S extends z.ZodObject>(query: S): S =>
  query
    .refine(({ page, cursor }) => page === undefined || cursor === undefined, {
      path: ['page'],
      error: 'must not be combined with cursor.',
      when: () => true,
    })
    .refine((query) => !isTooDeep(query as PageParameters), {
      path: ['page'],
      error: `covers at most ${pageDepthMax} rows. Use cursor to read further.`,
      when: () => true,
    })

/** An invalid page number has already been reported. */
const isTooDeep = ({ page = 0, per_page, limit }: PageParameters) =>
  page <= pageDepthMax && page * (per_page ?? limit ?? pageSizeDefault) > pageDepthMax

export type PageParameters = { [K in keyof typeof pageParameters]: z.output<(typeof pageParameters)[K]> }

export const idList = (kind: IdKind) =>
  several
    .refine((list) => list.length <= idsMax, `must not contain more than ${idsMax} ids.`)
    .transform((list, context) => {
      const ids = list.map((text) => parseId(kind, text))
      if (ids.includes(undefined)) context.addIssue('must contain ids of this list, separated by commas.')
      return ids as Uuid[]
    })
    .meta(oneOrList({ type: 'string' }))

export const fieldList = (fields: string[]) =>
  several
    .refine((list) => list.length > 0, 'must name a field.')
    .transform((list, context) => {
      const unknown = list.find((name) => !fields.includes(name))
      if (unknown !== undefined) {
        const near = didYouMean(nearName(unknown, fields))
        context.addIssue(`names ${unknown.slice(0, 60)}, which this list does not have.${near}`)
      }
      return list
    })
    .meta(oneOrList({ type: 'string' }))

/** Language tags (BCP 47) in canonical form. */
export const languageList = several
  .refine((list) => list.length <= valuesMax, `must not have more than ${valuesMax} values.`)
  .transform((list, context) => {
    const tags = list.map(canonicalTag)
    if (tags.includes(undefined)) context.addIssue('must contain language tags such as de or pt-BR.')
    return [...new Set(tags as string[])]
  })
  .meta(oneOrList({ type: 'string' }))

/** Maximum number of facets. Each facet of a custom property reads the values of all counted rows. */
const facetsMax = 20

/** @param more matches additional facets, whose names the database knows. */
export const facetList = (facets: string[], more?: RegExp) =>
  several
    .refine((list) => list.length > 0, 'must name a facet.')

    .refine(
      (list) => list.every((name) => facets.includes(name) || more?.test(name)),
      `must be of ${facets.join(', ')}${more ? ', or a custom property such as properties.region' : ''}.`,
    )
    .refine((list) => list.length <= facetsMax, `must not be more than ${facetsMax} facets.`)
    .transform((list) => [...new Set(list)].sort())

    .meta(oneOrList(more ? { type: 'string' } : { type: 'string', enum: facets }))
    .describe(
      'Comma-separated facets to count in `meta.facets`. Only the newest 10,000 results are counted.' +
        (more
          ? ` Facets are ${facets.join(', ')}, and custom properties, such as \`properties.region\`.`
          : ''),
    )

/** A text for exact comparison. PostgreSQL cannot store NUL. */
export const exactly = (lengthMax = 255) =>
  z
    .string(once)
    .min(1, 'must not be empty.')
    .max(lengthMax, `must not be longer than ${lengthMax} characters.`)
    .refine((text) => !text.includes('\0'), 'must not contain a NUL character.')

/**
 * Values for exact comparison. A value with a comma is also compared as a whole, because an ID of another system may
 * contain commas.
 */
export const exactlyAny = (lengthMax = 255) =>
  severalTexts
    .transform((texts) => [...new Set(texts.flatMap((text) => [text, ...split(text)]))])
    .refine((list) => list.length <= 2 * valuesMax, `must not have more than ${valuesMax} values.`)
    .transform((list, context) => parseEach(exactly(lengthMax), list, context))
    .meta(oneOrList({ type: 'string' }))

/** Search terms as a person types them. An empty search matches everything. */
export const searchText = z
  .string(once)
  .max(searchLengthMax, `must not be longer than ${searchLengthMax} characters.`)

export const idOf = (kind: IdKind) =>
  z
    .string(once)
    .transform((text, context) => {
      const id = parseId(kind, text)
      if (id === undefined) context.addIssue(`must be the id of a ${nameOfKind(kind)}.`)
      return id as Uuid
    })
    .meta(documentedAs({ type: 'string' }))

export const folderId = z.union([z.literal('root'), idOf('folder')], 'must be the id of a folder, or root.')
