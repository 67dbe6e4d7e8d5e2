import type { Uuid } from '../ids.ts'
import type { Services } from '../services.ts'

/** What became of a job that is done, for whoever asks for it: kept with it, as plain as its data. */
export type Outcome = {
  /** A sentence, where it could not be done and trying again would not help: no operator is called for that. */
  fault?: string
  /** What was made. */
  id?: Uuid
}

/** A kind of background work. Features define them; background-jobs.ts lists them all. */
// biome-ignore lint/suspicious/noExplicitAny: the list holds jobs of every kind of data.
export type Job<Data extends object = any> = {
  /** `asset.renditions`: the resource, then what is done. It is kept with the job: renamed, what waits is not found. */
  name: string
  /** A job that fails is tried again, later each time; out of attempts, it is dead until an operator retries it. */
  attemptsMax: number
  /** One attempt takes no longer. */
  timeoutSeconds: number
  /** How many of them run at once in one process. Of one company these are at most half (fair-share.ts). */
  concurrency: number
  /** Its jobs belong to no company. All others name theirs, and companies share the slots. */
  hasNoCompany?: true
  /** One is added every so many seconds, on one node alone, with no data. */
  everySeconds?: number
  /** May be run twice: when the process dies between the work and its note that it is done. */
  run(data: Data, context: JobContext): Promise<Outcome | undefined>
}

/** Services, and the job itself. */
export type JobContext = Services & { job: RunningJob }

export type RunningJob = {
  id: Uuid
  /** From 1. */
  attempt: number
  /** Whether a failure now makes it dead. */
  isLastAttempt: boolean
  /** Aborted when its time is over or the process has to end. */
  signal: AbortSignal
  /** How far it is, from 0 to 1: for whoever waits (job-status.ts). */
  progress(part: number): Promise<void>
}

/** The job could not start for want of a slot. It goes back to the queue for so long, with as many attempts as before. */
export class Deferred extends Error {
  override name = 'Deferred'
  readonly afterMs: number

  constructor(message: string, afterMs: number) {
    super(message)
    this.afterMs = afterMs
  }
}

/** A failure after which it is of no use to try again sooner than in so many seconds. */
export class TryLater extends Error {
  override name = 'TryLater'
  readonly afterSeconds: number

  constructor(message: string, afterSeconds: number) {
    super(message)
    this.afterSeconds = afterSeconds
  }
}
