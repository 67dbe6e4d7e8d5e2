import type { Filled } from '@atelier/filling'
import { pagesOf } from '@atelier/svg/pages'
import type { Finding } from '@atelier/typesetting'
import type { Pictures } from './drawable.ts'
import { drawPdf } from './pdf/document.ts'
import { drawRaster } from './raster.ts'
import type { Recipe } from './recipe.ts'
import { drawSvg } from './svg.ts'

export type DrawnFile = {
  bytes: Buffer
  width: number
  height: number
  pageCount: number
  findings?: Finding<string>[]
  /** Set for formats that browsers do not show as an image. */
  thumbnail?: Buffer
}

const pixelsPer = { px: 1, mm: 96 / 25.4, in: 96 }

/**
 * Draws a filled document in the requested format.
 * @param isRow whether the same template will soon be drawn with other values.
 */
export async function drawFile(
  document: Filled,
  pictures: Pictures,
  { target, palette, language }: Pick<Recipe, 'target' | 'palette' | 'language'>,
  isRow: boolean,
): Promise<DrawnFile> {
  const { format, width, height, scale, quality, background, pdf, title } = target
  const factor = pixelsPer[document.size.unit]
  const natural = { width: document.size.width * factor, height: document.size.height * factor, pageCount: 1 }
  if (format === 'svg') return { bytes: await drawSvg(document, pictures), ...natural }
  if (format === 'pdf') {
    const options = { ...pdf, ...(language !== null && { language }), ...(title !== undefined && { title }) }
    return {
      ...(await drawPdf([document], pictures, options, palette)),
      ...natural,
      pageCount: pagesOf(document.root).length,
      thumbnail: await thumbnailOf(document, pictures),
    }
  }
  const raster = { format, width, height, scale, background, isRow, ...(quality !== null && { quality }) }
  return { ...(await drawRaster(document, pictures, raster)), pageCount: 1 }
}

const thumbnailSide = 480

async function thumbnailOf(document: Filled, pictures: Pictures): Promise<Buffer> {
  const { width, height } = document.size
  const side = width >= height ? { width: thumbnailSide } : { height: thumbnailSide }
  return (await drawRaster(document, pictures, { format: 'webp', ...side, background: '#FFFFFF' })).bytes
}
