import type { ReactNode } from 'react'
import type { Asset } from '../../../../sdk/src/index.ts'
import { localizedAsset } from '../../language/localized.ts'
import { assetText } from '../../strings/assets.ts'
import { ReviewBadge } from '../reviews/review-badge.tsx'
import classes from './asset-grid.module.css'
import { factsOf } from './look.ts'
import { RightsBadge } from './rights-badge.tsx'
import { Thumbnail } from './thumbnail.tsx'

type Props = {
  asset: Asset
  /** Width of the cell in CSS pixels. */
  width: number
  isEager?: boolean
  children?: ReactNode
}

/** The content of a grid cell. The server renders it too, for the first view. */
export function AssetFace({ asset, width, isEager = false, children }: Props) {
  const { name } = localizedAsset(asset)
  return (
    <>
      <span className={classes.picture}>
        <Thumbnail asset={asset} width={width} isEager={isEager} />
        {children}
        {asset.status !== 'ready' && (
          <span className={classes.badge} data-words>
            {assetText.statuses[asset.status]}
          </span>
        )}
        <RightsBadge asset={asset} className={classes.rights} />
        <ReviewBadge review={asset.review} className={classes.review} />
      </span>
      <span className={classes.name} title={name}>
        {name}
      </span>
      <span className={classes.facts} data-words>
        {factsOf(asset)}
      </span>
    </>
  )
}
