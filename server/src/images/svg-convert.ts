import { descendants, type SvgElement } from '@atelier/svg/tree'
import { writeSvg } from '@atelier/svg/write'
import sharp from 'sharp'
import { svgBytesMax } from './limits.ts'
import { dataUrl, embeddedPixelsMax, readEmbedded, tooManyPixels } from './svg-embedded.ts'
import { UnsafeSvgError } from './svg-errors.ts'

/** Maximum size as PNG. A larger image is a photograph and becomes a JPEG if it is opaque. */
const pngBytesMax = 2 * 1024 ** 2
const quality = 92

/**
 * Converts embedded images that the renderer cannot draw (GIF, WebP and AVIF) to PNG or JPEG. Only the first
 * frame of an animation is kept. An image that cannot be decoded is removed.
 * @throws {UnsafeSvgError} if they have too many pixels, or too many bytes afterwards.
 */
export async function convertEmbedded(root: SvgElement): Promise<void> {
  await convertIn(root, { pixels: 0, bytes: 0, known: new Map() })
}

type Converted = { pixels: number; bytes: number; known: Map<string, string | undefined> }

async function convertIn(root: SvgElement, total: Converted): Promise<boolean> {
  let isChanged = false
  for (const element of descendants(root)) {
    const name = element.attributes.has('href') ? 'href' : 'xlink:href'
    const href = element.attributes.get(name)
    if (!href?.startsWith('data:')) continue
    const other = element.embedded
      ? (await convertIn(element.embedded, total))
        ? dataUrl('svg+xml', Buffer.from(writeSvg(element.embedded)))
        : href
      : await converted(href, total)
    if (other === href) continue
    isChanged = true
    if (other === undefined) element.attributes.delete(name)
    else element.attributes.set(name, other)
  }
  return isChanged
}

async function converted(href: string, total: Converted): Promise<string | undefined> {
  if (!/^data:image\/(?:gif|webp|avif);/.test(href)) return href
  if (!total.known.has(href)) total.known.set(href, await converting(href, total))
  const other = total.known.get(href)
  total.bytes += other?.length ?? 0
  if (total.bytes > svgBytesMax)
    throw new UnsafeSvgError('The images in the SVG are too large. Embed photographs as JPEG.')
  return other
}

async function converting(href: string, total: Converted): Promise<string | undefined> {
  const picture = sharp(readEmbedded(href)!.bytes, { limitInputPixels: embeddedPixelsMax }).autoOrient()
  const { width, height } = await picture.metadata().catch(() => ({ width: 0, height: 0 }))
  total.pixels += width * height
  if (total.pixels > embeddedPixelsMax) throw tooManyPixels()
  try {
    const png = await picture.clone().toColorspace('srgb').png().toBuffer()
    if (png.length <= pngBytesMax || !(await sharp(png).stats()).isOpaque) return dataUrl('png', png)
    return dataUrl(
      'jpeg',
      await sharp(png).flatten().jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer(),
    )
  } catch {
    return undefined
  }
}
