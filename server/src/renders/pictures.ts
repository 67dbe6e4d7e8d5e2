import {
  type AssetFacts,
  assetFaults,
  assetsNamed,
  type Faults,
  type GivenValues,
  type NamedAsset,
} from '@atelier/filling'
import { sql } from 'kysely'
import { type Availability, availabilityOf, firstChangeOf } from '../assets/availability.ts'
import type { Finding } from '../db/schema.ts'
import type { Trx } from '../db/tenancy.ts'
import type { RecipePicture } from '../drawing/recipe.ts'
import { dayMs } from '../durations.ts'
import { type CompanyId, parseId, publicId, type Uuid } from '../ids.ts'
import type { RenderedTemplate } from './template.ts'

/** Renders report assets that expire within this number of days. */
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

export type AssetRow = PictureRow & {
  type: string
  availability: Availability
  available_from: string | null
  expires_at: string | null
  folder_ids: Uuid[]
}

export type RenderPictures = {
  pictures: Record<string, RecipePicture>
  assetIds: Uuid[]
  findings: Finding[]
  faults: Faults
  /** The earliest end of the assets' rights. */
  availableUntil: Date | undefined
}

export async function picturesToRender(
  assetsWith: (ids: readonly Uuid[]) => Promise<AssetRow[]>,
  { variables, assetIds, fixedAssetIds }: RenderedTemplate,
  values: GivenValues,
  includesUnavailable: boolean,
  now: Date,
): Promise<RenderPictures> {
  const named = assetsNamed(variables, values)
  const given = named.flatMap(({ assetId }) => parseId('asset', assetId) ?? [])
  const presets = (isReplaced: boolean) =>
    new Set(
      variables.flatMap(({ key, type, default: preset }) =>
        type === 'image' && (values[key] != null) === isReplaced && typeof preset === 'string'
          ? (parseId('asset', preset) ?? [])
          : [],
      ),
    )
  // Several variables can have the same default, and the document can show it elsewhere.
  const [replaced, kept] = [presets(true), presets(false)]
  const shown = assetIds.filter((id) => !replaced.has(id) || kept.has(id) || fixedAssetIds.has(id))
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
    findings: rightsFindings(named, shown, byId, now),
    faults: {
      ...assetFaults(named, facts),
      ...(!includesUnavailable && unavailableFaults(named, shown, byId)),
    },
    availableUntil: firstChangeOf(assets),
  }
}

const withAlpha = ['png', 'webp', 'avif', 'gif', 'tiff', 'svg']

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
      a.available_from::text as available_from, a.expires_at::text as expires_at,
      ${availabilityOf('a')} as availability,
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

const dayOf = (time: string | null) => new Date(time!).toISOString().slice(0, 10)

/** Undefined if the asset can be used. */
function refusalOf(asset: AssetRow | undefined): string | undefined {
  if (asset?.availability === 'expired') return `expired on ${dayOf(asset.expires_at)}`
  if (asset?.availability === 'not_yet') return `is not available before ${dayOf(asset.available_from)}`
  return undefined
}

export const refusalsOf = (assets: readonly AssetRow[]): string[] =>
  assets.flatMap((asset) => {
    const refusal = refusalOf(asset)
    return refusal === undefined ? [] : [`The asset ${publicId('asset', asset.id)} ${refusal}.`]
  })

/** @param shown assets in the document, which no variable replaces. */
function unavailableFaults(
  named: readonly NamedAsset[],
  shown: readonly Uuid[],
  assets: ReadonlyMap<string, AssetRow>,
): Faults {
  const faults: Faults = {}
  for (const { field, assetId } of named) {
    const refusal = refusalOf(assets.get(assetId))
    if (refusal !== undefined)
      faults[field] = [`The ${field.replaceAll('_', ' ')} field names an asset that ${refusal}.`]
  }
  const inDocument = shown.flatMap((id) => {
    const assetId = publicId('asset', id)
    const refusal = refusalOf(assets.get(assetId))
    return refusal === undefined ? [] : [`The template shows the asset ${assetId}, which ${refusal}.`]
  })
  return inDocument.length === 0 ? faults : { ...faults, template: inDocument }
}

function rightsFindings(
  named: readonly NamedAsset[],
  shown: readonly Uuid[],
  assets: ReadonlyMap<string, AssetRow>,
  now: Date,
): Finding[] {
  const soon = now.getTime() + expiringDays * dayMs
  const used = [
    ...named.map(({ definition, assetId }) => ({ assetId, variable: definition.key })),
    ...shown.map((id) => ({ assetId: publicId('asset', id), variable: undefined })),
  ]
  return used.flatMap(({ assetId, variable }) => {
    const asset = assets.get(assetId)
    if (!asset) return []
    const refusal = refusalOf(asset)
    const isExpiring = asset.expires_at !== null && Date.parse(asset.expires_at) <= soon
    if (refusal === undefined && !isExpiring) return []
    const { available_from, expires_at } = asset
    return {
      type: refusal === undefined ? 'asset_expiring' : findingTypes[asset.availability],
      ...(variable !== undefined && { variable }),
      message: `The asset ${assetId} ${refusal ?? `expires on ${dayOf(expires_at)}`}.`,
      data: {
        asset_id: assetId,
        ...(available_from !== null && { available_from: new Date(available_from).toISOString() }),
        ...(expires_at !== null && { expires_at: new Date(expires_at).toISOString() }),
      },
    }
  })
}

const findingTypes = { available: 'asset_expiring', not_yet: 'asset_not_yet', expired: 'asset_expired' }

/** Findings that depend on the date, because they are about usage rights. */
export const rightsFindingTypes: readonly string[] = Object.values(findingTypes)
