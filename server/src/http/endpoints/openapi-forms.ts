import type { Schema } from './openapi-examples.ts'

type Content = Record<string, { schema?: Schema }>
type Document = { paths?: Record<string, Record<string, { requestBody?: { content?: Content } }>> }

/**
 * Form fields are text, so none of them can be null: an empty field is. Without this, generated clients send the text
 * "null".
 */
export function withTextForms<D extends object>(document: D): D {
  // The document was built by zod-openapi, whose types allow references where this one has none.
  for (const operations of Object.values((document as Document).paths ?? {}))
    for (const { requestBody } of Object.values(operations)) {
      const { properties = {} } = requestBody?.content?.['multipart/form-data']?.schema ?? {}
      for (const [name, field] of Object.entries(properties)) properties[name] = withoutNull(field)
    }
  return document
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
