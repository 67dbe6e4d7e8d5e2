/** Of a select, in the words of the catalogue: all of them, or those of `values` in their order. */
export const optionsOf = <Value extends string>(
  labels: Readonly<Record<Value, string>>,
  values: readonly Value[] = Object.keys(labels) as Value[],
) => values.map((value) => ({ value, label: labels[value] }))

/** Above the options: none of them. */
export const noneOf = (label: string) => ({ value: '', label })
