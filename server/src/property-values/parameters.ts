import { z } from 'zod'
import { documentedAs } from '../http/schemas/documented-as.ts'
import { split } from '../http/schemas/query-parameters.ts'

/** Maximum number of values of one property, as for other filters. */
const valuesMax = 20
/** Maximum number of parameters. Each costs a look-up per row. */
export const parametersMax = 10

const operators = ['gte', 'lte', 'gt', 'lt', 'exists'] as const
type Operator = (typeof operators)[number]
/** Inclusive bounds, as `properties.year.min`. */
const bounds = { min: 'gte', max: 'lte' } as const satisfies Record<string, Operator>

export type AskedProperty = {
  name: string
  key: string
  operator: Operator | undefined
  texts: string[]
  /** Texts with commas as they were sent, because a text value can contain commas. */
  wholes: string[]
}

const value = z.union(
  [z.string(), z.number().transform(String), z.boolean().transform(String)],
  'must be a text.',
)
const pattern = new RegExp(
  `^([a-z][a-z0-9_]{0,62})(?:\\[(${operators.join('|')})\\]|\\.(${Object.keys(bounds).join('|')}))?$`,
)

/** `properties.region=EMEA`, `properties.year[gte]=2020`, `properties.year.min=2020`. */
export const propertiesParameter = z
  .record(z.string(), z.union([value, z.array(value)]), 'must name a property, such as properties.region.')
  .refine(
    (given) => Object.keys(given).length <= parametersMax,
    `must not be more than ${parametersMax} parameters.`,
  )
  .transform((given, context): AskedProperty[] =>
    Object.entries(given).flatMap(([name, values]) => {
      const [, key, bracketed, bound] = pattern.exec(name) ?? []
      const operator = bound === undefined ? bracketed : bounds[bound as keyof typeof bounds]
      const same = bound === undefined ? undefined : `${key}[${operator}]`
      const several = [values].flat()
      const texts = [...new Set(several.flatMap(split))]
      const wholes = several.filter((text) => text.includes(','))
      const message =
        same !== undefined && Object.hasOwn(given, same)
          ? `must not be combined with properties.${same}.`
          : faultIn(key, operator, texts)
      if (message !== undefined) {
        context.addIssue({ code: 'custom', message, path: [name.slice(0, 100)] })
        return []
      }
      return [{ name, key: key!, operator: operator as Operator | undefined, texts, wholes }]
    }),
  )
  .meta(
    documentedAs({
      type: 'object',
      additionalProperties: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
    }),
  )
  .describe(
    'Values of custom properties. The name of each parameter is `properties.` followed by the key of a property: ' +
      '`properties.region=emea,apac` for any of these values, `properties.year.min=2020` and `properties.year.max=2024` ' +
      'for a range of numbers or dates with both bounds included, `properties.year[gt]=2020` with `gte`, `lte`, `gt` or ' +
      '`lt` for other ranges, and `properties.region[exists]=false` for resources without a value.',
  )

/** Returns why a parameter is not valid, as the end of a sentence. */
function faultIn(key: string | undefined, operator: string | undefined, texts: string[]): string | undefined {
  if (key === undefined)
    return `must be a key of a property, with .min, .max, [${operators.join('], [')}] or nothing behind it.`
  if (texts.length === 0) return 'must not be empty.'
  if (texts.length > valuesMax) return `must not have more than ${valuesMax} values.`
  return operator !== undefined && texts.length > 1 ? 'must be given only once.' : undefined
}
