import type { ReactNode } from 'react'
import type { Asset } from '../../../../sdk/src/index.ts'
import { assetText } from '../../strings/assets.ts'
import classes from './asset-grid.module.css'
import { factsOf } from './look.ts'
import { Thumbnail } from './thumbnail.tsx'

type Props = {
  asset: Asset
  /** CSS pixels of its cell. */
  width: number
  isEager?: boolean
  /** Over its picture. */
  children?: ReactNode
}

/** What a cell of the grid shows of an asset. The server draws it too, for the first view. */
export function AssetFace({ asset, width, isEager = false, children }: Props) {
  return (
    <>
      <span className={classes.picture}>
        <Thumbnail asset={asset} width={width} isEager={isEager} />
        {children}
        {asset.status !== 'ready' && (
          <span className={classes.badge}>{assetText.statuses[asset.status]}</span>
        )}
      </span>
      <span className={classes.name} title={asset.name}>
        {asset.name}
      </span>
      <span className={classes.facts}>{factsOf(asset)}</span>
    </>
  )
}
