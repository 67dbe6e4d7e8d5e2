import type { Asset } from '../../../../../sdk/src/index.ts'
import { useChangeOne } from '../../../use-resource.ts'
import { whichAsset } from '../asset-queries.ts'

export type AssetChange = Partial<
  Pick<
    Asset,
    | 'name'
    | 'alt_text'
    | 'description'
    | 'copyright'
    | 'license'
    | 'usage_terms'
    | 'available_from'
    | 'expires_at'
    | 'focal_point'
    | 'review'
  >
>

export const useChangeAsset = (assetId: string) =>
  useChangeOne<Asset, AssetChange>(whichAsset(assetId), { received: withFilesOf })

/** Keeps the file links of an unavailable asset, because the response to a change does not contain them. */
export const withFilesOf = (asset: Asset, { url, thumbnail_url, renditions, version }: Asset): Asset =>
  asset.availability === 'available' || asset.version !== version
    ? asset
    : { ...asset, url, thumbnail_url, renditions }
