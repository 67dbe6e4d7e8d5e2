import { readFile } from 'node:fs/promises'
import type { Cascade } from '@atelier/svg/cascade'
import type { SvgElement } from '@atelier/svg/tree'
import type { Picture, Pictures } from './drawable.ts'
import { embeddedDensity } from './limits.ts'
import { openPicture } from './photograph.ts'
import { pictureKey } from './plan.ts'

const quality = 92

/** Copies of all elements that show these images, with the images embedded. */
export async function embedPictures(
  elements: Iterable<SvgElement>,
  cascade: Cascade,
  pictures: Pictures,
  scale: number,
): Promise<Map<SvgElement, SvgElement>> {
  const embedded = new Map<SvgElement, SvgElement>()
  const known = new Map<string, string>()
  for (const element of elements) {
    const key = pictureKey(element)
    if (key === undefined || embedded.has(element)) continue
    const picture = pictures.get(key)
    const shown = picture && reducedSize(picture, element, cascade, scale)
    const name = shown && `${key} ${shown.width} ${shown.height}`
    if (picture && shown && !known.has(name!)) known.set(name!, await dataUrlOf(picture, shown))
    const attributes = new Map([...element.attributes].filter(([attribute]) => attribute !== 'xlink:href'))
    const href = name === undefined ? undefined : known.get(name)
    if (href === undefined) attributes.delete('href')
    else attributes.set('href', href)
    embedded.set(element, { ...element, attributes })
  }
  return embedded
}

type Size = { width: number; height: number }

/**
 * The size of an image reduced to its visible number of pixels. Undefined if the drawn size is unknown, so that
 * all pixels are kept.
 */
function reducedSize({ width, height }: Picture, element: SvgElement, cascade: Cascade, scale: number): Size {
  const shown = ['width', 'height'].map((side) => Number(cascade.own(element, side)?.replace(/px$/, '')))
  const [across, down] = shown as [number, number]
  if (!(across > 0 && down > 0) || isScaled(element, cascade)) return { width, height }
  const factor = Math.min(1, Math.max(across / width, down / height) * scale * embeddedDensity)
  return { width: Math.max(1, Math.ceil(width * factor)), height: Math.max(1, Math.ceil(height * factor)) }
}

/** Whether a transform can enlarge the element beyond its width and height. */
function isScaled(element: SvgElement, cascade: Cascade): boolean {
  for (let one: SvgElement | undefined = element; one; one = cascade.parentOf(one)) {
    if (['pattern', 'symbol', 'defs', 'marker', 'mask', 'clipPath'].includes(one.name)) return true
    if (one.name === 'svg' && cascade.parentOf(one)) return true
    if (/matrix|scale/.test(cascade.own(one, 'transform') ?? '')) return true
  }
  return false
}

async function dataUrlOf({ path, isVector }: Picture, { width, height }: Size): Promise<string> {
  if (isVector) return `data:image/svg+xml;base64,${(await readFile(path)).toString('base64')}`
  const { picture, hasAlpha } = await openPicture(path)
  const sized = picture.resize(width, height, { fit: 'fill' })
  if (hasAlpha) return `data:image/png;base64,${(await sized.png().toBuffer()).toString('base64')}`
  const jpeg = await sized.jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer()
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`
}
