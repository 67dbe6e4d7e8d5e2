import { useChangeOne } from '../../../one.ts'
import type { Asset } from '../../../resources.gen.ts'
import { whichAsset } from '../asset-queries.ts'

export type AssetChange = Partial<
  Pick<Asset, 'name' | 'alt_text' | 'description' | 'copyright' | 'focal_point'>
>

export const useChangeAsset = (assetId: string) => useChangeOne<Asset, AssetChange>(whichAsset(assetId))
