import type { TemplateVariable } from '../../../../sdk/src/index.ts'

export type Values = Record<string, unknown>

/** The fields of a form have images as objects; the cells of a table have their IDs. */
export function editable(variables: readonly TemplateVariable[], values: Values): Values {
  const isImage = (key: string) => variables.find((one) => one.key === key)?.type === 'image'
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      typeof value === 'string' && isImage(key) ? { asset_id: value } : value,
    ]),
  )
}
