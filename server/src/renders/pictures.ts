import {
  type AssetFacts,
  assetFaults,
  assetsNamed,
  type Faults,
  type GivenValues,
  type NamedAsset,
} from '@atelier/filling'
import { sql } from 'kysely'
import type { Finding } from '../db/schema.ts'
import type { Trx } from '../db/tenancy.ts'
import type { RecipePicture } from '../drawing/recipe.ts'
import { dayMs } from '../durations.ts'
import { type CompanyId, parseId, publicId, type Uuid } from '../ids.ts'
import type { RenderedTemplate } from './template.ts'

/** Assets that expire within this time are reported. */
const expiringDays = 30

type PictureRow = {
  id: Uuid
  file_key: string
  checksum: string
  extension: string
  width: number | null
  height: number | null
  focal_point: { x: number; y: number } | null
}

export type AssetRow = PictureRow & { type: string; expires_at: string | null; folder_ids: Uuid[] }

export type RenderPictures = {
  pictures: Record<string, RecipePicture>
  /** All visible assets of the render. */
  assetIds: Uuid[]
  findings: Finding[]
  faults: Faults
}

/** Reads the assets in values and in the document, and checks whether they may be used. */
export async function picturesToRender(
  assetsWith: (ids: readonly Uuid[]) => Promise<AssetRow[]>,
  { variables, assetIds }: RenderedTemplate,
  values: GivenValues,
  now: Date,
): Promise<RenderPictures> {
  const named = assetsNamed(variables, values)
  const given = named.flatMap(({ assetId }) => parseId('asset', assetId) ?? [])
  const replaced = new Set(
    variables.flatMap(({ key, type, default: preset }) =>
      type === 'image' && values[key] != null && typeof preset === 'string'
        ? (parseId('asset', preset) ?? [])
        : [],
    ),
  )
  const shown = assetIds.filter((id) => !replaced.has(id))
  const ids = [...new Set([...given, ...shown])]
  const assets = ids.length === 0 ? [] : await assetsWith(ids)
  const byId = new Map(assets.map((asset) => [publicId('asset', asset.id), asset]))
  const usable = new Map(
    [...byId].filter(([, { type, width, height }]) => type === 'image' && width !== null && height !== null),
  )
  const facts = new Map<string, AssetFacts>(
    [...usable].map(([id, { width, folder_ids }]) => [
      id,
      { width: width!, folderIds: folder_ids.map((folder) => publicId('folder', folder)) },
    ]),
  )
  return {
    pictures: Object.fromEntries(
      named.flatMap(({ assetId }) => {
        const asset = usable.get(assetId)
        return asset ? [[assetId, pictureOf(assetId, asset)]] : []
      }),
    ),
    assetIds: assets.map(({ id }) => id),
    findings: expiryFindings(named, shown, byId, now),
    faults: { ...assetFaults(named, facts), ...expiredFaults(named, usable, now) },
  }
}

const withAlpha = ['png', 'webp', 'avif', 'gif', 'tiff', 'svg']

/** @param key the image's name in the filled document. */
export const pictureOf = (key: string, asset: PictureRow): RecipePicture => ({
  key,
  width: asset.width!,
  height: asset.height!,
  hasAlpha: withAlpha.includes(asset.extension),
  ...(asset.focal_point && { focalPoint: asset.focal_point }),
  file: asset.file_key,
  checksum: asset.checksum,
  isVector: asset.extension === 'svg',
})

/** Live assets with their folder and its ancestors. */
export async function assetsOf(trx: Trx, companyId: CompanyId, ids: readonly Uuid[]): Promise<AssetRow[]> {
  const { rows } = await sql<AssetRow>`
    select a.id, a.type, a.file_key, a.checksum, a.extension, a.width, a.height, a.focal_point,
      a.expires_at::text as expires_at,
      array(
        select up.id from folders up
        where up.company_id = ${companyId} and (up.id = f.id or starts_with(f.path, up.path || '/'))
      ) as folder_ids
    from assets a left join folders f on f.company_id = a.company_id and f.id = a.folder_id
    where a.company_id = ${companyId} and a.id = any(${[...ids]}::uuid[]) and a.deleted_at is null`.execute(
    trx,
  )
  return rows
}

const day = (at: Date) => at.toISOString().slice(0, 10)

function expiredFaults(
  named: readonly NamedAsset[],
  assets: ReadonlyMap<string, AssetRow>,
  now: Date,
): Faults {
  const faults: Faults = {}
  for (const { field, assetId } of named) {
    const at = expiryOf(assets.get(assetId))
    if (at && at <= now)
      faults[field] = [`The ${field.replaceAll('_', ' ')} field names an asset that expired on ${day(at)}.`]
  }
  return faults
}

function expiryFindings(
  named: readonly NamedAsset[],
  shown: readonly Uuid[],
  assets: ReadonlyMap<string, AssetRow>,
  now: Date,
): Finding[] {
  const soon = new Date(now.getTime() + expiringDays * dayMs)
  const used = [
    ...named.map(({ definition, assetId }) => ({ assetId, variable: definition.key })),
    ...shown.map((id) => ({ assetId: publicId('asset', id), variable: undefined })),
  ]
  return used.flatMap(({ assetId, variable }) => {
    const at = expiryOf(assets.get(assetId))
    if (!at || at > soon) return []
    const isOver = at <= now
    return {
      type: isOver ? 'asset_expired' : 'asset_expiring',
      ...(variable !== undefined && { variable }),
      message: `The asset ${assetId} ${isOver ? 'expired' : 'expires'} on ${day(at)}.`,
      data: { asset_id: assetId, expires_at: at.toISOString() },
    }
  })
}

const expiryOf = (asset: AssetRow | undefined) => (asset?.expires_at ? new Date(asset.expires_at) : undefined)
