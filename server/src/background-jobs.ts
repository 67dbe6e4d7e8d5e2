import { applyRows } from './asset-tables/apply.ts'
import { changeSome } from './assets/batch.ts'
import { announceExpiry } from './assets/expiry-job.ts'
import { mailExpiry, mailExpiryToOne } from './assets/expiry-mail-job.ts'
import { importAsset } from './assets/import-job.ts'
import { reapOrphans } from './assets/reaper.ts'
import { makeRenditions } from './assets/rendition-job.ts'
import { purgeAudit } from './audit/purge-job.ts'
import { purgeRequestLog } from './clients/purge-request-log.ts'
import { purgeClientRequests } from './clients/purge-requests.ts'
import { purgeConnectedApps } from './connected-apps/purge-job.ts'
import { collectDigests } from './digests/collect-job.ts'
import { mailDigestToOne } from './digests/mail-job.ts'
import { purgeArchives } from './downloads/purge-job.ts'
import { moveContent } from './folders/move.ts'
import { restoreContent } from './folders/restore.ts'
import { trashContent } from './folders/trash.ts'
import { purgeIdempotencyKeys } from './http/endpoints/purge-idempotency-keys.ts'
import type { Job } from './jobs/job.ts'
import { finishLargeChanges } from './jobs/large-change.ts'
import { purgeFinishedJobs } from './jobs/purge-finished-jobs.ts'
import { mailInvitation } from './members/invitation-job.ts'
import { purgeEndedTokens } from './oauth/purge-job.ts'
import { purgePreset } from './presets/purge-job.ts'
import { deleteValues, refreshWords } from './properties/steps.ts'
import { drawBatch } from './render-batches/draw-job.ts'
import { purgeBatches, resumeBatches } from './render-batches/purge-job.ts'
import { drawRender } from './renders/draw-job.ts'
import { purgeRenders } from './renders/purge-job.ts'
import { matchSavedSearches } from './saved-searches/match-job.ts'
import { mailMatches } from './saved-searches/match-mail-job.ts'
import { purgeVisits } from './shares/purge-job.ts'
import { mailPasswordLink } from './sign-in/password-reset-job.ts'
import { mergeSteps } from './tags/merge.ts'
import { makePreviews } from './templates/preview-job.ts'
import { redrawTemplates } from './templates/redraw.ts'
import { emptyTrash } from './trash/empty-job.ts'
import { purgeTrash } from './trash/purge.ts'
import { purgeUploads } from './uploads/purge.ts'
import { collectDeliveries, findUncollected } from './webhooks/collect.ts'
import { deliver } from './webhooks/deliver.ts'
import { forgetDeliveries, purgeDeliveries } from './webhooks/purge.ts'

/** All background jobs. Each has a queue, which `serve` works on. */
export const jobs: readonly Job[] = [
  finishLargeChanges({
    'folder.trash': trashContent,
    'folder.restore': restoreContent,
    'folder.move': moveContent,
    'asset.batch': changeSome,
    'asset.table': applyRows,
    'asset_tag.merge': mergeSteps.asset,
    'template_tag.merge': mergeSteps.template,
    'property.update': refreshWords,
    'property.delete': deleteValues,
  }),
  makeRenditions,
  importAsset,
  makePreviews,
  redrawTemplates,
  drawRender,
  purgeRenders,
  drawBatch,
  resumeBatches,
  purgeBatches,
  purgeArchives,
  purgePreset,
  purgeTrash,
  emptyTrash,
  reapOrphans,
  purgeUploads,
  purgeEndedTokens,
  purgeConnectedApps,
  purgeIdempotencyKeys,
  purgeFinishedJobs,
  purgeAudit,
  purgeClientRequests,
  purgeRequestLog,
  collectDeliveries,
  findUncollected,
  deliver,
  purgeDeliveries,
  forgetDeliveries,
  purgeVisits,
  announceExpiry,
  mailExpiry,
  mailExpiryToOne,
  collectDigests,
  mailDigestToOne,
  matchSavedSearches,
  mailMatches,
  mailInvitation,
  mailPasswordLink,
]
