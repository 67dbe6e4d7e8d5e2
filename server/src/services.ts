import type { Db } from './db/database.ts'
import type { Trx } from './db/tenancy.ts'
import type { Drawings } from './drawing/drawings.ts'
import type { Commits } from './events/watch-commits.ts'
import type { FairSlots } from './fair-slots.ts'
import type { Deliveries } from './file-metadata/deliveries.ts'
import type { CompanyId, Uuid } from './ids.ts'
import type { Decoder } from './images/decoder.ts'
import type { Mail, Recipient } from './mail/mail.ts'
import type { Destinations } from './outbound/destinations.ts'
import type { Outbound } from './outbound/outbound.ts'
import type { ReadRows } from './row-files/read-rows.ts'
import type { CursorSigner } from './secrets/cursor-signer.ts'
import type { SecretBox } from './secrets/secret-box.ts'
import type { Storage } from './storage/storage.ts'

/** The services that handlers and jobs use. They are passed down from app.ts, never imported. */
export type Services = {
  db: Db
  publicUrl: string
  cursors: CursorSigner
  storage: Storage
  delivered: Deliveries
  queue: Queue
  commits: Commits
  outbound: Outbound
  /** Slots for calls to other hosts. */
  destinations: { webhooks: Destinations; imports: Destinations }
  secrets: SecretBox
  /** The link that accepts an invitation. */
  invitationUrl(id: Uuid): string
  decoder: Decoder
  /** Slots for image edits, because each edit keeps a copy of its file on the local disk. */
  edits: Pick<FairSlots, 'run'>
  drawings: Drawings
  /** Counts a render of a company. @throws {ApiError} `too_many_attempts`. */
  renderBudget: { take(companyId: CompanyId): Promise<void> }
  readRows: ReadRows
  uploadBytesMax: number
  /** Extensions and MIME types of files that are not accepted. */
  refusedTypes: ReadonlySet<string>
  /** The fields that an upload fills from the metadata in its file. */
  embedded: { title: 'none' | 'name' | 'description'; keywords: boolean }
  /** Maximum size of the originals that a company can store, in bytes. */
  storageQuotaBytes: number | undefined
  mail: Mail
  installation: {
    engine: 'postgres' | 'embedded'
    storage: 'disk' | 's3'
    directories: Record<string, string>
    /** Whether notifications of other nodes arrive. */
    receivesChanges(): boolean
  }
  /** @throws {ApiError} if the password is not that of the signed-in person, or after too many attempts. */
  assertPassword(
    person: { id: Uuid; email: string },
    password: string,
    from: { address: string; requestId?: string },
  ): Promise<void>
  /** Creates a link to choose a new password. Undefined if no account has the e-mail address. */
  passwordLink(email: string): Promise<(Recipient & { name: string; url: string }) | undefined>
  trashDays: number
  renderDays: number
  auditDays: number
  /** Limits of one archive: files, and bytes of their originals. */
  archives: { filesMax: number; bytesMax: number }
  /** 0 means no limit. */
  liveTokensMax: number
  /** Counts a webhook delivery for the metrics, by its response. */
  countDelivery(outcome: 'delivered' | 'refused' | 'unanswered'): void
  /** Counts a render for the metrics, with its duration if it was drawn. */
  countRender(outcome: 'drawn' | 'cached' | 'failed', drawn?: { format: string; seconds: number }): void
  /** Counts finished rows of a batch for the metrics. */
  countBatchRows(outcome: 'drawn' | 'cached' | 'failed', count: number): void
  /** Counts a request for the page of a share for the metrics. */
  countShareRequest(outcome: 'view' | 'download' | 'zip' | 'upload' | 'wrong_password' | 'limited'): void
  /** Counts a request for the page of a brand kit for the metrics. */
  countBrandPageRequest(outcome: 'view' | 'download' | 'wrong_password' | 'limited'): void
  noteMissing(key: string, reader: 'link' | 'picture'): void
  /** A URL that opens the stored file for a limited time, at the latest until `until`. */
  fileUrl(key: string, until?: Date): string
}

/**
 * The input of a job, with its company if it has one. It is stored as JSON, and contains IDs and plain
 * values, never content.
 */
export type JobData = { companyId?: CompanyId } & Record<string, unknown>

export type AddOptions = {
  startAfter?: Date
  /**
   * While a job with this name and key waits, no other job is added, because the waiting job will see all
   * changes.
   */
  singletonKey?: string
}

/**
 * Work that follows a change. A job is added in the change's transaction, so that either both are committed
 * or neither is.
 */
export type Queue = {
  /**
   * @returns the job's ID (jobs/job-status.ts). Undefined if a job with the same `singletonKey` is already
   *   waiting.
   */
  add(trx: Trx, job: string, data: JobData, options?: AddOptions): Promise<Uuid | undefined>
}
