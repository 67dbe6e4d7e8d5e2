import type { Filled, FillingFinding } from '@atelier/filling'
import type { Pictures } from './drawable.ts'
import { drawRaster } from './raster.ts'
import type { RenderTarget } from './recipe.ts'
import { drawSvg } from './svg.ts'

export type DrawnFile = {
  bytes: Buffer
  width: number
  height: number
  pageCount: number
  findings?: FillingFinding[]
}

const pixelsPer = { px: 1, mm: 96 / 25.4, in: 96 }

/**
 * Draws a filled document in the format that is asked for.
 * @param isRow whether the template will soon be drawn with other values.
 */
export async function drawFile(
  document: Filled,
  pictures: Pictures,
  { format, width, height, scale, quality, background }: RenderTarget,
  isRow: boolean,
): Promise<DrawnFile> {
  if (format === 'svg') {
    const { size } = document
    const factor = pixelsPer[size.unit]
    return {
      bytes: await drawSvg(document, pictures),
      width: size.width * factor,
      height: size.height * factor,
      pageCount: 1,
    }
  }
  const target = { format, width, height, scale, background, isRow, ...(quality !== null && { quality }) }
  return { ...(await drawRaster(document, pictures, target)), pageCount: 1 }
}
