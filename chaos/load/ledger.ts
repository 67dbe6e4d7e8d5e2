import { randomUUID } from 'node:crypto'

/** What the server has said to be so, and what it was asked and has not answered. */

/** What a list shows of a thing, as far as a writer sets it; `gone` is what no list shows. */
export type State = Readonly<Record<string, string | number | boolean | null>> | 'gone'

export type Thing = {
  kind: string
  id: string
  /** It is one of these: several where an answer never came, else one. */
  may: State[]
}

/** A change that was acknowledged: the feed tells of it once. */
export type Told = { writer: string; id: string; verb: string; requestId: string | undefined }

export type Ledger = {
  things: Map<string, Thing>
  /** Of creations that may have come through: a kind and a name that no other has. */
  asked: Set<string>
  told: Told[]
  tokens: { live: Set<string>; revoked: Set<string>; asked: Set<string> }
  /** What was lost, or is otherwise as it must not be, a sentence each. */
  problems: string[]
}

export const openLedger = (): Ledger => ({
  things: new Map(),
  asked: new Set(),
  told: [],
  tokens: { live: new Set(), revoked: new Set(), asked: new Set() },
  problems: [],
})

/** A name that no other thing has. What is called otherwise the server has made by itself, as tags of colors. */
export const newName = (kind: string) => `${kind} ${randomUUID()}`
export const isOurs = (kind: string, name: string) => name.startsWith(`${kind} `)

/** How a creation is known that nobody knows the id of. */
export const nameless = (kind: string, name: string) => `${kind} ${name}`

export const sameState = (one: State, other: State) => textOf(one) === textOf(other)

export function textOf(state: State | undefined): string {
  if (state === undefined || state === 'gone') return state ?? 'nothing'
  return JSON.stringify(Object.entries(state).sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** From what is seen it is known which of the possible states holds. What can't be is a problem. */
export function settle(ledger: Ledger, thing: Thing, seen: State) {
  if (!thing.may.some((state) => sameState(state, seen))) {
    const expected = thing.may.map(textOf).join(' or ')
    ledger.problems.push(`${thing.kind} ${thing.id} is ${textOf(seen)}, and should be ${expected}.`)
  }
  thing.may = [seen]
}
