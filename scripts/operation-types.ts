import { comment, indent, type Schema, typeOf, union } from './resource-types.ts'

type Content = Record<string, { schema: Schema }>
type Parameter = { in: string; name: string; schema: Schema; description?: string; required?: boolean }
type Operation = {
  summary: string
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}

/** Returns the inputs and responses of the operations under `/api`, as one type keyed by method and path. */
export function operationTypes(document: object): string {
  const { paths } = document as { paths: Record<string, Record<string, Operation>> }
  const operations = Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/') && path !== '/api/get-access-token')
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        const name = `${method.toUpperCase()} ${path}`
        return `/** ${operation.summary} */\n${JSON.stringify(name)}: ${operationType(operation)}`
      }),
    )
  return `export type Operations = {\n${indent(operations.join('\n'))}\n}\n`
}

function operationType({ parameters = [], requestBody, responses }: Operation): string {
  const query = parameters.filter((parameter) => parameter.in === 'query')
  const body = requestBody?.content['application/json']?.schema
  const replies = repliesOf(responses)
  const parts = [
    query.length > 0 && `query: ${inputType(query.map(asField))}`,
    body && `body: ${bodyType(body)}`,
    replies.length > 0 && `reply: ${union(replies.map(typeOf))}`,
  ].filter(Boolean)
  return parts.length === 0 ? '{}' : `{\n${indent(parts.join('\n'))}\n}`
}

type Field = { name: string; schema: Schema; isRequired: boolean }

const asField = ({ name, schema, required = false }: Parameter): Field => ({
  name,
  schema,
  isRequired: required,
})

function bodyType({ properties = {}, required = [] }: Schema): string {
  const fields = Object.entries(properties).map(
    ([name, schema]): Field => ({ name, schema, isRequired: required.includes(name) }),
  )
  return inputType(fields)
}

/** Optional properties also accept undefined, so that callers can pass on their own optional values. */
function inputType(fields: Field[]): string {
  const lines = fields.map(({ name, schema, isRequired }) => {
    const type = [givenType(schema), ...(isRequired ? [] : ['undefined'])]
    return `${comment(schema)}${name}${isRequired ? '' : '?'}: ${union(type)}`
  })
  return `{\n${indent(lines.join('\n'))}\n}`
}

function givenType(schema: Schema): string {
  if (schema.type === 'boolean') return 'boolean'
  const [one, list] = schema.anyOf ?? []
  if (one && list?.type === 'array') return `${typeOf(one)} | ReadonlyArray<${typeOf(one)}>`
  if (schema.description?.startsWith('Comma-separated') || schema.type === 'array') return listType(schema)
  if (hasTime(schema))
    return union([typeOf({ ...schema, type: schema.anyOf ? undefined : schema.type }), 'Date'])
  return typeOf(schema)
}

/** In queries, a list parameter also accepts a single string. */
function listType(schema: Schema): string {
  if (schema.type === 'array' && !schema.anyOf) return `ReadonlyArray<${typeOf(schema.items ?? {})}>`
  return 'string | ReadonlyArray<string>'
}

const hasTime = ({ format, anyOf = [] }: Schema): boolean => format === 'date-time' || anyOf.some(hasTime)

/**
 * Returns the types of all successful responses. Pages of rows are omitted, because their shape is the same
 * for all lists.
 */
function repliesOf(responses: Operation['responses']): Schema[] {
  return Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, { content }]) => content?.['application/json']?.schema)
    .filter((schema) => schema !== undefined && !schema.properties?.links) as Schema[]
}
