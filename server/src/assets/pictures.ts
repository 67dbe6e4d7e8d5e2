import { asCompany, type Trx } from '../db/tenancy.ts'
import { ApiError } from '../errors.ts'
import { change } from '../events/append.ts'
import type { CompanyId } from '../ids.ts'
import { DecodeError } from '../images/decode-error.ts'
import { type fits, type Rendering, type renditionFormats, renditionSideMax } from '../images/rendering.ts'
import type { Services } from '../services.ts'
import { makePictures } from './rendition-job.ts'
import { hasVersion, keepRenditions } from './versions.ts'

/** Maximum number of renditions of one file, including the standard ones. */
export const picturesPerFileMax = 200
/** Maximum number of renditions of the pages of one file. */
export const pagePicturesPerFileMax = 2_000
const qualityDefault = 80
/** Number of failed renditions that are remembered, so that repeated requests do not render them again. */
const failedMax = 1_000

/** The rendition that a link requests. Defaults are omitted, so that equal renditions have the same name. */
export type Wanted = {
  page?: number | undefined
  w?: number | undefined
  h?: number | undefined
  fit?: (typeof fits)[number] | undefined
  format?: (typeof renditionFormats)[number] | undefined
  q?: number | undefined
}

/** The name of a rendition, and the parameters of its link, in the order of storage/variants.ts. */
export function specOf(wanted: Wanted, focus: { x: number; y: number } | null): string {
  const spec = new URLSearchParams()
  const isCropped = wanted.fit === 'cover' && wanted.w !== undefined && wanted.h !== undefined
  for (const name of ['page', 'w', 'h', 'fit', 'format', 'q'] as const)
    if (wanted[name] !== undefined) spec.set(name, `${wanted[name]}`)
  // The link to a cropped rendition changes with the focal point.
  if (isCropped && focus) spec.set('focus', `${focus.x},${focus.y}`)
  return spec.toString()
}

export function renderingOf(spec: string): Rendering {
  const { preset, page, w, h, fit, format, q, background, profile, enlarge, focus } = Object.fromEntries(
    new URLSearchParams(spec),
  )
  const [x, y] = (focus ?? '').split(',').map(Number)
  // If a side is missing, the rendition of a preset has the size of the image.
  const isSized = preset !== undefined || w !== undefined || h !== undefined
  return {
    width: isSized ? numberOf(w) : renditionSideMax,
    height: isSized ? numberOf(h) : renditionSideMax,
    fit: (fit as Rendering['fit']) ?? 'inside',
    format: (format as Rendering['format']) ?? 'webp',
    quality: numberOf(q) ?? qualityDefault,
    focus: x !== undefined && y !== undefined ? { x, y } : undefined,
    page: numberOf(page),
    ...(preset !== undefined && {
      background: background && `#${background}`,
      profile: (profile as Rendering['profile']) ?? 'srgb',
      enlarge: enlarge !== undefined,
    }),
  }
}

const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text))

/** The thumbnail of a render, created when its link is first opened. */
export const renderThumbnail = specOf({ w: 480, h: 480, fit: 'inside', format: 'webp' }, null)

/**
 * Finds the rendition of a signed link, or creates and stores it. Concurrent requests share one
 * rendering. If two nodes render it, the first result is kept.
 */
export function pictureKeeper(services: Services) {
  const finding = new Map<string, Promise<string>>()
  const failed = new Set<string>()

  async function findOnce(name: string, fileKey: string, spec: string) {
    if (failed.has(name)) throw new ApiError('not_found')
    try {
      return await findOrMake(services, fileKey, spec)
    } catch (error) {
      if (error instanceof ApiError && error.cause instanceof DecodeError) failed.add(name)
      if (failed.size > failedMax) failed.delete(failed.values().next().value!)
      throw error
    }
  }

  return (fileKey: string, spec: string): Promise<string> => {
    const name = `${fileKey}?${spec}`
    // The lookup is part of the shared work. Otherwise, a request could miss both the stored rendition and the running
    // work.
    const running = finding.get(name) ?? findOnce(name, fileKey, spec).finally(() => finding.delete(name))
    finding.set(name, running)
    return running
  }
}

async function findOrMake(services: Services, fileKey: string, spec: string): Promise<string> {
  const companyId = fileKey.split('/')[0]!
  const kept = await asCompany(services.db, companyId, (trx) => keptKey(trx, companyId, fileKey, spec))
  return kept ?? make(services, companyId, fileKey, spec)
}

async function make(
  services: Services,
  companyId: CompanyId,
  fileKey: string,
  spec: string,
): Promise<string> {
  const [picture] = await makePictures(services, companyId, fileKey, [
    { name: spec, ...renderingOf(spec) },
  ]).catch((error) => {
    throw error instanceof DecodeError ? new ApiError('not_found', { cause: error }) : error
  })
  const author = { companyId, actor: { type: 'system' as const } }
  const kept = await change(services.db, author, async (trx) => {
    if (await hasVersion(trx, companyId, fileKey)) await keepRenditions(trx, companyId, fileKey, [picture!])
    else if (spec === renderThumbnail) await keepThumbnail(trx, companyId, fileKey, picture!.key)
    return { result: await keptKey(trx, companyId, fileKey, spec), events: [] }
  })
  if (kept !== picture!.key) await services.storage.remove([picture!.key])
  if (kept === undefined) throw new ApiError('not_found')
  return kept
}

/** Sets the thumbnail of every render that has the file. */
async function keepThumbnail(trx: Trx, companyId: CompanyId, fileKey: string, key: string) {
  await trx
    .updateTable('renders')
    .set({ thumbnail_key: key })
    .where('company_id', '=', companyId)
    .where('file_key', '=', fileKey)
    .where('thumbnail_key', 'is', null)
    .execute()
}

async function thumbnailOf(trx: Trx, companyId: CompanyId, fileKey: string) {
  const render = await trx
    .selectFrom('renders')
    .select('thumbnail_key')
    .where('company_id', '=', companyId)
    .where('file_key', '=', fileKey)
    .where('thumbnail_key', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return render?.thumbnail_key ?? undefined
}

async function keptKey(trx: Trx, companyId: CompanyId, fileKey: string, spec: string) {
  const kept = await trx
    .selectFrom('renditions')
    .select('key')
    .where('company_id', '=', companyId)
    .where('source_key', '=', fileKey)
    .where('spec', '=', spec)
    .executeTakeFirst()
  return kept?.key ?? (spec === renderThumbnail ? thumbnailOf(trx, companyId, fileKey) : undefined)
}

const isOfPage = (spec: string) => spec.startsWith('page=')

/** Whether another rendition of a file can be requested. Existing renditions can always be requested. */
export async function mayBeMade(trx: Trx, companyId: CompanyId, fileKey: string, spec: string) {
  const { count } = await trx
    .selectFrom('renditions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .where('source_key', '=', fileKey)
    .where('spec', isOfPage(spec) ? 'like' : 'not like', 'page=%')
    .executeTakeFirstOrThrow()
  const max = isOfPage(spec) ? pagePicturesPerFileMax : picturesPerFileMax
  return count < max || (await keptKey(trx, companyId, fileKey, spec)) !== undefined
}
