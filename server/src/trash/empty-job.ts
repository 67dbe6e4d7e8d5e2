import { setTimeout as wait } from 'node:timers/promises'
import { asCompany } from '../db/tenancy.ts'
import type { Author } from '../events/append.ts'
import type { CompanyId } from '../ids.ts'
import { Deferred, type Job } from '../jobs/job.ts'
import { isChanging } from '../jobs/large-change.ts'
import { emptyTrashJob } from '../jobs/large-change-types.ts'
import { type Chosen, purgeSteps } from './purge.ts'

const timeoutSeconds = 900
/** While a large change runs, nothing of the trash is deleted: it may be restoring it. */
const changingMs = 5_000
/** A company has one of two slots at a time (fair-share.ts): other writes wait for one commit only. */
const slots = 2

export type Emptying = {
  companyId: CompanyId
  author: Pick<Author, 'actor' | 'requestId'>
  /** Only what was in the trash when the deletion was requested. */
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
    const assertSettled = async () => {
      const isBusy = await asCompany(db, companyId, (trx) => isChanging(trx, companyId))
      if (isBusy) throw new Deferred('A large change of the company is running.', changingMs)
    }
    await assertSettled()
    let startedAt = performance.now()
    const options = { chosen, author: { companyId, ...author } }
    for await (const _ of purgeSteps({ db, storage }, companyId, new Date(before), options)) {
      // Timed out: it continues in the next attempt.
      job.signal.throwIfAborted()
      // Gives others as much time on the database as the step took.
      await wait(performance.now() - startedAt)
      startedAt = performance.now()
    }
    // One that began meanwhile stopped the deletion.
    await assertSettled()
    return undefined
  },
}
