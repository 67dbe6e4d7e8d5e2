import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { addUpload } from '../assets/add-upload.ts'
import { type StoredUpload, storeUpload } from '../assets/upload.ts'
import { afterCommit, type Trx } from '../db/tenancy.ts'
import { ApiError } from '../errors.ts'
import type { NewEvent } from '../events/append.ts'
import { ReceivedFile } from '../http/files/upload.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import type { Services } from '../services.ts'
import type { Keep } from './body.ts'
import type { RenderUses } from './search-terms.ts'

/** A copy of a render's file for an asset, because renders are deleted after a while, and assets are not. */
export type KeptFile = StoredUpload

/**
 * Copies the file of a render. A copy that no asset references is removed as an orphan.
 * @throws {ApiError} `not_found` if the file no longer exists; errors of the storage.
 */
export async function keepFile(services: Services, companyId: CompanyId, fileKey: string): Promise<KeptFile> {
  const path = join(services.storage.incomingDirectory, randomUUID())
  const cleanUp: ((failure: unknown, filed: { key: string } | undefined) => Promise<void>)[] = []
  let key: string | undefined
  try {
    const file = await services.storage.find(fileKey)
    if (!file) throw new ApiError('not_found')
    const hash = createHash('sha256')
    const hashing = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        yield chunk
      }
    }
    await pipeline(file.open(), hashing, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    const received = new ReceivedFile(path, file.size, hash.digest('hex'), undefined)
    const stored = await storeUpload(received, 'keep', companyId, services, cleanUp)
    key = stored.key
    return stored
  } finally {
    for (const clean of cleanUp)
      await clean(undefined, key === undefined ? undefined : { key }).catch(() => {})
    await rm(path, { force: true })
  }
}

type Keeping = {
  render: { id: Uuid; templateId: Uuid; templateName: string; uses: RenderUses }
  file: KeptFile
  keep: Keep
  personId: Uuid | null
  now: Date
  services: Services
  events: NewEvent[]
}

/**
 * Creates an asset from a render. @returns its ID. @throws {ApiError} `invalid` for its folder, tags, or the
 * quota.
 */
export async function addKeptAsset(
  trx: Trx,
  companyId: CompanyId,
  { render, file, keep, personId, now, services, events }: Keeping,
): Promise<Uuid> {
  const body = { name: keep.name ?? render.templateName, folder_id: keep.folder_id, tags: keep.tags }
  const created: NewEvent[] = []
  const adding = { trx, companyId, caller: { personId }, body, now, services, events: created }
  const { id, filed } = await addUpload(adding as Parameters<typeof addUpload>[0], file)
  events.push({ type: 'asset.created', resourceType: 'asset', resourceId: id }, ...created)
  if (filed.key !== file.key) afterCommit(trx, () => void services.storage.remove([file.key]).catch(() => {}))
  const { assetIds, brandKitId } = render.uses
  const origins = [
    { kind: 'template' as const, origin_id: render.templateId },
    ...assetIds.map((origin_id) => ({ kind: 'asset' as const, origin_id })),
    ...(brandKitId === null ? [] : [{ kind: 'brand_kit' as const, origin_id: brandKitId }]),
  ]
  await trx
    .insertInto('asset_origins')
    .values(origins.map((origin) => ({ company_id: companyId, asset_id: id, ...origin })))
    .execute()
  await trx
    .updateTable('renders')
    .set({ asset_id: id, updated_at: now })
    .where('company_id', '=', companyId)
    .where('id', '=', render.id)
    .execute()
  return id
}
