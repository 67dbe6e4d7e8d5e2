import type { JsonRow } from '../db/tenancy.ts'
import type { Faults } from '../errors.ts'
import { type EditLayout, turnedSize } from '../images/edit-layout.ts'
import type { Box } from '../images/layout.ts'
import { type Rendering, renditionSideMax, sidesMax } from '../images/rendering.ts'
import { changesPicture, type EditFields, editOf } from './edit-body.ts'
import type { AssetRow } from './queries.ts'

type Format = Rendering['format']

/** Returns why an asset cannot be edited at all. Undefined if it can be edited. */
export function uneditable(asset: JsonRow<AssetRow>, isDrawn: boolean): string | undefined {
  const isRendered = isDrawn && !asset.warnings.some(({ type }) => type === 'not_rendered')
  if (asset.type === 'image' && isRendered && asset.width !== null && asset.height !== null) return undefined
  return `The asset cannot be edited: only images that can be rendered can, and this is ${asset.mime_type}.`
}

/** The errors of an edit of an image, by field. */
export function editFaults(asset: JsonRow<AssetRow>, from: Box, body: EditFields): Faults {
  const faults: Faults = {}
  if (!changesPicture(body))
    faults.as = ['The edit changes nothing. Send rotate, flip, crop, width, height, format or quality.']
  if (body.as === 'version' && asset.is_animated)
    faults.as = ['The picture is animated. Only a copy of its first frame can be edited.']
  if (body.as === 'version' && body.name !== undefined) faults.name = ['The name field is only for a copy.']
  const { width, height } = turnedSize(from, editOf(body))
  const { crop } = body
  if (crop && (crop.x + crop.width > width || crop.y + crop.height > height))
    faults.crop = [`The crop must lie within the turned picture, which has ${width} × ${height} pixels.`]
  return faults
}

export function sizeFaults(
  { extension }: Pick<AssetRow, 'extension'>,
  from: Box,
  { area, size }: EditLayout,
  { width, height }: EditFields,
  format: Format,
): Faults {
  // A vector can be drawn up to the size of the largest rendition.
  const growth = extension === 'svg' ? renditionSideMax / Math.max(from.width, from.height) : 1
  const most = {
    width: Math.min(sidesMax[format], Math.max(1, Math.round(area.width * growth))),
    height: Math.min(sidesMax[format], Math.max(1, Math.round(area.height * growth))),
  }
  if (size.width <= most.width && size.height <= most.height) return {}
  const field = width === undefined && height !== undefined ? 'height' : 'width'
  const why = size.width > area.width || size.height > area.height ? ', because images are not enlarged' : ''
  return {
    [field]: [
      `The result would have ${size.width} × ${size.height} pixels. As ${format} it can have at most ` +
        `${most.width} × ${most.height}${growth === 1 ? why : ''}. Send a smaller ${field}.`,
    ],
  }
}
