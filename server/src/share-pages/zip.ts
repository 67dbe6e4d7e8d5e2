import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { asCompany } from '../db/tenancy.ts'
import type { WantedFile } from '../downloads/zips.ts'
import { ApiError } from '../errors.ts'
import type { Uuid } from '../ids.ts'
import { extensionIn, type Item, nameOf } from '../public-pages/item.ts'
import type { Services } from '../services.ts'
import { allItems, idsOf, itemTableOf } from './contents.ts'
import { type FoundShare, findStillOpen } from './find-share.ts'
import { runningCounts } from './running-counts.ts'
import { allowedSizes, isMade, presetPictureOf, sizesOf } from './sizes.ts'

/**
 * Maximum number of concurrent zip downloads per process: for one IP address, and for all visitors of a
 * share.
 */
const zipsMax = { address: 2, share: 10 }

/** Whether all files in a share, in this size, fit into a zip that the server allows. */
export async function fitsInZip(
  { db, archives: limits }: Pick<Services, 'db' | 'archives'>,
  share: FoundShare,
  size: string,
): Promise<boolean> {
  const ids = await idsOf(db, share, limits.filesMax + 1)
  if (ids.length > limits.filesMax) return false
  if (!share.download_sizes.includes('original')) return true
  return (await originalBytes(db, share, size, ids)) <= limits.bytesMax
}

/** The bytes of files that are included as originals. The size of other files is small, and not known yet. */
async function originalBytes(db: Db, share: FoundShare, size: string, ids: Uuid[]): Promise<number> {
  const { companyId, presets } = share
  // Renders have only a thumbnail.
  const isOfRenders = itemTableOf(share) === 'renders'
  const preset = isOfRenders ? undefined : presets.find(({ name }) => name === size)
  return asCompany(db, companyId, async (trx) => {
    if (preset) {
      const rows = await trx
        .selectFrom('assets')
        .select([
          ...([
            'id',
            'type',
            'mime_type',
            'extension',
            'width',
            'height',
            'focal_point',
            'warnings',
          ] as const),
          'size',
        ])
        .where('company_id', '=', companyId)
        .where('id', 'in', ids)
        .execute()
      return rows.reduce((bytes, row) => bytes + (isMade(row, preset) ? 0 : Number(row.size)), 0)
    }
    const hasRendition =
      size === 'original' || isOfRenders
        ? sql`false`
        : sql`renditions @> ${JSON.stringify([{ name: size }])}::jsonb`
    const { rows } = await sql<{ bytes: number }>`
      select coalesce(sum(size), 0)::bigint as bytes from ${sql.table(itemTableOf(share))}
      where company_id = ${companyId} and id = any(${ids}::uuid[]) and not ${hasRendition}`.execute(trx)
    return Number(rows[0]!.bytes)
  })
}

/**
 * All files in a share, for a zip. Each file is checked, so that closing the share or changing its password
 * aborts the download. An incomplete zip is invalid, so it does not pass for a complete zip.
 */
export async function* filesOf(
  { db }: Pick<Services, 'db'>,
  share: FoundShare,
  code: string,
  size: string,
): AsyncGenerator<WantedFile> {
  for await (const items of allItems(db, share)) {
    for (const item of items) {
      const now = await findStillOpen(db, code, share)
      if (!now || !allowedSizes(now).includes(size)) throw new ApiError('gone')
      yield wanted(item, now, size)
    }
  }
}

function wanted(item: Item, share: FoundShare, size: string): WantedFile {
  const { id: label, filename, modifiedAt } = item
  const sizes = sizesOf(item, share)
  const used = sizes.includes(size) ? size : sizes[0]
  const rendition = presetPictureOf(item, share, used ?? '')
  if (used !== undefined && rendition)
    return {
      label,
      name: filename,
      folders: [],
      key: item.key,
      modifiedAt,
      ...noteIf(used, size),
      picture: {
        ...rendition,
        name: nameOf(item, rendition.extension, used),
        otherwise: storedFile(item, sizes),
      },
    }
  const key = used === 'original' ? item.key : item.pictures.get(used ?? '')?.key
  if (used === undefined || key === undefined)
    return { label, name: filename, absent: `cannot be downloaded as ${size}` }
  const name = nameOf(item, extensionIn(key), used)
  return {
    label,
    name,
    folders: [],
    key,
    modifiedAt,
    ...noteIf(used, size),
  }
}

/** The first of these sizes that is stored, for a picture that cannot be rendered. */
function storedFile(item: Item, sizes: readonly string[]) {
  if (sizes.includes('original')) return { key: item.key, name: item.filename, title: 'the original file' }
  const size = sizes.find((one) => item.pictures.has(one))
  const key = size && item.pictures.get(size)?.key
  return key ? { key, name: nameOf(item, extensionIn(key), size), title: size } : undefined
}

const noteIf = (used: string, size: string) =>
  used === size ? {} : { note: `has no size ${size}, so ${used} is included` }

/** Counts zip downloads in progress, so that visitors of one share do not use up the company's zips. */
export const zipCounts = () => runningCounts(zipsMax)
