import { idPrefixesByField, knownValues, typicalFields, usualStates } from './example-values.ts'

/** Examples for every operation of the OpenAPI document, built from its schemas. */

export type Schema = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  example?: unknown
  default?: unknown
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
}

type Content = Record<string, { schema?: Schema; example?: unknown }>
type Operation = {
  requestBody?: { content?: Content }
  responses?: Record<string, { content?: Content }>
}
type Document = {
  paths?: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Schema> }
}

/** Adds an example to each JSON and form body that has none. */
export function withExamples<D extends object>(document: D): D {
  // zod-openapi's types allow references and extensions where this document has none.
  const { paths = {}, components } = document as Document
  const exampleOf = exampleBuilder(components?.schemas ?? {})
  for (const operations of Object.values(paths))
    for (const { requestBody, responses = {} } of Object.values(operations)) {
      addTo(requestBody?.content, (schema) => exampleOf(schema, { ...root, isSent: true }))
      for (const { content } of Object.values(responses)) addTo(content, (schema) => exampleOf(schema, root))
    }
  return document
}

const root = { name: '', owner: '', isSent: false, depth: 0 }

const exemplified = /^(application\/(json|x-www-form-urlencoded)|multipart\/form-data)$/

function addTo(content: Content | undefined, exampleOf: (schema: Schema) => unknown) {
  for (const [type, media] of Object.entries(content ?? {}))
    if (exemplified.test(type) && media.schema && media.example === undefined)
      media.example = exampleOf(media.schema)
}

/** Maximum nesting of objects in an example. Deeper lists are empty. */
const depthMax = 6

type At = {
  name: string
  owner: string
  isSent: boolean
  depth: number
}

function exampleBuilder(components: Record<string, Schema>) {
  function exampleOf(schema: Schema, at: At): unknown {
    if (schema.$ref) {
      const name = schema.$ref.split('/').at(-1)!
      return exampleOf(components[name]!, { ...at, name })
    }
    if ('const' in schema) return schema.const
    for (const known of [knownValues[`${at.owner}.${at.name}`], knownValues[at.name]])
      if (known !== undefined && fits(known, schema)) return known
    if (schema.example !== undefined) return schema.example
    if (schema.enum) return schema.enum.find((value) => usualStates.has(value)) ?? schema.enum[0]
    const choices = schema.anyOf ?? schema.oneOf
    if (choices) return exampleOf(choices.find(({ type }) => type !== 'null') ?? choices[0]!, at)
    const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type
    if (type === 'array') return listOf(schema, at)
    if (type === 'object') return objectOf(schema, at)
    return scalarOf(schema, type, at.name)
  }

  function listOf({ items }: Schema, at: At) {
    if (at.depth >= depthMax || !items) return []
    return [exampleOf(items, { ...at, name: at.name.replace(/s$/, ''), depth: at.depth + 1 })]
  }

  /** All fields of rows of lists are optional, because `fields` can select some. */
  function objectOf({ properties = {}, required = [] }: Schema, at: At) {
    const isShown = (field: string) =>
      required.includes(field) ||
      (at.isSent ? at.depth === 0 && typicalFields.has(field) : required.length === 0)
    const fields = Object.entries(properties).filter(([field]) => isShown(field))
    return Object.fromEntries(
      fields.map(([name, one]) => [
        name,
        exampleOf(one, { ...at, name, owner: at.name, depth: at.depth + 1 }),
      ]),
    )
  }

  return exampleOf
}

function scalarOf(
  { format, minimum = 0, maximum, exclusiveMinimum }: Schema,
  type: string | undefined,
  name: string,
) {
  if (format === 'date-time') return '2027-01-31T12:00:00.000Z'
  if (format === 'date') return '2027-01-31'
  if (type === 'boolean') return false
  if (type === 'integer' || type === 'number')
    return Math.min(
      Math.max(minimum, exclusiveMinimum === undefined ? 1 : exclusiveMinimum + 1),
      maximum ?? Infinity,
    )
  if (type === undefined || type === 'null') return null
  if (/(^|_)id$/.test(name)) return `${idPrefixesByField[name] ?? 'ast'}_01h455vb4pex5vsknk084sn02q`
  if (/(^|_)url$/.test(name)) return 'https://creative.example.com/files/summer.jpg'
  return name.replaceAll('_', ' ') || 'text'
}

/** Whether a known value has the type of the schema, because some names are used for different things. */
function fits(value: unknown, { type, enum: options, anyOf, items, format, pattern }: Schema): boolean {
  if (options) return options.includes(value)
  if (anyOf) return anyOf.some((one) => !one.$ref && fits(value, one))
  if (format === 'binary') return false
  if (Array.isArray(value) && value.length > 0 && (!items || items.$ref || !fits(value[0], items)))
    return false
  if (pattern !== undefined && typeof value === 'string' && !new RegExp(pattern).test(value)) return false
  const is = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value
  return [type].flat().some((one) => one === is || (one === 'integer' && Number.isInteger(value)))
}
