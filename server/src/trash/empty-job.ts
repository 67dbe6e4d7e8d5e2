import { setTimeout as wait } from 'node:timers/promises'
import { asCompany } from '../db/tenancy.ts'
import type { Author } from '../events/append.ts'
import type { CompanyId } from '../ids.ts'
import { Deferred, type Job } from '../jobs/job.ts'
import { changingSince } from '../jobs/large-change.ts'
import { emptyTrashJob } from '../jobs/large-change-types.ts'
import { type Chosen, purgeSteps } from './purge.ts'

const timeoutSeconds = 900
/**
 * Delay before the job is retried while a large change runs, because that change may be restoring resources
 * that the job would delete.
 */
const changingMs = 5_000
/** Time after which a large change counts as permanently failed and needs an operator. */
const changingMsMax = 24 * 3_600_000
/**
 * A company has one of two slots at a time (fair-share.ts), so that other writes wait for only one commit.
 */
const slots = 2

export type Emptying = {
  companyId: CompanyId
  author: Pick<Author, 'actor' | 'requestId'>
  /** Only resources that were in the trash at this time are deleted. */
  before: string
  chosen?: Chosen
}

/** Permanently deletes resources in the trash that a person chose. */
export const emptyTrash: Job<Emptying> = {
  name: emptyTrashJob,
  attemptsMax: 20,
  timeoutSeconds,
  concurrency: slots,
  async run({ companyId, author, before, chosen }, { db, storage, job }) {
    /**
     * @returns whether a large change has failed permanently. @throws {Deferred} while a large change runs.
     */
    const isHeldUp = async () => {
      const since = await asCompany(db, companyId, (trx) => changingSince(trx, companyId))
      if (since === undefined) return false
      if (Date.now() - since.getTime() > changingMsMax) return true
      throw new Deferred('A large change of the company is running.', changingMs)
    }
    if (await isHeldUp()) return heldUp
    let startedAt = performance.now()
    const options = { chosen, author: { companyId, ...author } }
    for await (const _ of purgeSteps({ db, storage }, companyId, new Date(before), options)) {
      // The attempt has timed out. The next attempt continues.
      job.signal.throwIfAborted()
      // Waits as long as the step took, so that other work gets as much time on the database.
      await wait(performance.now() - startedAt)
      startedAt = performance.now()
    }
    // A large change that began in the meantime has stopped the deletion.
    return (await isHeldUp()) ? heldUp : undefined
  },
}

const heldUp = {
  fault:
    'The trash was not emptied: a large change of the company has not finished for a day. Ask your operator to retry ' +
    'the failed jobs, then empty the trash again.',
}
