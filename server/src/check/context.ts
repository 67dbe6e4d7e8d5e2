import type { Db } from '../db/database.ts'
import type { CompanyId } from '../ids.ts'
import type { Queue } from '../services.ts'
import type { Storage } from '../storage/storage.ts'

export type CheckOptions = {
  /** Fix everything that can be fixed without losing data. */
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
  /** Files that were stored before this time should be referenced by a row. Default: one day ago. */
  orphansBefore?: Date
}

/** An inconsistency, described for an operator. */
export type Problem = {
  check: 'files' | 'counts' | 'rows' | 'changes' | 'jobs' | 'indexes'
  companyId?: CompanyId
  text: string
  advice: string
  /** The keys of the affected files. */
  keys?: readonly string[]
  isFixed: boolean
}
