import type { Counted } from '../http/rate-limits/counters-connection.ts'

/** The number that a worker gives a request. The response repeats the number. */
type AskId = number

export type Take = [name: string, limit: number, windowMs: number, key: string]
export type GiveBack = [...Take, endsAt: number, count: number]
/**
 * A result, and the number of additional counts that the worker can use without asking (leased-counts.ts).
 */
export type CountedAndLent = [...Counted, lent?: number]

/** The reports of all workers, as JSON of prom-client. For exited workers, the last report. */
export type Reports = { living: string[]; ended: string[]; endedVersion: number }

export type ToPrimary =
  | { kind: 'listening'; url: string }
  | { kind: 'count'; id: AskId; takes: Take[]; givenBack: GiveBack[] }
  | { kind: 'lock'; id: AskId; name: string }
  /** Stops waiting for a lock. */
  | { kind: 'leave'; id: AskId }
  | { kind: 'unlock'; id: AskId }
  | { kind: 'ask-reports'; id: AskId }
  | { kind: 'report'; id: AskId; report: string }
  /** The merged reports of exited workers, which replace the individual reports. */
  | { kind: 'put-together'; ended: string; endedVersion: number }

export type ToWorker =
  | { kind: 'counted'; id: AskId; counted: CountedAndLent[] }
  | { kind: 'locked' | 'refused' | 'wind-up'; id: AskId }
  | { kind: 'ask-report'; id: AskId }
  | ({ kind: 'reports'; id: AskId } & Reports)
  | { kind: 'stop' }

type Hear<Kind extends ToWorker['kind']> = (message: Extract<ToWorker, { kind: Kind }>) => void

export type Primary = {
  tell(message: ToPrimary): void
  hear<Kind extends ToWorker['kind']>(kind: Kind, hear: Hear<Kind>): void
}
