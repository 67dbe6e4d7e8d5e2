import type { Effort } from '../outcome.ts'
import type { SoakTarget, Told, Work } from '../soak/weighted-request.ts'

/** How the first company uses the server: harmlessly, or as an attack at the same rate. */
export type Use = 'ordinary' | 'hostile'

/** A request of the first company. Any response is acceptable except a server error. */
export type Asking = { name: string; part: number; ask(): Promise<Told | Told[]> }

export type Attacker = SoakTarget

/** An attack by one enterprise on a server that a company of another enterprise is using. */
export type Attack = {
  /** The attack as a phrase for the middle of a sentence: `sent hostile JSON`. */
  done: string
  env(effort: Effort): Record<string, string>
  /** Requests per second of the first company. */
  perSecond: number
  /** Duration of each phase, in which the other company sends `requestsPerSecond` (measure.ts). */
  seconds: number
  /**
   * The attack runs on its own thread (attacker.ts), so that it does not delay the measurements.
   * @param companies the companies of the first enterprise.
   */
  open(use: Use, companies: Attacker[], effort: Effort): Promise<Asking[]>
  /** The other company waits for these events, in addition to its requests. */
  waits?: { perSecond: number; open(target: SoakTarget): Promise<Work[]> }
}

/** The number of companies of the first enterprise. Most attacks use only one. */
export const companiesCount = 10
