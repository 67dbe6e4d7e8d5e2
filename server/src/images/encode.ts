import type { Sharp } from 'sharp'
import type { Rendering } from './rendering.ts'

export const white = { r: 255, g: 255, b: 255 }

/** The fastest AVIF setting whose files are still smaller than WebP. */
const avifEffort = 2

export function encoded(picture: Sharp, { format, quality }: Pick<Rendering, 'format' | 'quality'>): Sharp {
  if (format === 'webp') return picture.webp({ quality })
  if (format === 'avif') return picture.avif({ quality, effort: avifEffort })
  if (format === 'png') return picture.png()
  return picture.flatten({ background: white }).jpeg({ quality, mozjpeg: true })
}
