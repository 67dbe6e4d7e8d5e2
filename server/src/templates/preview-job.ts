import { makePictures } from '../assets/rendition-job.ts'
import { drawnNow } from '../db/drawn.ts'
import type { Trx } from '../db/tenancy.ts'
import { change, type NewEvent } from '../events/append.ts'
import type { CompanyId } from '../ids.ts'
import { DecodeError } from '../images/decode-error.ts'
import type { Rendering } from '../images/rendering.ts'
import type { Job } from '../jobs/job.ts'
import type { Queue, Services } from '../services.ts'
import { releaseDocuments } from './documents.ts'

const previewWidth = 1600
const thumbnailWidth = 640
const quality = 80
/** Maximum ratio of height to width. A document can be very long, and its previews are cut off there. */
const heightPerWidthMax = 4

const picture = (name: string, width: number): Rendering & { name: string } => ({
  name,
  width,
  height: width * heightPerWidthMax,
  fit: 'inside',
  format: 'webp',
  quality,
})

/** The targets, with the larger first, because the smaller is created from it. */
const targets = [picture('preview', previewWidth), picture('thumbnail', thumbnailWidth)]

type Preview = {
  companyId: CompanyId
  fileKey: string
  /** Replaces existing previews, because the company's fonts have changed. */
  isAgain?: boolean
}

/** Enqueues the previews of a document. Each document is enqueued only once. */
export async function askForPreview(
  trx: Trx,
  queue: Queue,
  { companyId, fileKey, isAgain = false }: Preview,
): Promise<void> {
  const data: Preview = { companyId, fileKey, ...(isAgain && { isAgain }) }
  await queue.add(trx, 'template.preview', data, { singletonKey: isAgain ? `${fileKey} again` : fileKey })
}

/** Renders the previews of a document for all versions that have it. */
export const makePreviews: Job<Preview> = {
  name: 'template.preview',
  attemptsMax: 5,
  timeoutSeconds: 300,
  concurrency: 4,
  async run({ companyId, fileKey, isAgain = false }, services) {
    try {
      const [preview, thumbnail] = await makePictures(services, companyId, fileKey, targets)
      const pictures = { preview_key: preview!.key, thumbnail_key: thumbnail!.key }
      await showPictures(services, { companyId, fileKey, isAgain }, pictures)
    } catch (error) {
      // A retry does not help if a document cannot be decoded, so it stays without a preview.
      if (!(error instanceof DecodeError)) throw error
    }
  },
}

type Pictures = { preview_key: string; thumbnail_key: string }

/**
 * Sets the previews on every version of the document without previews, or on all of its versions. If the
 * document has been deleted, the previews are deleted.
 */
async function showPictures(
  { db, storage }: Services,
  { companyId, fileKey, isAgain }: Required<Preview>,
  pictures: Pictures,
) {
  const author = { companyId, actor: { type: 'system' as const } }
  const unused = await change(db, author, async (trx) => {
    const before = isAgain ? await picturesOf(trx, companyId, fileKey) : []
    const versions = await trx
      .updateTable('template_versions')
      .set(pictures)
      .where('company_id', '=', companyId)
      .where('file_key', '=', fileKey)
      .$if(!isAgain, (query) => query.where('preview_key', 'is', null))
      .returning(['template_id', 'version'])
      .execute()
    const events: NewEvent[] = []
    for (const version of versions) events.push(...(await showOnTemplate(trx, companyId, version, pictures)))
    const result =
      versions.length === 0
        ? Object.values(pictures)
        : await releaseDocuments(trx, companyId, { documents: [], pictures: before })
    return { result, events }
  })
  await storage.remove(unused)
}

async function picturesOf(trx: Trx, companyId: CompanyId, fileKey: string): Promise<string[]> {
  const versions = await trx
    .selectFrom('template_versions')
    .select(['preview_key', 'thumbnail_key'])
    .where('company_id', '=', companyId)
    .where('file_key', '=', fileKey)
    .execute()
  return [
    ...new Set(versions.flatMap(({ preview_key, thumbnail_key }) => [preview_key, thumbnail_key])),
  ].filter((key) => key !== null)
}

/** Only if this is the template's current version. */
async function showOnTemplate(
  trx: Trx,
  companyId: CompanyId,
  { template_id, version }: { template_id: string; version: number },
  pictures: Pictures,
): Promise<NewEvent[]> {
  const shown = await trx
    .updateTable('templates')
    .set({ ...pictures, ...drawnNow })
    .where('company_id', '=', companyId)
    .where('id', '=', template_id)
    .where('version', '=', version)
    .executeTakeFirst()
  if (shown.numUpdatedRows === 0n) return []
  const data = { fields: ['preview_url', 'thumbnail_url'] }
  return [{ type: 'template.updated', resourceType: 'template', resourceId: template_id, data }]
}
