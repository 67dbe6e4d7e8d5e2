import { didYouMean } from './near-name.ts'

/** As in a 422 response. */
export type Faults = Record<string, string[]>

/** Maximum number of reported errors, because a response must not be larger than its request. */
const faultsMax = 20
/** Maximum length of an unknown name that a message quotes. */
const nameShownMax = 100

export type FaultList = ReturnType<typeof faultList>

/** Collects errors in the API's wording: "The variables.headline field is required." */
export function faultList() {
  // Has no prototype, because a variable can be named `constructor`.
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
    /** @param end the end of the sentence, such as "is required." */
    add: (field: string, end: string) => add(field, `The ${spoken(field)} field ${end}`),
    unknown(field: string, near: string | undefined) {
      add(field, `The ${spoken(field)} field is not known here.${didYouMean(near)}`)
    },
  }
}

const shown = (name: string) => (name.length > nameShownMax ? `${name.slice(0, nameShownMax)}…` : name)
const spoken = (name: string) => shown(name).replaceAll('_', ' ')
