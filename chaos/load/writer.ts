import { setTimeout as wait } from 'node:timers/promises'
import type { Answer } from '../../server/test/support/companies.ts'
import { type Outcome, outcomeOf } from './exchange.ts'
import type { Ledger, State, Thing } from './ledger.ts'
import type { Shelves } from './shelves.ts'

/** `url` is undefined while there is no server. */
export type Target = {
  url: string | undefined
  token: string
  clientId: string
  clientSecret: string
}

export type Server = { url: string }

/** A writer sends one request after the other and waits while there is no server. */
export type Writer = {
  name: string
  target: Target
  ledger: Ledger
  shelves: Shelves
  isStopped(): boolean
  /** A request without a response can still be processed later. */
  mayComeLate: boolean
  ask(send: Send): Promise<Outcome>
  read(send: Send): Promise<Outcome>
  /** Requests a change and records the states that the resource can then have. */
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
    // A rejected writer pauses before it continues.
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
      // Both states are possible from here on, because a reader can look before the response arrives.
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

/** Waits until there is a server, or the load is stopped. */
async function reached({ target, isStopped }: Pick<Writer, 'target' | 'isStopped'>) {
  while (target.url === undefined && !isStopped()) await wait(awayMs)
  return target.url
}

/**
 * Records a replayed response under the request ID of the original request, which may have got no response.
 */
export function note(ledger: Ledger, writer: string, id: string, verb: string, { headers }: Answer) {
  const isFirst = headers.get('idempotent-replayed') === null
  ledger.told.push({
    writer,
    id,
    verb,
    requestId: isFirst ? (headers.get('x-request-id') ?? undefined) : undefined,
  })
}
