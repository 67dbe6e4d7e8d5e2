import { IconFile, IconFileText, IconMusic, IconPhoto, IconTypography, IconVideo } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import type { Asset } from '../../resources.gen.ts'
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
  asset: Pick<
    Asset,
    | 'type'
    | 'width'
    | 'height'
    | 'extension'
    | 'dominant_color'
    | 'focal_point'
    | 'thumbnail_url'
    | 'renditions'
  >
  /** CSS pixels that it is wide. */
  width: number
  iconSize?: number
}

/** Fills its box, whose size never depends on the picture. What is said of it stands beside it. */
export function Thumbnail({ asset, width, iconSize = 32 }: Props) {
  const Icon = typeIcons[asset.type]
  if (asset.thumbnail_url === null)
    return (
      <span className={classes.box}>
        <Icon size={iconSize} stroke={1.25} aria-hidden />
      </span>
    )
  const isWhole = isDrawn(asset)
  const { x, y } = asset.focal_point ?? { x: 0.5, y: 0.5 }
  const style: CSSProperties = isWhole ? {} : { objectPosition: `${x * 100}% ${y * 100}%` }
  return (
    <span
      className={classes.box}
      data-whole={isWhole || undefined}
      data-pale={(isWhole && isPale(asset.dominant_color)) || undefined}
      style={isWhole ? {} : { backgroundColor: asset.dominant_color ?? undefined }}
    >
      <img
        className={classes.picture}
        src={asset.thumbnail_url}
        srcSet={sourcesOf(asset)}
        sizes={`${Math.ceil(width)}px`}
        alt=""
        loading="lazy"
        decoding="async"
        draggable={false}
        style={style}
      />
    </span>
  )
}

/** A logo is shown as a whole, unless its picture was made with a ground of its own. */
function isDrawn({ extension, type, width, height, renditions }: Props['asset']) {
  if (extension !== 'svg' && type !== 'document') return false
  const [picture] = renditions
  if (!picture || !width || !height) return true
  return Math.abs((picture.width * height) / (picture.height * width) - 1) < 0.1
}

/** A white logo needs a dark ground. */
export function isPale(color: string | null): boolean {
  const channels = /^#(..)(..)(..)$/.exec(color ?? '')?.slice(1) ?? []
  const [red = 0, green = 0, blue = 0] = channels.map((hex) => Number.parseInt(hex, 16) / 255)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.8
}
