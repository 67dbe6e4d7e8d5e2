import type { Removed } from '@atelier/svg/tree'
import { sql } from 'kysely'
import type { Replaced } from '../assets/replace.ts'
import type { Schema, TemplateVariable } from '../db/schema.ts'
import type { Trx } from '../db/tenancy.ts'
import { ApiError } from '../errors.ts'
import type { Filed } from '../http/endpoints/stored-file.ts'
import { invalid } from '../http/schemas/validation.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import type { Services } from '../services.ts'
import { keepDocument, nameOfDocument, type StoredDocument } from './documents.ts'
import { askForPreview } from './preview-job.ts'
import { asFound, variablesOf } from './variables.ts'

export const versionsMax = 1_000

export type TemplateVersion = Omit<
  Schema['template_versions'],
  'company_id' | 'template_id' | 'variables' | 'asset_ids' | 'removed'
> & { variables: TemplateVariable[]; asset_ids: Uuid[]; removed: Removed[] }

export type Versioning = {
  trx: Trx
  companyId: CompanyId
  id: Uuid
  personId: Uuid | null
  now: Date
  services: Services
}

export async function addFirstVersion(
  context: Versioning,
  document: StoredDocument,
  variables: TemplateVariable[],
): Promise<Filed> {
  const { trx, companyId, services } = context
  const filed = await keepDocument(trx, companyId, document, services.storageQuotaBytes)
  await addVersion(context, { ...ofDocument(context, document), version: 1, variables })
  return filed
}

/**
 * Replaces the document of a template by adding a new version under the same ID.
 * @returns unchanged if the template already has this document.
 */
export async function replaceDocument(context: Versioning, document: StoredDocument): Promise<Replaced> {
  const { trx, companyId } = context
  const template = await present(context)
  if (template.checksum === document.facts.checksum) return { isChanged: false }
  const filed = await keepDocument(trx, companyId, document, context.services.storageQuotaBytes)
  await showVersion(context, {
    ...ofDocument(context, document),
    version: nextOf(template.version),
    variables: variablesOf(document.facts.variables, template.variables),
  })
  return { isChanged: true, filed }
}

/**
 * Restores the document of an earlier version by adding the document as a new version, so that no version is
 * lost. Settings of variables are not reverted.
 * @returns unchanged if that version is the current version.
 * @throws {ApiError} `not_found` if the template has no such version.
 */
export async function restoreVersion(context: Versioning, version: number): Promise<Replaced> {
  const { trx, companyId, id, personId, now } = context
  const earlier = await trx
    .selectFrom('template_versions')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('template_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  if (!earlier) throw new ApiError('not_found')
  const template = await present(context)
  if (version === template.version) return { isChanged: false }
  const { company_id: _, template_id: __, ...document } = earlier
  await showVersion(context, {
    ...document,
    version: nextOf(template.version),
    variables: variablesOf(asFound(document.variables), template.variables),
    restored_from: version,
    created_by: personId,
    created_at: now,
  })
  return { isChanged: true }
}

const ofDocument = ({ personId, now }: Versioning, { key, facts, fileName }: StoredDocument) => ({
  filename: nameOfDocument(fileName),
  file_key: key,
  checksum: facts.checksum,
  size: facts.size,
  width: facts.width,
  height: facts.height,
  unit: facts.unit,
  page_count: facts.pageCount,
  asset_ids: facts.assetIds,
  removed: facts.removed,
  thumbnail_key: null,
  preview_key: null,
  restored_from: null,
  created_by: personId,
  created_at: now,
})

/** Templates of an older demo have no document. */
function present({ trx, companyId, id }: Versioning) {
  return trx
    .selectFrom('templates as t')
    .leftJoin('template_versions as v', (join) =>
      join
        .onRef('v.company_id', '=', 't.company_id')
        .onRef('v.template_id', '=', 't.id')
        .onRef('v.version', '=', 't.version'),
    )
    .select(['t.version', 't.variables', 'v.checksum'])
    .where('t.company_id', '=', companyId)
    .where('t.id', '=', id)
    .executeTakeFirstOrThrow()
}

function nextOf(version: number): number {
  if (version >= versionsMax)
    throw invalid('document', `A template can have at most ${versionsMax} versions.`)
  return version + 1
}

async function showVersion(context: Versioning, version: TemplateVersion) {
  const { trx, companyId, id, now } = context
  await addVersion(context, version)
  const { width, height, unit, page_count, thumbnail_key, preview_key } = version
  await trx
    .updateTable('templates')
    .set({
      version: version.version,
      ...{ width, height, unit, page_count, thumbnail_key, preview_key },
      variables: JSON.stringify(version.variables),
      removed: JSON.stringify(version.removed),
      updated_at: now,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

async function addVersion({ trx, companyId, id, services }: Versioning, version: TemplateVersion) {
  await insertVersion(trx, companyId, id, version)
  if (version.preview_key !== null) return
  await askForPreview(trx, services.queue, { companyId, fileKey: version.file_key })
}

export async function insertVersion(trx: Trx, companyId: CompanyId, id: Uuid, version: TemplateVersion) {
  await trx
    .insertInto('template_versions')
    .values({
      ...version,
      company_id: companyId,
      template_id: id,
      variables: JSON.stringify(version.variables),
      asset_ids: JSON.stringify(version.asset_ids),
      removed: JSON.stringify(version.removed),
    })
    .execute()
  await useAssets(trx, companyId, id, version.asset_ids)
}

/** Records the existing assets that the current document references. */
async function useAssets(trx: Trx, companyId: CompanyId, id: Uuid, assetIds: readonly Uuid[]) {
  await trx
    .deleteFrom('template_assets')
    .where('company_id', '=', companyId)
    .where('template_id', '=', id)
    .execute()
  if (assetIds.length === 0) return
  await sql`
    insert into template_assets (company_id, template_id, asset_id)
    select company_id, ${id}, id from assets
    where company_id = ${companyId} and id = any(${[...assetIds]}::uuid[])`.execute(trx)
}
