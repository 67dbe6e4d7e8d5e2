import { defaultSize, sizeOf, viewBoxOf } from '@atelier/svg/size'
import type { SvgElement } from '@atelier/svg/tree'
import sharp, { type Sharp } from 'sharp'
import type { Box } from './layout.ts'
import { pixelsMax } from './limits.ts'
import { NotSvgError } from './svg-errors.ts'

export type ScalableSvg = Box & {
  /** Draws the document at this size, or at the largest possible size. */
  at(box: Box): Sharp
}

/** Pixels per inch in CSS. The renderer multiplies the size of the whole document by 96/72. */
const density = 96
const writtenPerDrawn = 72 / density

/** Maximum side in pixels that the drawing library supports. */
const drawnSideMax = 32_767

/**
 * Scales by the `viewBox` and not by the density, because a density would also change the size of millimeters
 * and points inside the document (docs/decisions/drawing-scale.md).
 * @param bytes the document as written by `writeSvg`.
 */
export async function scalableSvg(bytes: Buffer): Promise<ScalableSvg> {
  const end = bytes.indexOf('>')
  const head = bytes.toString('utf8', 0, end)
  if (!head.startsWith('<svg')) throw new NotSvgError('The document has not been cleaned.')
  const rest = bytes.subarray(head.endsWith('/') ? end - 1 : end)
  const attributes = attributesIn(head)
  const root = rootOf(attributes)
  const known = sizeOf(root)
  const viewBox = viewBoxOf(root)
  const open = (natural: Box, drawn: Box) => {
    const box = viewBox ?? { x: 0, y: 0, ...natural }
    const isSameShape = Math.abs((natural.width / natural.height) * (box.height / box.width) - 1) < 0.005
    const width = drawn.width * writtenPerDrawn
    const height = drawn.height * writtenPerDrawn
    const written = new Map([
      ...attributes,
      ['viewBox', `${box.x} ${box.y} ${box.width} ${box.height}`],
      ['width', String(width)],
      ['height', String(height)],
      // A style sheet may also set the size.
      ['style', `${attributes.get('style') ?? ''};width:${width}px!important;height:${height}px!important`],
    ])
    // A target is rounded to whole pixels. Without this attribute, there would be an empty line along one
    // side.
    if (isSameShape) written.set('preserveAspectRatio', 'none')
    const tag = [...written].map(([name, value]) => ` ${name}="${value}"`).join('')
    return sharp(Buffer.concat([Buffer.from(`<svg${tag}`), rest]), {
      density,
      limitInputPixels: pixelsMax,
      failOn: 'error',
      // The document's size is limited, but an image in the document may exceed the SVG reader's own limit.
      unlimited: true,
    })
  }
  const natural = known
    ? { width: known.width.pixels, height: known.height.pixels }
    : await extentOf(bytes, open)
  return { ...natural, at: (box) => open(natural, drawable(box)) }
}

/** Attributes as written. Entity references are kept. */
const attributesIn = (tag: string) =>
  new Map([...tag.matchAll(/\s([\w:.-]+)="([^"]*)"/g)].map(([, name, value]) => [name!, value!]))

const rootOf = (attributes: Map<string, string>): SvgElement => ({
  name: 'svg',
  attributes: new Map([...attributes].map(([name, value]) => [name, value.replace(/&#(9|10|13);/g, ' ')])),
  children: [],
})

function drawable({ width, height }: Box): Box {
  const scale = Math.min(
    1,
    drawnSideMax / width,
    drawnSideMax / height,
    Math.sqrt(pixelsMax / (width * height)),
  )
  if (scale === 1) return { width, height }
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) }
}

const trialSide = 256

/**
 * The extent of a document without a size, from its origin to the right and down, as a browser shows it in a
 * large window.
 */
async function extentOf(bytes: Buffer, open: (natural: Box, drawn: Box) => Sharp): Promise<Box> {
  const ink = await sharp(bytes, { density, limitInputPixels: false, unlimited: true })
    .metadata()
    // Nothing is drawn.
    .catch(() => undefined)
  if (!ink) return defaultSize
  const inkBox = { width: ink.width * writtenPerDrawn, height: ink.height * writtenPerDrawn }
  let side = 2 * Math.max(inkBox.width, inkBox.height)
  for (let times = 0; times < 2; times++, side *= 4) {
    const trial = { width: trialSide, height: trialSide }
    const { right, bottom } = await reach(open({ width: side, height: side }, trial))
    const isWhole = right < trialSide && bottom < trialSide
    if (isWhole && right > 0)
      return { width: (right / trialSide) * side, height: (bottom / trialSide) * side }
  }
  // The content fills any size, or is far outside.
  return Math.max(inkBox.width, inkBox.height) > 1 ? inkBox : defaultSize
}

/** The column and row after the last pixels with content. */
async function reach(image: Sharp): Promise<{ right: number; bottom: number }> {
  const { data, info } = await image
    .ensureAlpha()
    .extractChannel(3)
    .raw()
    .toBuffer({ resolveWithObject: true })
  let [right, bottom] = [0, 0]
  for (let at = 0; at < data.length; at++) {
    if (data[at] === 0) continue
    right = Math.max(right, (at % info.width) + 1)
    bottom = Math.floor(at / info.width) + 1
  }
  return { right, bottom }
}
