import type { TemplateVariable } from '../../../../sdk/src/index.ts'

export type Values = Record<string, unknown>

/** Values in a form contain images as objects; cells of a table contain their IDs. */
export function editable(variables: readonly TemplateVariable[], values: Values): Values {
  const isImage = (key: string) => variables.find((one) => one.key === key)?.type === 'image'
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      typeof value === 'string' && isImage(key) ? { asset_id: value } : value,
    ]),
  )
}
