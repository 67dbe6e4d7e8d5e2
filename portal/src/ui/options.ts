/** The options of a select with their labels: all, or `values` in their order. */
export const optionsOf = <Value extends string>(
  labels: Readonly<Record<Value, string>>,
  values: readonly Value[] = Object.keys(labels) as Value[],
) => values.map((value) => ({ value, label: labels[value] }))

/** The first option of a select: none of the others. */
export const noneOf = (label: string) => ({ value: '', label })
