import { randomUUID } from 'node:crypto'

/** The record of everything that the server has acknowledged, and of the requests without a response. */

/**
 * The fields of a resource that a writer sets, as a list shows them. `gone` means that no list shows the
 * resource.
 */
export type State = Readonly<Record<string, string | number | boolean | null>> | 'gone'

export type Thing = {
  kind: string
  id: string
  /** The possible states of the resource. There are several after a lost response. */
  may: State[]
}

/** An acknowledged change, which must be in the feed exactly once. */
export type Told = { writer: string; id: string; verb: string; requestId: string | undefined }

export type Ledger = {
  things: Map<string, Thing>
  /** Creations that could have succeeded, each as a kind and a unique name. */
  asked: Set<string>
  told: Told[]
  tokens: { live: Set<string>; revoked: Set<string>; asked: Set<string> }
  /** Each loss or error is one sentence. */
  problems: string[]
}

export const openLedger = (): Ledger => ({
  things: new Map(),
  asked: new Set(),
  told: [],
  tokens: { live: new Set(), revoked: new Set(), asked: new Set() },
  problems: [],
})

/**
 * Returns a unique name. Resources with other names, such as color tags, were created by the server itself.
 */
export const newName = (kind: string) => `${kind} ${randomUUID()}`
export const isOurs = (kind: string, name: string) => name.startsWith(`${kind} `)

/** Identifies a creation whose ID is unknown. */
export const nameless = (kind: string, name: string) => `${kind} ${name}`

export const sameState = (one: State, other: State) => textOf(one) === textOf(other)

export function textOf(state: State | undefined): string {
  if (state === undefined || state === 'gone') return state ?? 'nothing'
  return JSON.stringify(Object.entries(state).sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** Reduces the possible states to the observed state. Any other state is a problem. */
export function settle(ledger: Ledger, thing: Thing, seen: State) {
  if (!thing.may.some((state) => sameState(state, seen))) {
    const expected = thing.may.map(textOf).join(' or ')
    ledger.problems.push(`${thing.kind} ${thing.id} is ${textOf(seen)}, and should be ${expected}.`)
  }
  thing.may = [seen]
}
