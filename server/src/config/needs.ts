/** A variable that must be set if one of the other variables is set. */
export type Need = readonly [name: string, by: readonly string[]]

/** Missing variables that another variable requires. */
export function missingBeside(given: Record<string, string | undefined>, needs: readonly Need[]): string[] {
  return needs.flatMap(([name, by]) => {
    const other = by.find((name) => given[name])
    return given[name] || !other ? [] : [`${name} must be set, because ${other} is.`]
  })
}
