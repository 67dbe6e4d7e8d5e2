import type { Schema } from './openapi-examples.ts'

type Content = Record<string, { schema?: Schema }>
type Document = { paths?: Record<string, Record<string, { requestBody?: { content?: Content } }>> }

export function corrected<D extends object>(document: D): D {
  openReferences(document)
  // zod-openapi's types allow references where this document has none.
  forbidNullInForms(document as Document)
  return document
}

/** A copy of a strict named schema with a description would be a reference that allows no fields. */
function openReferences(node: object): void {
  if ('$ref' in node && 'additionalProperties' in node) delete node.additionalProperties
  for (const part of Object.values(node)) if (typeof part === 'object' && part !== null) openReferences(part)
}

/**
 * Form fields are text, so none of them can be null, but a field can be empty. Without this correction,
 * generated clients send the text "null".
 */
function forbidNullInForms({ paths = {} }: Document): void {
  for (const operations of Object.values(paths))
    for (const { requestBody } of Object.values(operations)) {
      const { properties = {} } = requestBody?.content?.['multipart/form-data']?.schema ?? {}
      for (const [name, field] of Object.entries(properties)) properties[name] = withoutNull(field)
    }
}

function withoutNull({ anyOf, ...field }: Schema): Schema {
  const { default: value, type, ...rest } = field
  const kept = anyOf?.filter((one) => one.type !== 'null')
  const types = Array.isArray(type) ? type.filter((one) => one !== 'null') : undefined
  return {
    ...(kept?.length === 1 && kept[0]),
    ...(kept && kept.length > 1 && { anyOf: kept }),
    ...rest,
    ...(type !== undefined && { type: types?.length === 1 ? types[0]! : type }),
    ...(value !== undefined && value !== null && { default: value }),
  }
}
