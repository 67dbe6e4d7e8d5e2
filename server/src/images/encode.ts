import type { Sharp } from 'sharp'
import type { Rendering } from './rendering.ts'

export const white = { r: 255, g: 255, b: 255 }

/** Encoding effort for AVIF: the fastest setting whose files are still smaller than WebP. */
const avifEffort = 2

type Encoding = Pick<Rendering, 'format' | 'quality' | 'background' | 'profile'>

export function encoded(picture: Sharp, wanted: Encoding): Sharp {
  const { format, quality } = wanted
  const shown = mayBeTransparent(wanted)
    ? picture
    : picture.flatten({ background: wanted.background ?? white })
  if (format === 'webp') return shown.webp({ quality })
  if (format === 'avif') return shown.avif({ quality, effort: avifEffort })
  if (format === 'png') return shown.png()
  if (format === 'tiff') return shown.tiff({ compression: 'lzw', predictor: 'horizontal' })
  return shown.jpeg({ quality, mozjpeg: true })
}

export const mayBeTransparent = ({ format, background, profile }: Encoding): boolean =>
  format !== 'jpeg' && background === undefined && profile !== 'cmyk'
