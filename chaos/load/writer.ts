import { setTimeout as wait } from 'node:timers/promises'
import type { Answer } from '../../server/test/support/companies.ts'
import { type Outcome, outcomeOf } from './exchange.ts'
import type { Ledger, State, Thing } from './ledger.ts'
import type { Shelves } from './shelves.ts'

/** Where the load goes. `url` is undefined while there is no server. */
export type Target = {
  url: string | undefined
  token: string
  clientId: string
  clientSecret: string
}

export type Server = { url: string }

/** One of those who write: it does one thing after the other, and waits while there is no server. */
export type Writer = {
  name: string
  target: Target
  ledger: Ledger
  shelves: Shelves
  isStopped(): boolean
  /** What was not answered may still be done later. */
  mayComeLate: boolean
  /** Sends what writes, and counts what has come of it. */
  ask(send: Send): Promise<Outcome>
  /** Sends what only looks. */
  read(send: Send): Promise<Outcome>
  /** Asks for a change of a thing, and notes what it may be from then on. */
  change(thing: Thing, verb: string, after: (before: State) => State, send: Send): Promise<Outcome>
}

export type Send = (server: Server) => Promise<Answer>

const awayMs = 10

type Options = Pick<Writer, 'name' | 'target' | 'ledger' | 'shelves' | 'isStopped' | 'mayComeLate'> & {
  heed(outcome: Outcome, sentAt: number): void
}

export function openWriter({ heed, ...options }: Options): Writer {
  const { name, ledger } = options

  async function read(send: Send): Promise<Outcome> {
    const url = await reached(options)
    if (url === undefined) return { fate: 'unsent', answer: undefined }
    const outcome = await outcomeOf(send({ url }))
    // Whoever was turned away does not come back at once.
    if (outcome.fate !== 'acknowledged') await wait(awayMs)
    return outcome
  }

  async function ask(send: Send): Promise<Outcome> {
    let sentAt = 0
    const outcome = await read((server) => {
      sentAt = performance.now()
      return send(server)
    })
    heed(outcome, sentAt)
    return outcome
  }

  return {
    ...options,
    ask,
    read,
    async change(thing, verb, after, send) {
      const { may } = thing
      // From here on it may be either: somebody may look before there is an answer.
      thing.may = [...may, ...may.map(after)]
      const outcome = await ask(send)
      if (outcome.fate === 'acknowledged') {
        thing.may = may.map(after)
        note(ledger, name, thing.id, verb, outcome.answer)
      } else if (outcome.fate !== 'unknown') thing.may = may
      return outcome
    },
  }
}

/** Until there is a server, or the load is stopped. */
async function reached({ target, isStopped }: Pick<Writer, 'target' | 'isStopped'>) {
  while (target.url === undefined && !isStopped()) await wait(awayMs)
  return target.url
}

/** An answer that is a repetition was told of under the id of the first request, which may never have been answered. */
export function note(ledger: Ledger, writer: string, id: string, verb: string, { headers }: Answer) {
  const isFirst = headers.get('idempotent-replayed') === null
  ledger.told.push({
    writer,
    id,
    verb,
    requestId: isFirst ? (headers.get('x-request-id') ?? undefined) : undefined,
  })
}
