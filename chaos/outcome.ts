import type { Counts } from './load/load.ts'

export type EngineName = 'embedded' | 'postgres'
export const engines: readonly EngineName[] = ['embedded', 'postgres']

/** The result of a fault. */
export type Outcome = {
  /** The fault and its count, as the middle of a sentence: `killed 50 times under load`. */
  done: string
  counts: Counts
  /** Losses and errors, one sentence each. */
  problems: string[]
  /** Milliseconds until a write succeeded again, per round. Empty if nothing was written. */
  backMs: number[]
}

/** A kind of failure. It runs in its own process, on the engine that its environment selects. */
export type Fault = {
  /** Why it cannot run on this machine; undefined if it can. */
  leftOut?(): string | undefined
  run(effort: Effort): Promise<Outcome>
}

/** `quick`: a short run that checks that everything works. */
export type Effort = 'whole' | 'quick'
