import type { Logger } from 'pino'
import { editsMax, editsQueuedMax } from '../assets/edit.ts'
import { importAsset } from '../assets/import-job.ts'
import { missingFiles } from '../assets/missing-files.ts'
import type { Config } from '../config.ts'
import type { Drawings } from '../drawing/drawings.ts'
import type { Commits } from '../events/watch-commits.ts'
import { fairSlots } from '../fair-slots.ts'
import { deliveriesOf } from '../file-metadata/deliveries.ts'
import type { CompanyBudget } from '../http/rate-limits/company-budget.ts'
import type { Decoder } from '../images/decoder.ts'
import { mailBy } from '../mail/mail.ts'
import { sendBy } from '../mail/smtp.ts'
import type { InvitationLinks } from '../members/invitation-links.ts'
import type { Metrics } from '../operations/metrics.ts'
import { destinations } from '../outbound/destinations.ts'
import { outbound } from '../outbound/outbound.ts'
import { rowReader } from '../row-files/read-rows.ts'
import { cursorSigner } from '../secrets/cursor-signer.ts'
import { secretBox } from '../secrets/secret-box.ts'
import { keysFor } from '../secrets/secret-key.ts'
import type { Queue, Services } from '../services.ts'
import { assertPassword } from '../sign-in/assert-password.ts'
import type { SignedUrls } from '../storage/signed-urls.ts'
import { deliver } from '../webhooks/deliver.ts'
import { directoriesOf } from './directories.ts'
import type { Foundation } from './foundation.ts'
import type { People } from './people.ts'

type Opened = {
  people: People
  queue: Queue
  commits: Commits
  decoder: Decoder
  drawings: Drawings
  renderBudget: CompanyBudget
  invitations: InvitationLinks
  urls: SignedUrls
  metrics: Metrics
}

export function servicesOf(
  config: Config,
  { db, background, storage, keys, notifications }: Foundation,
  { people, queue, commits, decoder, drawings, renderBudget, invitations, urls, metrics }: Opened,
  logger: Logger,
): Services {
  const { publicUrl, signIn } = people
  return {
    db,
    get publicUrl() {
      return publicUrl()
    },
    cursors: cursorSigner(...keysFor(keys, 'cursors')),
    storage,
    delivered: deliveriesOf(db, storage),
    queue,
    commits,
    secrets: secretBox(...keysFor(keys, 'secrets')),
    destinations: {
      webhooks: destinations(deliver.concurrency),
      imports: destinations(importAsset.concurrency),
    },
    outbound: outbound({ allowLoopback: config.outboundLoopback }),
    decoder,
    edits: fairSlots(editsMax, editsQueuedMax),
    drawings,
    renderBudget,
    readRows: rowReader(),
    mail: mailBy(config.smtp && sendBy(config.smtp)),
    assertPassword: (person, password, from) => assertPassword(people, person, password, from),
    passwordLink: async (email) => (await signIn()).passwordLink(email),
    installation: {
      engine: config.database.kind,
      storage: config.storage.kind,
      directories: directoriesOf(config),
      receivesChanges: notifications.isListening,
    },
    uploadBytesMax: config.uploadBytesMax,
    refusedTypes: new Set(config.uploadTypesRefused),
    embedded: { title: config.embeddedTitle, keywords: config.embeddedKeywords },
    storageQuotaBytes: config.storageQuotaBytes,
    trashDays: config.trashDays,
    renderDays: config.renderDays,
    auditDays: config.auditDays,
    archives: config.archives,
    liveTokensMax: config.liveTokensMax,
    countDelivery: metrics.countDelivery,
    countRender: metrics.countRender,
    countBatchRows: metrics.countBatchRows,
    countShareRequest: metrics.countShareRequest,
    countBrandPageRequest: metrics.countBrandPageRequest,
    noteMissing: missingFiles(background, logger, metrics.countMissingFile),
    invitationUrl: (id) => publicUrl() + invitations.path(id),
    fileUrl: (key, until) => publicUrl() + urls.sign(key, undefined, until),
  }
}
