/** URL query parameters. Each route lists its own parameters and ignores the rest. */
export const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

export const oneOf = <Value extends string>(values: readonly Value[], value: unknown) =>
  values.find((one) => one === value)

/** The order of a table: one of its columns, with `-` for descending order. */
export const sortBy = <Column extends string>(columns: readonly Column[], value: unknown) =>
  oneOf(
    columns.flatMap((column) => [column, `-${column}`] as const),
    value,
  )

/** Omits undefined values, which would be written into the URL. */
export function only<Search extends object>(search: Search) {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Search]?: Exclude<Search[Key], undefined>
  }
}

export const deliveryStates = ['pending', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export const trashKinds = ['assets', 'templates', 'folders', 'asset-tags', 'tags'] as const
export type TrashKind = (typeof trashKinds)[number]

export const installationAreas = ['enterprises', 'state', 'people', 'jobs'] as const
export type InstallationArea = (typeof installationAreas)[number]
