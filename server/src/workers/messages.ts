import type { Counted } from '../http/rate-limits/counters-connection.ts'

/** A worker's number for what it has asked, given back with the answer. */
type AskId = number

export type Take = [name: string, limit: number, windowMs: number, key: string]
export type GiveBack = [...Take, endsAt: number, count: number]
/** And how many more of the same are counted, for the worker to take without asking (lent.ts). */
export type CountedAndLent = [...Counted, lent?: number]

/** What all workers have told of themselves, as JSON of prom-client; of those that have ended, what they told last. */
export type Reports = { living: string[]; ended: string[]; endedVersion: number }

export type ToPrimary =
  | { kind: 'listening'; url: string }
  /** The calls of one tick of the event loop. */
  | { kind: 'count'; id: AskId; takes: Take[]; givenBack: GiveBack[] }
  | { kind: 'lock'; id: AskId; name: string }
  /** Waits for a lock no longer. */
  | { kind: 'leave'; id: AskId }
  | { kind: 'unlock'; id: AskId }
  | { kind: 'ask-reports'; id: AskId }
  | { kind: 'report'; id: AskId; report: string }
  /** All that have ended, put together, in place of each by itself. */
  | { kind: 'put-together'; ended: string; endedVersion: number }

export type ToWorker =
  | { kind: 'counted'; id: AskId; counted: CountedAndLent[] }
  | { kind: 'locked' | 'refused' | 'wind-up'; id: AskId }
  | { kind: 'ask-report'; id: AskId }
  | ({ kind: 'reports'; id: AskId } & Reports)
  | { kind: 'stop' }

type Hear<Kind extends ToWorker['kind']> = (message: Extract<ToWorker, { kind: Kind }>) => void

/** The worker's end of the way to the primary. */
export type Primary = {
  tell(message: ToPrimary): void
  hear<Kind extends ToWorker['kind']>(kind: Kind, hear: Hear<Kind>): void
}
