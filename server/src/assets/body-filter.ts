import { z } from 'zod'
import { checkedFirst, textLengthOf } from '../http/schemas/body-fields.ts'
import { flag } from '../http/schemas/query-parameters.ts'
import { instant, moment } from '../http/schemas/times.ts'
import { earliestId } from '../ids.ts'
import type { assets } from './queries.ts'
import { assetsResource } from './resource.ts'

/** Maximum number of values in a list, as for the parameter `ids`. */
const valuesMax = 100
/** Maximum total length of the texts, because a list accepts no more in its URL. */
const textLengthMax = 8_000

const { with_trashed: _, only_trashed: __, ...parameters } = assetsResource.filters

/** The filters of the list of assets, except the trash, as URL parameters. */
export const assetParameters = {
  ...parameters,
  created_since: instant.optional().describe('Earliest creation time, inclusive.'),
  updated_since: instant.optional().describe('Earliest time of the last change, inclusive.'),
}

/** The filters of the list of assets as a field of a JSON body. The names are those of the parameters. */
export const assetFilter = checkedFirst(
  sizeFault,
  z.preprocess(
    asParameters,
    z.strictObject({
      ...inJson(parameters),
      created_since: moment.optional().describe('Earliest creation time, inclusive.'),
      updated_since: moment.optional().describe('Earliest time of the last change, inclusive.'),
    }),
  ),
)

export type AssetFilter = z.output<typeof assetFilter>

export const assetFilterNames: readonly string[] = Object.keys(assetParameters)

export function askAssets({ created_since, updated_since, ...own }: AssetFilter): AskedAssets {
  return {
    created_since: created_since && earliestId(created_since),
    updated_since,
    ...assetsResource.ask!({ ...own, with_trashed: undefined, only_trashed: undefined }),
  }
}

export type AskedAssets = Parameters<typeof assets.ids>[2]

function sizeFault(filter: unknown): string | undefined {
  if (typeof filter !== 'object' || filter === null) return undefined
  if (Object.values(filter).some((value) => Array.isArray(value) && value.length > valuesMax))
    return `must not contain a list of more than ${valuesMax} values.`
  return textLengthOf(filter) > textLengthMax
    ? `must not be longer than ${textLengthMax} characters.`
    : undefined
}

/** Converts URL parameters, which are texts: `true` is `"true"` there. */
function asParameters(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, asParameter(one)]))
}

function asParameter(value: unknown): unknown {
  if (typeof value === 'boolean' || typeof value === 'number') return String(value)
  return Array.isArray(value) ? value.map(asParameter) : value
}

/** Converts the schemas of query parameters to schemas of JSON fields, in which flags can be booleans. */
function inJson<Shape extends z.ZodRawShape>(shape: Shape): Shape {
  const entries = Object.entries(shape).map(([name, schema]) => {
    const isFlag = schema instanceof z.ZodOptional && schema.unwrap() === flag
    return [
      name,
      isFlag
        ? z
            .union([z.boolean(), flag])
            .optional()
            .describe(schema.description ?? '')
        : schema,
    ]
  })
  return Object.fromEntries(entries)
}
