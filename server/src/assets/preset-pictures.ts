import { publicId, type Uuid } from '../ids.ts'
import { type Box, layout, sizeOf } from '../images/layout.ts'
import { outputFormats, type Rendering, sidesMax } from '../images/rendering.ts'
import type { Preset } from '../presets/queries.ts'
import { presetPixelsMax } from '../presets/rules.ts'
import { presetSpec } from '../presets/spec.ts'
import { renderingOf } from './pictures.ts'
import { copyrightOnly } from './written-metadata.ts'

export type Presettable = {
  id: Uuid
  type: string
  mime_type: string
  extension: string
  width: number | null
  height: number | null
  focal_point: { x: number; y: number } | null
  warnings: readonly { type: string }[]
}

export type PresetPicture = {
  /** The format is described in storage/variants.ts. */
  spec: string
  extension: string
  /** The asset whose metadata is written into the file (written-metadata.ts). */
  metadataOf?: string | undefined
}

/**
 * The rendition of an asset in a preset. Presets are only for images, because people do not expect a page of
 * a document or a frame of a video.
 * @param isDrawn whether the server can render files of this format.
 * @returns the reason as the rest of a sentence, if there is no such rendition.
 */
export function presetPicture(
  asset: Presettable,
  preset: Preset,
  isDrawn: boolean,
): PresetPicture | { refusal: string } {
  const { type, mime_type, extension, width, height } = asset
  if (type !== 'image') return { refusal: `is not an image, but ${mime_type}` }
  const isRendered = isDrawn && !asset.warnings.some((warning) => warning.type === 'not_rendered')
  if (!isRendered || width === null || height === null)
    return { refusal: `is an image that cannot be rendered: ${mime_type}` }
  const format = preset.format === 'original' ? formatOf(extension) : preset.format
  const spec = presetSpec(preset, format, asset.focal_point)
  const rendering = renderingOf(spec)
  const mayGrow = extension === 'svg' || rendering.enlarge === true
  const drawn = layout({ width, height }, rendering, mayGrow)
  const tooLarge =
    excessOf(sizeOf(drawn), format) ??
    // A narrow image is enlarged far beyond the frame that it fills.
    (drawn.box.width > width ? excessOf(drawn.box, format, ' before it is cropped') : undefined)
  if (tooLarge !== undefined) return { refusal: tooLarge }
  const isWritten = preset.metadata !== 'none' && format !== 'avif'
  return {
    spec,
    extension: format === 'jpeg' ? 'jpg' : format,
    metadataOf: isWritten ? writtenOf(publicId('asset', asset.id), preset.metadata) : undefined,
  }
}

const writtenOf = (assetId: string, kind: Preset['metadata']) =>
  kind === 'copyright' ? `${assetId}:${copyrightOnly}` : assetId

const formatOf = (extension: string): Rendering['format'] =>
  extension === 'jpg' ? 'jpeg' : (outputFormats.find((format) => format === extension) ?? 'webp')

function excessOf({ width, height }: Box, format: Rendering['format'], when = ''): string | undefined {
  const side = sidesMax[format]
  const size = `would have ${width} × ${height} pixels in this preset${when}`
  if (width > side || height > side) return `${size}, and a ${format} file can have sides of ${side}`
  const megapixels = presetPixelsMax / 1_000_000
  return width * height > presetPixelsMax ? `${size}, more than ${megapixels} megapixels` : undefined
}
