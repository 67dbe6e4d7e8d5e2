import { fileURLToPath } from 'node:url'
import sharp, { type Metadata, type Sharp } from 'sharp'
import type { Rendering } from './rendering.ts'

/** Offset printing on coated paper, as in PDFs (drawing/profiles/README.md). */
const cmykProfile = fileURLToPath(new URL('../drawing/profiles/coated-fogra39.icc', import.meta.url))

const rgbSpaces: unknown[] = ['srgb', 'rgb16', 'rgb']

/** The colors of an opened image as its file contains them, so that colors outside sRGB are not lost. */
export const keepingGamut = (picture: Sharp, { space, hasProfile }: Metadata): Sharp =>
  hasProfile && rgbSpaces.includes(space) ? picture.keepIccProfile() : picture.withIccProfile('srgb')

/**
 * Converts a drawn picture into a color profile, which is then embedded in the file.
 * @param isVector whether the picture was drawn from a vector, which is in sRGB.
 */
export async function inProfile(
  picture: Sharp,
  profile: Rendering['profile'],
  isVector: boolean,
): Promise<Sharp> {
  if (profile === 'cmyk') return picture.withIccProfile(cmykProfile)
  if (profile !== 'p3') return picture
  if (isVector) return picture.withIccProfile('p3')
  // The library converts 8-bit images to sRGB first, and only 16-bit images directly to P3.
  const png = await picture.toColorspace('rgb16').png({ compressionLevel: 0 }).toBuffer()
  return sharp(png).withIccProfile('p3')
}
