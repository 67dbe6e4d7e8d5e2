/** The options of a select with their labels: all options, or `values` in order. */
export const optionsOf = <Value extends string>(
  labels: Readonly<Record<Value, string>>,
  values: readonly Value[] = Object.keys(labels) as Value[],
) => values.map((value) => ({ value, label: labels[value] }))

/** The first option of a select, for no choice. */
export const noneOf = (label: string) => ({ value: '', label })
