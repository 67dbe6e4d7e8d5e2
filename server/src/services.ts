import type { Db } from './db/database.ts'
import type { Trx } from './db/tenancy.ts'
import type { Drawings } from './drawing/drawings.ts'
import type { Commits } from './events/watch-commits.ts'
import type { CompanyId, Uuid } from './ids.ts'
import type { Decoder } from './images/decoder.ts'
import type { Destinations } from './outbound/destinations.ts'
import type { Outbound } from './outbound/outbound.ts'
import type { ReadRows } from './row-files/read-rows.ts'
import type { CursorSigner } from './secrets/cursor-signer.ts'
import type { SecretBox } from './secrets/secret-box.ts'
import type { Storage } from './storage/storage.ts'

/** What handlers and jobs work with: handed down from app.ts, never imported. */
export type Services = {
  db: Db
  /** Where callers reach the service; every link begins with it. */
  publicUrl: string
  cursors: CursorSigner
  storage: Storage
  queue: Queue
  commits: Commits
  /** For URLs that somebody gave us. */
  outbound: Outbound
  /** Slots for calls to other hosts. */
  destinations: { webhooks: Destinations; imports: Destinations }
  secrets: SecretBox
  /** The link by which an invitation is accepted. */
  invitationUrl(id: Uuid): string
  decoder: Decoder
  /** Draws templates with values. */
  drawings: Drawings
  /** Counts a render of a company. @throws {ApiError} `too_many_attempts`. */
  renderBudget: { take(companyId: CompanyId): Promise<void> }
  /** Reads files of rows. */
  readRows: ReadRows
  /** Bytes of one file. */
  uploadBytesMax: number
  /** Bytes of originals that a company may keep. */
  storageQuotaBytes: number | undefined
  /** Letters to people. */
  mail: {
    /** Whether any can be sent: else links are shown to whoever asks for them. */
    canSend: boolean
    invitation(
      to: { email: string },
      company: { name: string },
      inviter: { name: string },
      url: string,
    ): Promise<void>
    resetPassword(to: { name: string; email: string }, url: string): Promise<void>
  }
  /** A new link by which somebody chooses a new password, and whose it is: undefined when it is nobody's address. */
  passwordLink(email: string): Promise<{ name: string; email: string; url: string } | undefined>
  trashDays: number
  /** How long renders are kept. */
  renderDays: number
  auditDays: number
  /** Tokens of one client that are live at once; 0 for any number. */
  liveTokensMax: number
  /** Tells the operator of a message to a webhook that was taken, answered otherwise, or not answered. */
  countDelivery(outcome: 'delivered' | 'refused' | 'unanswered'): void
  /** Tells the operator of a render, and how long it was drawn if it was. */
  countRender(outcome: 'drawn' | 'cached' | 'failed', drawn?: { format: string; seconds: number }): void
  /** Tells the operator of rows of a batch that have ended. */
  countBatchRows(outcome: 'drawn' | 'cached' | 'failed', count: number): void
  /** Tells the operator of a stored file that was not found. */
  noteMissing(key: string, reader: 'link' | 'picture'): void
  /** A URL under which the stored file can be opened for a while. */
  fileUrl(key: string): string
}

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
  /** @returns the job's id (jobs/job-status.ts), or undefined when one with its `singletonKey` is waiting already. */
  add(trx: Trx, job: string, data: JobData, options?: AddOptions): Promise<Uuid | undefined>
}
