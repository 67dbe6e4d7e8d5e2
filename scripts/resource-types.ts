export type Schema = {
  $ref?: string
  type?: string | string[] | undefined
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  format?: string
  description?: string
}

/** Generates a type for each named schema of the API. */
export function resourceTypes(document: object): string {
  const { components } = document as { components: { schemas: Record<string, Schema> } }
  const types = Object.entries(components.schemas).map(
    ([name, schema]) => `${comment(schema)}export type ${name} = ${typeOf(schema)}\n`,
  )
  return `// Written by scripts/generate.ts from the OpenAPI document.\n\n${types.join('\n')}`
}

export function typeOf(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1)!
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)))
  if (schema.anyOf) return union(schema.anyOf.map(typeOf))
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => typeOf({ ...schema, type })))
  if (schema.type === 'array') return `Array<${typeOf(schema.items ?? {})}>`
  if (schema.type === 'object') return objectType(schema)
  if (schema.type === 'integer') return 'number'
  return schema.type ?? 'unknown'
}

function objectType({ properties, required = [], additionalProperties }: Schema): string {
  if (!properties) {
    return `Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'}>`
  }
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${comment(schema)}${name}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  )
  return `{\n${indent(fields.join('\n'))}\n}`
}

export const union = (types: string[]) => [...new Set(types)].join(' | ')

export const comment = ({ description }: Schema) =>
  description ? `/** ${description.replaceAll('*/', '* /')} */\n` : ''

export const indent = (text: string) => text.replaceAll(/^(?=.)/gm, '  ')
