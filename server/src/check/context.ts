import type { Db } from '../db/database.ts'
import type { CompanyId } from '../ids.ts'
import type { Queue } from '../services.ts'
import type { Storage } from '../storage/storage.ts'

export type CheckOptions = {
  /** Fix what can be fixed without losing data. */
  fix: boolean
  /** Read every original and compare its checksum. */
  checksums: boolean
  /** Read every table through every index and compare the row counts. */
  indexes: boolean
}

export type Checking = {
  db: Db
  storage: Storage
  /** The job queue, opened when a fix needs it. */
  queue(): Promise<Queue>
  options: CheckOptions
  /** Files stored before this time should have a row. Defaults to a day ago. */
  orphansBefore?: Date
}

/** An inconsistency, in words for an operator. */
export type Problem = {
  /** Which check found it. */
  check: 'files' | 'counts' | 'rows' | 'changes' | 'jobs' | 'indexes'
  companyId?: CompanyId
  /** What is wrong, as a sentence. */
  text: string
  /** What to do about it, as a sentence. */
  advice: string
  /** The keys of the affected files. */
  keys?: readonly string[]
  isFixed: boolean
}
