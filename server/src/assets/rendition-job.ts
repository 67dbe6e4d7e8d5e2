import { rm } from 'node:fs/promises'
import { extname } from 'node:path'
import { drawnNow } from '../db/drawn.ts'
import type { FileWarning, StoredRendition } from '../db/schema.ts'
import { asCompany, type Trx } from '../db/tenancy.ts'
import { change, type NewEvent } from '../events/append.ts'
import { type CompanyId, newId } from '../ids.ts'
import { DecodeError } from '../images/decode-error.ts'
import { previewKind } from '../images/previews/kinds.ts'
import type { Rendering } from '../images/rendering.ts'
import type { Job } from '../jobs/job.ts'
import type { Services } from '../services.ts'
import { temporaryIn, withSourceFile } from './source-file.ts'
import { hasVersion, keepRenditions, poster, standardRenditions, standardSides } from './versions.ts'

const standardQuality = 80

/**
 * The renditions of assets with this file. If there are none, returns whether they are pending or cannot be
 * created.
 */
export async function renditionsOf(
  trx: Trx,
  companyId: CompanyId,
  fileKey: string,
  isDrawn: boolean,
  warnings: readonly FileWarning[],
): Promise<{ renditions: StoredRendition[]; status: 'ready' | 'processing' | 'failed' }> {
  if (warnings.some(({ type }) => type === 'not_rendered')) return { renditions: [], status: 'failed' }
  const renditions = isDrawn ? await standardRenditions(trx, companyId, fileKey) : []
  return { renditions: renditions ?? [], status: renditions ? 'ready' : 'processing' }
}

/** Enqueues rendering of a file. One run covers all assets that have the file when it runs. */
export const askForRenditions = ({ queue }: Services, trx: Trx, companyId: CompanyId, fileKey: string) =>
  queue.add(trx, 'asset.renditions', { companyId, fileKey }, { singletonKey: fileKey })

/** Renders the standard renditions of a file, for all assets that show it. */
export const makeRenditions: Job<{ companyId: CompanyId; fileKey: string }> = {
  name: 'asset.renditions',
  attemptsMax: 5,
  timeoutSeconds: 300,
  concurrency: 4,
  async run({ companyId, fileKey }, { job, ...services }) {
    const known = await asCompany(services.db, companyId, (trx) =>
      standardRenditions(trx, companyId, fileKey),
    )
    try {
      const made = known ?? (await makePictures(services, companyId, fileKey, targetsOf(fileKey)))
      await showOnAssets(services, companyId, fileKey, made, 'ready')
    } catch (error) {
      const isFile = error instanceof DecodeError
      const isWithoutPicture = isFile && error.fault === 'no_picture'
      if (isFile || job.isLastAttempt)
        await showOnAssets(services, companyId, fileKey, [], isWithoutPicture ? 'ready' : 'failed')
      // If a file cannot be decoded, a retry does not help.
      if (!isFile) throw error
    }
  },
}

function targetsOf(fileKey: string): (Rendering & { name: string })[] {
  const isVideo = previewKind(extname(fileKey).slice(1)) === 'video'
  const sides = { ...standardSides, ...(isVideo && { [poster.name]: poster.side }) }
  return Object.entries(sides)
    .toSorted(([, one], [, other]) => other - one)
    .map(([name, side]) => ({
      name,
      ...standard(side),
      ...(name === poster.name && { format: 'jpeg' as const }),
    }))
}

const standard = (side: number): Rendering => ({
  width: side,
  height: side,
  fit: 'inside',
  format: 'webp',
  quality: standardQuality,
})

/**
 * Renders a stored file and stores the renditions, each under its own key. No row references them yet.
 * @param targets the largest first.
 * @throws {DecodeError}
 */
export async function makePictures(
  services: Services,
  companyId: CompanyId,
  fileKey: string,
  targets: readonly (Rendering & { name: string })[],
): Promise<StoredRendition[]> {
  const { storage, decoder } = services
  const drawn = targets.map((target) => ({ ...target, path: temporaryIn(storage) }))
  try {
    const sizes = await withSourceFile(services, companyId, fileKey, ({ path, extension, fonts }) =>
      decoder.render(
        companyId,
        path,
        extension,
        drawn.map(({ name: _, ...target }) => target),
        fonts,
      ),
    )
    return await Promise.all(
      drawn.map(async ({ name, path, format }, at) => {
        const key = `${companyId}/${newId()}.${format === 'jpeg' ? 'jpg' : format}`
        await storage.take(key, path)
        const { width, height } = sizes[at]!
        return { name, key, width, height, mime_type: `image/${format}` }
      }),
    )
  } finally {
    for (const { path } of drawn) await rm(path, { force: true })
  }
}

/**
 * Sets the renditions of every asset with the file. If the file has been deleted, the renditions are deleted.
 */
async function showOnAssets(
  { db, storage }: Services,
  companyId: CompanyId,
  fileKey: string,
  pictures: StoredRendition[],
  status: 'ready' | 'failed',
) {
  const author = { companyId, actor: { type: 'system' as const } }
  const keys = pictures.map(({ key }) => key)
  let unused: string[] = []
  for (let more = true; more; )
    more = await change(db, author, async (trx) => {
      unused = keys
      if (!(await hasVersion(trx, companyId, fileKey))) return { result: false, events: [] }
      await keepRenditions(trx, companyId, fileKey, pictures)
      // If two runs rendered them concurrently, the first result is kept.
      const kept = (await standardRenditions(trx, companyId, fileKey)) ?? []
      const events = await updateAssets(trx, companyId, fileKey, kept, status)
      const keptKeys = new Set(kept.map(({ key }) => key))
      unused = keys.filter((key) => !keptKeys.has(key))
      return { result: events.length === assetsPerCommit, events }
    })
  await storage.remove(unused)
}

/**
 * Maximum number of assets per commit, because other writes of the company wait for the commit, and any
 * number of assets can have the same file.
 */
const assetsPerCommit = 500

/** @returns an event for each asset. After `assetsPerCommit` events, more assets may follow. */
async function updateAssets(
  trx: Trx,
  companyId: CompanyId,
  fileKey: string,
  renditions: StoredRendition[],
  status: 'ready' | 'failed',
): Promise<NewEvent[]> {
  const shown = await trx
    .updateTable('assets')
    .set({ renditions: JSON.stringify(renditions), status, ...drawnNow })
    .where('company_id', '=', companyId)
    .where('id', 'in', (query) =>
      query
        .selectFrom('assets')
        .select('id')
        .where('company_id', '=', companyId)
        .where('file_key', '=', fileKey)
        .where('status', '=', 'processing')
        .limit(assetsPerCommit),
    )
    .returning('id')
    .execute()
  return shown.map(({ id }) => ({
    type: 'asset.updated',
    resourceType: 'asset',
    resourceId: id,
    data: { fields: ['renditions', 'status', 'thumbnail_url'] },
  }))
}
