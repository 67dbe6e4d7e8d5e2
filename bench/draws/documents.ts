import { readFileSync } from 'node:fs'
import { indexSvg } from '@atelier/svg/document-index'
import { readCleanSvg } from '@atelier/svg/read'
import { writeSvg } from '@atelier/svg/write'
import { openFonts, typeset, withFonts } from '@atelier/typesetting'
import sharp from 'sharp'
import type { Drawable } from '../../server/src/drawing/drawable.ts'
import { shippedFonts } from '../../server/src/drawing/shipped-fonts.ts'

export const photoSize = { width: 2_400, height: 1_600 }

/**
 * Creates a photo of 4 megapixels from noise at three scales. As a JPEG, it is as large as a landscape photo.
 */
export async function makePhoto(path: string): Promise<void> {
  const { width, height } = photoSize
  const layer = (blur: number) =>
    sharp({
      create: {
        width,
        height,
        channels: 3,
        background: '#808080',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .blur(blur)
      .normalise()
      .raw()
      .toBuffer()
  const [coarse, middle, fine] = [await layer(60), await layer(8), await layer(2)]
  const pixels = coarse.map((value, at) => value * 0.6 + middle[at]! * 0.3 + fine[at]! * 0.1)
  await sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toFile(path)
}

/**
 * A post of 1080 × 1080 with a gradient, a photo with rounded corners, a card with a shadow, and three texts.
 */
const post = (
  texts: readonly string[],
) => `<svg xmlns="http://www.w3.org/2000/svg" width="1080" height="1080" viewBox="0 0 1080 1080">
<defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="#0b3d2e"/><stop offset="1" stop-color="#f5e9d0"/></linearGradient>
<clipPath id="c"><rect x="60" y="60" width="960" height="700" rx="40"/></clipPath>
<filter id="s" x="-20%" y="-20%" width="140%" height="140%"><feDropShadow dx="0" dy="8" stdDeviation="12" flood-opacity=".4"/></filter></defs>
<rect width="1080" height="1080" fill="url(#g)"/>
<g clip-path="url(#c)"><image href="picture:photo" x="15" y="60" width="1050" height="700"/></g>
<g filter="url(#s)"><rect x="90" y="690" width="900" height="300" rx="20" fill="#fff"/></g>
<text id="$headline" x="130" y="780" font-size="64" font-weight="800" fill="#111">${texts[0]}</text>
<text id="$text" x="130" y="850" font-size="34" fill="#333">${texts[1]}</text>
<text id="$button" x="130" y="935" font-size="40" font-weight="700" fill="#c00000">${texts[2]}</text></svg>`

const fonts = await openFonts([], shippedFonts)

/** A post with its own texts, converted to outlines. */
export function filledPost(number: number): Promise<Drawable> {
  const texts = [
    `Made for first light ${number}`,
    `Row ${number} of the autumn campaign, from 18 €`,
    `Order until ${number}`,
  ]
  return withFonts(fonts, () => {
    const root = readCleanSvg(post(texts))
    const { glyphRuns } = typeset(root, indexSvg(root), fonts, {})
    return { root, glyphRuns }
  })
}

/** The same post as one SVG, with the photo embedded. */
export function wholeSvg({ root }: Drawable, photo: string, side: number): Buffer {
  const data = readFileSync(photo).toString('base64')
  const text = writeSvg(root).replace('picture:photo', `data:image/jpeg;base64,${data}`)
  return Buffer.from(text.replace('width="1080" height="1080"', `width="${side}" height="${side}"`))
}
