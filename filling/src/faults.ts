/** Messages by field, as a 422 answer has them. */
export type Faults = Record<string, string[]>

/** So many faults of a request are named: an answer must not be larger than what it answers. */
const faultsMax = 20
/** Of a name that the caller made up, so much is repeated. */
const nameShownMax = 100

export type FaultList = ReturnType<typeof faultList>

/** Collects faults in the words of the API: «The variables.headline field is required.» */
export function faultList() {
  // Without a prototype: a variable may be called `constructor`.
  const faults: Faults = Object.create(null)
  let count = 0
  const add = (field: string, message: string) => {
    if (count >= faultsMax) return
    const name = shown(field)
    faults[name] = [...(faults[name] ?? []), message]
    count++
  }
  return {
    faults,
    isFull: () => count >= faultsMax,
    isEmpty: () => count === 0,
    /** @param end of the sentence, such as «is required.» */
    add: (field: string, end: string) => add(field, `The ${spoken(field)} field ${end}`),
    unknown(field: string, near: string | undefined) {
      const hint = near === undefined ? '' : ` Did you mean ${near}?`
      add(field, `The ${spoken(field)} field is not known here.${hint}`)
    },
  }
}

const shown = (name: string) => (name.length > nameShownMax ? `${name.slice(0, nameShownMax)}…` : name)
const spoken = (name: string) => shown(name).replaceAll('_', ' ')
