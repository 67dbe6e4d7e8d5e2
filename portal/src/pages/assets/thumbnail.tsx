import { IconFile, IconFileText, IconMusic, IconPhoto, IconTypography, IconVideo } from '@tabler/icons-react'
import type { Asset } from '../../../../sdk/src/index.ts'
import { useSeen } from '../../ui/scroll-speed.tsx'
import { type Pictured, standOf } from './look.ts'
import { sourcesOf } from './sources.ts'
import classes from './thumbnail.module.css'

export const typeIcons = {
  image: IconPhoto,
  video: IconVideo,
  audio: IconMusic,
  document: IconFileText,
  font: IconTypography,
  other: IconFile,
}

type Props = {
  asset: Pictured
  /** CSS pixels. */
  width: number
  iconSize?: number
  /** Whether it is loaded before it is known to be visible. */
  isEager?: boolean
}

/**
 * Fills its box, whose size does not depend on the image. It needs no alternative text, because the name is
 * beside it.
 */
export function Thumbnail({ asset, width, iconSize = 32, isEager = false }: Props) {
  const isSeen = useSeen()
  if (asset.thumbnail_url === null)
    return (
      <span className={classes.box}>
        <Placeholder asset={asset} iconSize={iconSize} />
      </span>
    )
  const { isWhole, isPale, isPage, ground, position } = standOf(asset)
  return (
    <span
      className={classes.box}
      data-whole={isWhole || undefined}
      data-pale={isPale || undefined}
      data-page={isPage || undefined}
      style={ground ? { backgroundColor: ground } : undefined}
    >
      {isSeen && (
        <img
          className={classes.picture}
          src={asset.thumbnail_url}
          srcSet={sourcesOf(asset)}
          sizes={`${Math.ceil(width)}px`}
          alt=""
          loading={isEager ? 'eager' : 'lazy'}
          decoding="async"
          draggable={false}
          style={position ? { objectPosition: position } : undefined}
        />
      )}
    </span>
  )
}

/** Shows the type of the file, or only an icon in a small box. */
function Placeholder({ asset, iconSize }: { asset: Pick<Asset, 'type' | 'extension'>; iconSize: number }) {
  const Icon = typeIcons[asset.type]
  return (
    <span className={classes.sheet} data-type={asset.type}>
      <Icon className={classes.icon} size={iconSize} stroke={1.25} aria-hidden />
      <span className={classes.extension} aria-hidden>
        {asset.extension}
      </span>
    </span>
  )
}
