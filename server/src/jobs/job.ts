import type { Uuid } from '../ids.ts'
import type { Services } from '../services.ts'

export type Outcome = {
  /** Why the job could not be done, as a sentence, if a retry would not help. No operator is alerted. */
  fault?: string
  id?: Uuid
}

/** A kind of background work. Features define them; background-jobs.ts lists them all. */
// biome-ignore lint/suspicious/noExplicitAny: jobs in the list have different types of data.
export type Job<Data extends object = any> = {
  /**
   * A resource and the work, such as `asset.renditions`. The name is stored with the job, so waiting jobs are
   * not found after a kind is renamed.
   */
  name: string
  /**
   * A failed job is retried with growing delays. Without attempts left, it is dead until an operator retries
   * it.
   */
  attemptsMax: number
  timeoutSeconds: number
  /**
   * Maximum number of concurrent runs in one process. One company can use at most half of them (fair-share.ts).
   */
  concurrency: number
  /**
   * Whether its jobs belong to no company. All other jobs name their company, and companies share the slots.
   */
  hasNoCompany?: true
  /** A job without data is added in this interval, on one node only. */
  everySeconds?: number
  /** Runs the job. It may run twice if the process exits before it records that the work is done. */
  run(data: Data, context: JobContext): Promise<Outcome | undefined>
}

export type JobContext = Services & { job: RunningJob }

export type RunningJob = {
  id: Uuid
  /** Attempts start at 1. */
  attempt: number
  /** Whether the job is dead if this attempt fails. */
  isLastAttempt: boolean
  /** Aborted when the attempt times out or the process must exit. */
  signal: AbortSignal
  /** Reports the progress, from 0 to 1, for clients (job-status.ts). */
  progress(part: number): Promise<void>
}

/**
 * The job could not run now, because no slot was free or a large change of the company is running. It returns
 * to the queue for this time, without using up an attempt.
 */
export class Deferred extends Error {
  override name = 'Deferred'
  readonly afterMs: number

  constructor(message: string, afterMs: number) {
    super(message)
    this.afterMs = afterMs
  }
}

/** A failure for which a retry makes no sense before this many seconds. */
export class TryLater extends Error {
  override name = 'TryLater'
  readonly afterSeconds: number

  constructor(message: string, afterSeconds: number) {
    super(message)
    this.afterSeconds = afterSeconds
  }
}
