import type { Db } from '../db/database.ts'
import type { CompanyId } from '../ids.ts'
import type { Queue } from '../services.ts'
import type { Storage } from '../storage/storage.ts'

export type CheckOptions = {
  /** Fix what can be fixed without losing anything. */
  fix: boolean
  /** Read every original, and compare its checksum. */
  checksums: boolean
  /** Read every table and every index, and compare how many rows they have. */
  indexes: boolean
}

export type Checking = {
  db: Db
  storage: Storage
  /** Opened when a fix needs it. */
  queue(): Promise<Queue>
  options: CheckOptions
  /** Files that were stored before then should belong to something; a day ago when not said. */
  orphansBefore?: Date
}

/** Something that is not as it should be, in words for an operator. */
export type Problem = {
  /** What was compared. */
  check: 'files' | 'counts' | 'rows' | 'changes' | 'jobs' | 'indexes'
  companyId?: CompanyId
  /** What is wrong, as a sentence. */
  text: string
  /** What to do about it, as a sentence. */
  advice: string
  /** The keys of the files that it is about. */
  keys?: readonly string[]
  isFixed: boolean
}
