import type { Counts } from './load/load.ts'

export type EngineName = 'embedded' | 'postgres'
export const engines: readonly EngineName[] = ['embedded', 'postgres']

/** What a fault came to. */
export type Outcome = {
  /** What was done, and how often, as the middle of a sentence: `killed 50 times under load`. */
  done: string
  counts: Counts
  /** What was lost or is otherwise wrong, a sentence each. */
  problems: string[]
  /** How long it took, each time, until a write was done again. Empty where nothing writes meanwhile. */
  backMs: number[]
}

/** A way in which the world fails. It is run in a process of its own, on the engine that its environment names. */
export type Fault = {
  /** Why it can't be tried on this machine; undefined where it can. */
  leftOut?(): string | undefined
  run(effort: Effort): Promise<Outcome>
}

/** `quick` is small and short, to see that everything runs. */
export type Effort = 'whole' | 'quick'
