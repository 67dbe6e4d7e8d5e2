import { sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import { mayStart } from '../fair-share.ts'
import type { Caller } from '../http/caller.ts'
import { invalid } from '../http/schemas/validation.ts'
import { type CompanyId, newId, type Uuid } from '../ids.ts'
import { presetNamed } from '../presets/queries.ts'
import type { ArchiveBody } from './body.ts'
import type { StoredFormat } from './format.ts'
import type { Selection } from './select.ts'

/** Maximum number of archives of a company at a time. Each is deleted after a day. */
const archivesMax = 1_000
export const lifetimeMs = 24 * 3_600_000

/**
 * @throws {ApiError} `invalid` for an unknown preset, or if the caller or the company has too many archives.
 */
export async function createArchive(
  trx: Trx,
  { companyId, clientId, personId }: Caller,
  { format, preset, name, include_unavailable }: ArchiveBody,
  { ids, size, folder, hasFolders, name: ownName }: Selection,
  now: Date,
): Promise<Uuid> {
  await assertRoom(trx, companyId, { clientId, personId })
  const stored: StoredFormat =
    preset === undefined ? format : { preset: await presetNamed(trx, companyId, preset) }
  const id = newId(now)
  await trx
    .insertInto('archives')
    .values({
      company_id: companyId,
      id,
      name: name ?? ownName ?? `Assets ${now.toISOString().slice(0, 10)}`,
      asset_ids: ids,
      folder_id: folder?.id ?? null,
      has_folders: hasFolders,
      format: JSON.stringify(stored),
      include_unavailable,
      files_count: ids.length,
      size,
      expires_at: new Date(now.getTime() + lifetimeMs),
      created_by: personId,
      client_id: clientId,
      updated_at: now,
    })
    .execute()
  return id
}

/**
 * One caller can use 33 to 50 % of the archives, and the next callers share the rest. A client that creates archives in
 * a loop therefore leaves some for other callers.
 */
async function assertRoom(
  trx: Trx,
  companyId: CompanyId,
  { clientId, personId }: Pick<Caller, 'clientId' | 'personId'>,
) {
  const isOwn = clientId
    ? sql`client_id = ${clientId}`
    : sql`client_id is null and created_by is not distinct from ${personId}`
  const { rows } = await sql<{ all: number; own: number }>`
    select count(*)::int as all, (count(*) filter (where ${isOwn}))::int as own
    from archives where company_id = ${companyId} and expires_at > now()`.execute(trx)
  const { all, own } = rows[0]!
  if (mayStart(own, archivesMax - all)) return
  throw invalid(
    'name',
    all < archivesMax
      ? `You have ${own.toLocaleString('en')} archives, and ${all.toLocaleString('en')} of the ${archivesMax.toLocaleString('en')} of the company are in use. ` +
          'Delete archives, or wait: each is deleted after a day.'
      : `The limit of ${archivesMax.toLocaleString('en')} archives of the company is reached. Delete archives, or wait: each is deleted after a day.`,
  )
}
