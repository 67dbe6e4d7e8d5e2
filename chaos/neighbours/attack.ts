import type { Effort } from '../outcome.ts'
import type { SoakTarget, Told, Work } from '../soak/weighted-request.ts'

/** How the first company uses the server: as often either way, in a harmless way or as an attack. */
export type Use = 'ordinary' | 'hostile'

/** What the first company asks for. Any answer will do but a fault of the server. */
export type Asking = { name: string; part: number; ask(): Promise<Told | Told[]> }

export type Attacker = SoakTarget

/** What one enterprise does to a server while a company of another one uses it. */
export type Attack = {
  /** As the middle of a sentence: `sent hostile JSON`. */
  done: string
  env(effort: Effort): Record<string, string>
  /** Askings per second of the first company. */
  perSecond: number
  /** How long each phase lasts. The other company sends `requestsPerSecond` in it (measure.ts). */
  seconds: number
  /**
   * Runs on a thread of its own (attacker.ts), so that what it sends and reads delays nothing that is measured.
   * @param companies those of the first enterprise.
   */
  open(use: Use, companies: Attacker[], effort: Effort): Promise<Asking[]>
  /** What the other company does beside its requests, and waits for. */
  waits?: { perSecond: number; open(target: SoakTarget): Promise<Work[]> }
}

/** Companies of the first enterprise. Most attacks are of the first one alone. */
export const companiesCount = 10
