import { type PresetPicture, type Presettable, presetPicture } from '../assets/preset-pictures.ts'
import { isDrawnBy } from '../images/previews/kinds.ts'
import type { Preset } from '../presets/queries.ts'
import type { Item } from '../public-pages/item.ts'
import type { FoundShare } from './find-share.ts'

type Sizes = Pick<FoundShare, 'download_sizes' | 'presets'>

/** The original first. */
export const sizesOf = (item: Item, share: Sizes): string[] =>
  allowedSizes(share).filter(
    (size) =>
      size === 'original' || item.pictures.has(size) || presetPictureOf(item, share, size) !== undefined,
  )

/**
 * The sizes that a share allows, the original first, and the names of its presets. No preset has the name of
 * a size.
 */
export const allowedSizes = ({ download_sizes, presets }: Sizes): string[] => [
  ...['original', 'large', 'small'].filter((size) => download_sizes.includes(size)),
  ...presets.map(({ name }) => name),
]

/** Whether presets apply to an asset: only to images, which are drawn without other programs. */
const isDrawn = isDrawnBy(undefined)

/** Undefined if the size is not a preset, or the preset does not apply to the item. */
export function presetPictureOf(item: Item, { presets }: Sizes, size: string): PresetPicture | undefined {
  const preset = presets.find(({ name }) => name === size)
  return preset && item.source && madeBy(item.source, preset)
}

export const isMade = (asset: Presettable, preset: Preset): boolean => madeBy(asset, preset) !== undefined

function madeBy(asset: Presettable, preset: Preset): PresetPicture | undefined {
  const made = presetPicture(asset, preset, isDrawn(asset.extension))
  return 'refusal' in made ? undefined : made
}
