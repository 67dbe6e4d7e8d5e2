import type { Counts } from './load/load.ts'

export type EngineName = 'embedded' | 'postgres'
export const engines: readonly EngineName[] = ['embedded', 'postgres']

export type Outcome = {
  /** The fault and its count, as the middle of a sentence: `killed 50 times under load`. */
  done: string
  counts: Counts
  /** Each loss or error is one sentence. */
  problems: string[]
  /** Milliseconds until a write succeeded again, per round. Empty if nothing was written. */
  backMs: number[]
}

/** A kind of failure. It runs in its own process, on the engine that its environment selects. */
export type Fault = {
  /** Returns why the fault cannot run on this machine, or undefined if it can. */
  leftOut?(): string | undefined
  run(effort: Effort): Promise<Outcome>
}

/** A `quick` run is short and only checks that everything works. */
export type Effort = 'whole' | 'quick'
