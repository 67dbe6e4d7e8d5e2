import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import * as foundation from './migrations/0001-foundation.ts'
import * as idempotency from './migrations/0002-idempotency.ts'
import * as tags from './migrations/0003-tags.ts'
import * as brandKit from './migrations/0004-brand-kit.ts'
import * as queue from './migrations/0005-queue.ts'
import * as webhooks from './migrations/0006-webhooks.ts'
import * as uploads from './migrations/0007-uploads.ts'
import * as templates from './migrations/0008-templates.ts'
import * as upkeep from './migrations/0009-upkeep.ts'
import * as drawn from './migrations/0010-drawn.ts'
import * as resumableUploads from './migrations/0011-resumable-uploads.ts'
import * as securityEvents from './migrations/0012-security-events.ts'
import * as signIn from './migrations/0013-sign-in.ts'
import * as portal from './migrations/0014-portal.ts'
import * as noProviderTokens from './migrations/0015-no-provider-tokens.ts'
import * as publicKeys from './migrations/0016-public-keys.ts'
import * as accessChanges from './migrations/0017-access-changes.ts'
import * as listIndexes from './migrations/0018-list-indexes.ts'
import * as clientChanges from './migrations/0019-client-changes.ts'
import * as logByTime from './migrations/0020-log-by-time.ts'
import * as memberOrder from './migrations/0021-member-order.ts'
import * as singleUse from './migrations/0023-single-use.ts'
import * as fairJobs from './migrations/0024-fair-jobs.ts'
import * as keyFingerprints from './migrations/0026-key-fingerprints.ts'
import * as importWalls from './migrations/0029-import-walls.ts'
import * as webhookPauses from './migrations/0031-webhook-pauses.ts'
import * as largeChanges from './migrations/0032-large-changes.ts'
import * as renders from './migrations/0033-renders.ts'
import * as clientOrigins from './migrations/0034-client-origins.ts'
import * as nameKeys from './migrations/0035-name-keys.ts'
import * as renderBatches from './migrations/0036-render-batches.ts'
import * as embedded from './migrations/0037-embedded.ts'
import * as fileNames from './migrations/0038-file-names.ts'
import * as pictureFacts from './migrations/0039-picture-facts.ts'
import * as unlinkedDeliveries from './migrations/0040-unlinked-deliveries.ts'
import * as requestLog from './migrations/0041-request-log.ts'
import * as archives from './migrations/0042-archives.ts'
import * as wordParts from './migrations/0043-word-parts.ts'
import * as shares from './migrations/0044-shares.ts'
import * as collections from './migrations/0045-collections.ts'
import * as rights from './migrations/0046-rights.ts'
import * as clientArchives from './migrations/0048-client-archives.ts'
import * as locationsAndFileNames from './migrations/0049-locations-and-file-names.ts'
import * as connectedApps from './migrations/0053-connected-apps.ts'
import * as properties from './migrations/0054-properties.ts'
import * as presets from './migrations/0055-presets.ts'
import * as brandPages from './migrations/0056-brand-pages.ts'
import * as appDocuments from './migrations/0057-app-documents.ts'
import * as shareUploads from './migrations/0058-share-uploads.ts'
import * as savedSearches from './migrations/0059-saved-searches.ts'
import * as reviews from './migrations/0060-reviews.ts'
import * as comments from './migrations/0061-comments.ts'
import * as personLanguage from './migrations/0062-person-language.ts'
import * as assetChanges from './migrations/0063-asset-changes.ts'
import * as translations from './migrations/0064-translations.ts'
import * as membershipSources from './migrations/0065-membership-sources.ts'
import * as clientLimits from './migrations/0066-client-limits.ts'
import * as fasterLimits from './migrations/0067-faster-limits.ts'
import * as memberLimits from './migrations/0068-member-limits.ts'
import { namingRole } from './role-names.ts'
import { refuseUnfitServer } from './server-requirements.ts'

/**
 * Migrations run in the order of their names. A released migration is never edited; a correction is a new
 * migration.
 */
export const migrations = {
  '0001-foundation': foundation,
  '0002-idempotency': idempotency,
  '0003-tags': tags,
  '0004-brand-kit': brandKit,
  '0005-queue': queue,
  '0006-webhooks': webhooks,
  '0007-uploads': uploads,
  '0008-templates': templates,
  '0009-upkeep': upkeep,
  '0010-drawn': drawn,
  '0011-resumable-uploads': resumableUploads,
  '0012-security-events': securityEvents,
  '0013-sign-in': signIn,
  '0014-portal': portal,
  '0015-no-provider-tokens': noProviderTokens,
  '0016-public-keys': publicKeys,
  '0017-access-changes': accessChanges,
  '0018-list-indexes': listIndexes,
  '0019-client-changes': clientChanges,
  '0020-log-by-time': logByTime,
  '0021-member-order': memberOrder,
  '0023-single-use': singleUse,
  '0024-fair-jobs': fairJobs,
  '0026-key-fingerprints': keyFingerprints,
  '0029-import-walls': importWalls,
  '0031-webhook-pauses': webhookPauses,
  '0032-large-changes': largeChanges,
  '0033-renders': renders,
  '0034-client-origins': clientOrigins,
  '0035-name-keys': nameKeys,
  '0036-render-batches': renderBatches,
  '0037-embedded': embedded,
  '0038-file-names': fileNames,
  '0039-picture-facts': pictureFacts,
  '0040-unlinked-deliveries': unlinkedDeliveries,
  '0041-request-log': requestLog,
  '0042-archives': archives,
  '0043-word-parts': wordParts,
  '0044-shares': shares,
  '0045-collections': collections,
  '0046-rights': rights,
  '0048-client-archives': clientArchives,
  '0049-locations-and-file-names': locationsAndFileNames,
  '0053-connected-apps': connectedApps,
  '0054-properties': properties,
  '0055-presets': presets,
  '0056-brand-pages': brandPages,
  '0057-app-documents': appDocuments,
  '0058-share-uploads': shareUploads,
  '0059-saved-searches': savedSearches,
  '0060-reviews': reviews,
  '0061-comments': comments,
  '0062-person-language': personLanguage,
  '0063-asset-changes': assetChanges,
  '0064-translations': translations,
  '0065-membership-sources': membershipSources,
  '0066-client-limits': clientLimits,
  '0067-faster-limits': fasterLimits,
  '0068-member-limits': memberLimits,
}

/** A newer version has migrated this database, so its schema is unknown to this version. */
export class NewerSchemaError extends Error {
  override name = 'NewerSchemaError'
}

/**
 * Migrates the schema, as its owner, for a service that works as `role`. Kysely holds a lock, so that two
 * processes that start together run each migration once. All missing migrations run in one transaction.
 * @returns the names of the migrations applied now.
 * @throws {NewerSchemaError}
 * @throws {UnfitServerError}
 */
export async function migrate(owner: Kysely<unknown>, role: string): Promise<string[]> {
  await refuseNewerSchema(owner)
  await refuseUnfitServer(owner, role)
  const migrator = new Migrator({ db: owner, provider: { getMigrations: async () => migrationsFor(role) } })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw error
  return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName)
}

function migrationsFor(role: string): Record<string, Migration> {
  const naming = namingRole(role)
  return Object.fromEntries(
    Object.entries(migrations).map(([name, { up }]) => [
      name,
      { up: (db: Kysely<unknown>) => up(db.withPlugin(naming)) },
    ]),
  )
}

/** Whether a migration was ever applied here. */
export async function isInstalled(owner: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass('public.kysely_migration') is not null as "isThere"`.execute(owner)
  return rows[0]!.isThere
}

async function refuseNewerSchema(owner: Kysely<unknown>) {
  if (!(await isInstalled(owner))) return
  const { rows } = await sql<{
    name: string
  }>`select name from public.kysely_migration order by name`.execute(owner)
  const newest = rows.findLast(({ name }) => !(name in migrations))?.name
  if (newest === undefined) return
  throw new NewerSchemaError(
    `A newer version of Atelier has upgraded this database to ${newest}, but this version only knows ${Object.keys(migrations).at(-1)}. Use that version again, or restore the backup from before the upgrade.`,
  )
}
