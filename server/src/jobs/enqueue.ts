import type { Trx } from '../db/tenancy.ts'
import type { CompanyId, Uuid } from '../ids.ts'

/** What a job works on, and for which company, if for one. It is kept as JSON: ids and plain values, never content. */
export type JobData = { companyId?: CompanyId } & Record<string, unknown>

export type AddOptions = {
  /** Not before this. */
  startAfter?: Date
  /** While a job of this name and key waits for its first run, another is not added: that one will see all there is. */
  singletonKey?: string
}

/** Work that follows a change: added in the change's transaction, so that both are committed or neither. */
export type Queue = {
  /** @returns the job's id (job-status.ts), or undefined when one with its `singletonKey` is waiting already. */
  add(trx: Trx, job: string, data: JobData, options?: AddOptions): Promise<Uuid | undefined>
}
