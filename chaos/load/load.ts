import { randomUUID } from 'node:crypto'
import type { Answer } from '../../server/test/support/companies.ts'
import { writePieces } from './chunked-uploads.ts'
import type { Outcome } from './exchange.ts'
import { fillShelves } from './fill-shelves.ts'
import { asked, kinds } from './kinds.ts'
import { type Ledger, newName, openLedger } from './ledger.ts'
import { writeThings } from './resources.ts'
import { emptyShelves } from './shelves.ts'
import { writeTokens } from './tokens.ts'
import { openWriter, type Target, type Writer } from './writer.ts'

export type Counts = {
  acknowledged: number
  /** Requests with an error status, or without a response. */
  refused: number
  unanswered: number
}

export type Load = {
  ledger: Ledger
  counts: Counts
  /** Count per error status. */
  statuses: Map<number, number>
  /**
   * Returns the milliseconds from `since` (of `performance.now()`) to the response of the first successful
   * write sent after it.
   */
  back(since: number): Promise<number>
  /** Resolves after this many more responses of this kind. */
  acknowledged(more: number): Promise<void>
  refused(more: number): Promise<void>
  stop(): Promise<void>
}

type Work = (writer: Writer) => Promise<void>

/** Concurrent writers. Two writers of a kind contend for shared resources. */
const work: Work[] = [
  fillShelves,
  writeTokens,
  writeTokens,
  (writer) => writeThings(writer, kinds.templateTag),
  (writer) => writeThings(writer, kinds.assetTag),
  (writer) => writeThings(writer, kinds.folder),
  writeColors,
  (writer) => writeThings(writer, kinds.template),
  (writer) => writeThings(writer, kinds.asset),
  (writer) => writeThings(writer, kinds.asset),
  (writer) => writePieces(writer),
]

/** Writes the colors of a brand kit, which is created first. */
async function writeColors(writer: Writer) {
  const { ask, target, isStopped } = writer
  const headers = { 'idempotency-key': randomUUID() }
  const json = { name: newName('brand_kit') }
  const post = () => ask((server) => asked(server, target.token, 'POST', '/api/brand-kit', json, headers))
  while (!isStopped() && (await post()).fate !== 'acknowledged');
  await writeThings(writer, kinds.color)
}

type Options = {
  /** Statuses that the fault explains. Any other error status is a problem. */
  mayRefuse?: readonly number[]
  ledger?: Ledger
  /**
   * A frozen node can still process a request without a response, so nothing is verified before the load
   * ends.
   */
  mayComeLate?: boolean
  more?: readonly Work[]
}

/** Starts all writers. They continue until they are stopped, even when the server fails. */
export function startLoad(
  target: Target,
  { mayRefuse = [], ledger = openLedger(), mayComeLate = false, more = [] }: Options = {},
): Load {
  const counts: Counts = { acknowledged: 0, refused: 0, unanswered: 0 }
  const statuses = new Map<number, number>()
  const watches = new Set<() => void>()
  /** The time at which the newest acknowledged request was sent. */
  let doneSentAt = 0
  let isStopped = false

  function heed(outcome: Outcome, sentAt: number) {
    if (outcome.fate === 'acknowledged') {
      counts.acknowledged++
      doneSentAt = Math.max(doneSentAt, sentAt)
    } else if (outcome.answer) refuse(outcome.answer)
    else if (outcome.fate === 'unknown') counts.unanswered++
    for (const watch of watches) watch()
  }

  function refuse({ status, headers, text }: Answer) {
    counts.refused++
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (status === 503 && headers.get('retry-after') === null)
      ledger.problems.push(`A 503 has no Retry-After: ${text.slice(0, 300)}`)
    if (!mayRefuse.includes(status)) ledger.problems.push(`A write got ${status}: ${text.slice(0, 300)}`)
  }

  const shared = { target, ledger, shelves: emptyShelves(), mayComeLate, isStopped: () => isStopped, heed }
  const writing = [...work, ...more].map((write, number) =>
    write(openWriter({ name: `${number}`, ...shared })),
  )
  const failed = Promise.all(writing)
  failed.catch(() => {})

  /** A writer that throws is a bug in the load, so it must end every wait. */
  function when(isSo: () => boolean): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const watch = () => {
      if (isSo()) resolve()
    }
    watches.add(watch)
    watch()
    return Promise.race([promise, failed.then(() => {})]).finally(() => watches.delete(watch))
  }

  return {
    ledger,
    counts,
    statuses,
    async back(since) {
      await when(() => doneSentAt >= since)
      return performance.now() - since
    },
    acknowledged(more) {
      const wanted = counts.acknowledged + more
      return when(() => counts.acknowledged >= wanted)
    },
    refused(more) {
      const wanted = counts.refused + more
      return when(() => counts.refused >= wanted)
    },
    async stop() {
      isStopped = true
      await failed
    },
  }
}
