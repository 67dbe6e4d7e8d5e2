import type { Preset } from '../../../sdk/src/index.ts'
import { type Listed, stemAndEnd } from './local-names.ts'

/** File extensions of the formats of presets. */
const extensions = { jpeg: 'jpg', png: 'png', webp: 'webp', avif: 'avif', tiff: 'tiff' } as const

/** Returns an image with the file name that a preset gives it. Other assets stay unchanged. */
export function namedAs(asset: Listed, { format }: Pick<Preset, 'format'>): Listed {
  if (asset.type !== 'image') return asset
  const kept = Object.values(extensions).find((extension) => extension === asset.extension) ?? 'webp'
  const extension = format === 'original' ? kept : extensions[format]
  const { stem, end } = stemAndEnd(asset.filename)
  const isSame = format === 'original' && asset.extension === extension && end !== ''
  return isSame ? asset : { ...asset, filename: `${stem}.${extension}` }
}
