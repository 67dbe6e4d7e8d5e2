/** The choices of a field, in the order in which their names are listed. */
export const optionsOf = (labels: Record<string, string>, none?: string) => [
  ...(none === undefined ? [] : [{ value: '', label: none }]),
  ...Object.entries(labels).map(([value, label]) => ({ value, label })),
]
