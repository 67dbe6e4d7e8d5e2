import type { Asset } from '../../../../sdk/src/index.ts'
import { localizedAsset } from '../../language/localized.ts'
import { assetText } from '../../strings/assets.ts'
import { fileSize } from '../../ui/file-size.ts'
import type { CellShape } from '../../ui/grid-sizes.ts'

/** Shape of a cell, with the name and the text of `factsOf` below the image. */
export const cellShape: CellShape = { cellWidthMin: 168, aspect: 0.75, captionHeight: 46 }

export function altOf(asset: Asset): string {
  const { name, alt_text } = localizedAsset(asset)
  return alt_text ?? assetText.preview(name)
}

export function factsOf({ extension, size, width, height, page_count }: Asset): string {
  const extent =
    width !== null && height !== null
      ? `${width} × ${height}`
      : page_count !== null
        ? assetText.pageCount(page_count)
        : fileSize(size)
  return `${extension.toUpperCase()} · ${extent}`
}

export type Pictured = Pick<
  Asset,
  | 'type'
  | 'width'
  | 'height'
  | 'extension'
  | 'dominant_color'
  | 'has_alpha'
  | 'focal_point'
  | 'thumbnail_url'
  | 'renditions'
>

/**
 * How an image fits its box. Logos and cutouts are shown whole; photos are cropped around their focal point.
 */
export function standOf(asset: Pictured) {
  const isWhole = isDrawn(asset)
  const { x, y } = asset.focal_point ?? { x: 0.5, y: 0.5 }
  return isWhole
    ? { isWhole, isPale: isPale(asset), isPage: asset.type === 'document' }
    : {
        isWhole,
        isPale: false,
        isPage: false,
        ground: asset.dominant_color,
        position: `${x * 100}% ${y * 100}%`,
      }
}

/** Whether an image is shown whole: drawings and cutouts, unless a drawing has its own background. */
function isDrawn({ extension, type, width, height, has_alpha, renditions }: Pictured) {
  if (extension !== 'svg' && type !== 'document') return has_alpha === true
  const [picture] = renditions
  if (!picture || !width || !height) return true
  return Math.abs((picture.width * height) / (picture.height * width) - 1) < 0.1
}

/**
 * Aspect ratio (width divided by height) of an asset's image in its renditions. A file without an image has the ratio
 * of a cell.
 */
export function ratioOf({ width, height, renditions }: Pictured): number {
  const [picture] = renditions
  if (picture) return picture.width / picture.height
  return width && height ? width / height : 1 / cellShape.aspect
}

/** A white logo needs a dark background. A white page does not. */
export function isPale({ type, dominant_color }: Pick<Asset, 'type' | 'dominant_color'>): boolean {
  if (type === 'document') return false
  const channels = /^#(..)(..)(..)$/.exec(dominant_color ?? '')?.slice(1) ?? []
  const [red = 0, green = 0, blue = 0] = channels.map((hex) => Number.parseInt(hex, 16) / 255)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.8
}
