import { createHash } from 'node:crypto'
import { readCascade } from '@atelier/svg/cascade'
import { hexOf } from '@atelier/svg/colors'
import { type Rectangle, transformBox } from '@atelier/svg/transforms'
import { descendants, parentsIn, type SvgElement, textOf } from '@atelier/svg/tree'
import sharp, { type Sharp } from 'sharp'
import {
  blendOver,
  blendPicture,
  cropped,
  type Mask,
  newPixels,
  type Pixels,
  release,
  seenThrough,
  trimmed,
} from './blend.ts'
import type { Drawable, Pictures, Raster, RasterTarget } from './drawable.ts'
import { embedPictures } from './embed.ts'
import { keptPixels } from './kept-pixels.ts'
import { type Change, openLayer, writeLayer } from './layer.ts'
import { intersection, scalesOf, wholePixels } from './matrix.ts'
import { fileStamp, placePicture } from './photograph.ts'
import {
  copiedElements,
  type GroupItem,
  type Item,
  indexOf,
  type PictureItem,
  picturesIn,
  planOf,
  type VectorItem,
} from './plan.ts'
import { filterReach, inPieces, isLarge } from './tiles.ts'
import { type View, viewOf } from './view.ts'

/**
 * Draws a filled document. librsvg draws the vectors, and libvips reads large photographs at their visible
 * size and blends them between the vector layers (docs/decisions/renders-drawing.md).
 * @throws {RangeError} if the drawing would have too many pixels.
 */
export async function drawRaster(
  { root }: Drawable,
  pictures: Pictures,
  target: RasterTarget,
): Promise<Raster> {
  const view = viewOf(root, target)
  const cascade = readCascade(root, parentsIn(root))
  const byId = indexOf(root)
  const context = {
    cascade,
    pictures,
    view,
    byId,
    copied: copiedElements(root, byId),
    splitsVariables: target.isRow === true,
  }
  const items = isPositional(root) ? [wholeOf(root)] : planOf(root, context)
  const blended = new Set(picturesIn(items).map(({ element }) => element))
  const inVectors = [...descendants(root)].filter((element) => !blended.has(element))
  const scale = Math.max(...scalesOf(view.matrix))
  const embedded = await embedPictures(inVectors, cascade, pictures, scale)
  const reach = isLarge({ x: 0, y: 0, ...view }) ? filterReach(root, cascade, byId, scale) : undefined
  const drawing: Drawing = { root, view, embedded, reach, isRow: target.isRow === true }
  const background = backgroundOf(target)
  const { opened, canvas } = await opens(drawing, items, background)
  const { data, info } = await encoded(opened, target).toBuffer({ resolveWithObject: true })
  if (canvas) release(canvas)
  return { bytes: data, width: info.width, height: info.height }
}

type Drawing = {
  root: SvgElement
  view: View
  /** Elements that show an image, with the image embedded. */
  embedded: ReadonlyMap<SvgElement, SvgElement>
  /** How far filters reach. Undefined if layers are too small for tiles. */
  reach: number | undefined
  isRow: boolean
}

const wholeOf = (root: SvgElement): Item => ({
  kind: 'vector',
  parts: [root],
  isVariable: false,
  isBlended: false,
})

/**
 * Whether style sheets use selectors that count siblings. Such selectors would match differently if some
 * elements were omitted.
 */
function isPositional(root: SvgElement): boolean {
  for (const element of descendants(root)) {
    if (element.name !== 'style') continue
    const selectors = textOf(element).replace(/\{[^}]*\}/g, '')
    if (/[+~]|:(?:nth|first|last|only|empty|not|is|where)/.test(selectors)) return true
  }
  return false
}

type Background = { word: number; css: string } | undefined

function backgroundOf({ background, format }: RasterTarget): Background {
  const hex =
    background && background !== 'transparent' ? hexOf(background) : format === 'jpeg' ? '#FFFFFF' : null
  if (!hex) return undefined
  const value = Number.parseInt(hex.slice(1), 16)
  const [red, green, blue] = [value >> 16, (value >> 8) & 255, value & 255]
  return { word: ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0, css: hex }
}

async function opens(
  drawing: Drawing,
  items: Item[],
  background: Background,
): Promise<{ opened: Sharp; canvas?: Pixels }> {
  const [only] = items
  // The pixels are encoded inside the library.
  if (only?.kind === 'vector' && items.length === 1 && reachOf(drawing, only) === undefined) {
    const layer = openLayer(svgOf(drawing, only, [], canvasOf(drawing)))
    return { opened: background ? layer.flatten({ background: background.css }) : layer }
  }
  const canvas = await drawn(drawing, items, [], background)
  const { width, height, data } = canvas
  const opened = sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: false })
  return { opened: background ? opened.removeAlpha() : opened, canvas }
}

const canvasOf = ({ view: { width, height } }: Drawing): Rectangle => ({ x: 0, y: 0, width, height })

/** Encoding effort for AVIF: the fastest setting whose files are still smaller than WebP. */
const avifEffort = 2
const qualityDefault = 88

function encoded(picture: Sharp, { format, quality = qualityDefault }: RasterTarget): Sharp {
  if (format === 'png') return picture.png()
  if (format === 'webp') return picture.webp({ quality })
  if (format === 'avif') return picture.avif({ quality, effort: avifEffort })
  // Colored letters look blurred with chroma subsampling.
  return picture.jpeg({ quality, chromaSubsampling: '4:4:4' })
}

async function drawn(
  drawing: Drawing,
  items: Item[],
  groups: SvgElement[],
  background: Background,
): Promise<Pixels> {
  const unchanged = drawing.isRow && groups.length === 0 ? items.findIndex(isVariable) : 0
  const below = unchanged === -1 ? items : items.slice(0, unchanged)
  if (below.length < 2) return stacked(drawing, items, groups, background)
  const key = await keyOf(drawing, below, background)
  const kept = await keptPixels(key, () => stacked(drawing, below, groups, background))
  const canvas = { ...kept, data: Uint8Array.from(kept.data) }
  for (const item of items.slice(below.length)) await draw(drawing, canvas, item, groups)
  return canvas
}

/** The first layer is the canvas for the other layers. */
async function stacked(
  drawing: Drawing,
  items: Item[],
  groups: SvgElement[],
  background: Background,
): Promise<Pixels> {
  const rect = canvasOf(drawing)
  const [first, ...others] = items
  const isKept = drawing.isRow && first?.kind === 'vector' && !first.isVariable && groups.length === 0
  const isFirst = first?.kind === 'vector' && !isKept && reachOf(drawing, first) === undefined
  const canvas = isFirst
    ? await readPixels(svgOf(drawing, first, groups, rect, background), rect)
    : newPixels(rect, background?.word)
  for (const item of isFirst ? others : items) await draw(drawing, canvas, item, groups)
  return canvas
}

const isVariable = (item: Item): boolean =>
  item.kind === 'vector' ? item.isVariable : item.kind === 'group' && item.items.some(isVariable)

async function keyOf(drawing: Drawing, items: Item[], background: Background): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([drawing.view, background]))
  for (const item of items) {
    if (item.kind === 'vector') hash.update(svgOf(drawing, item, [], canvasOf(drawing)))
    else if (item.kind === 'picture') {
      hash
        .update(JSON.stringify([item.matrix, await fileStamp(item.picture.path)]))
        .update(maskSvg(drawing, item, [], canvasOf(drawing)))
    } else {
      hash.update(groupMaskSvg(drawing, item, [], canvasOf(drawing)))
      hash.update(await keyOf(drawing, item.items, background))
    }
  }
  return hash.digest('base64')
}

async function draw(drawing: Drawing, canvas: Pixels, item: Item, groups: SvgElement[]): Promise<void> {
  if (item.kind === 'vector') return drawVectors(drawing, canvas, item, groups)
  if (item.kind === 'picture') return drawPicture(drawing, canvas, item, groups)
  const mask = await readMask(groupMaskSvg(drawing, item, groups, canvasOf(drawing)), canvasOf(drawing))
  const group = await drawn(drawing, item.items, [...groups, item.element], undefined)
  blendOver(canvas, group, mask)
  release(group)
  release(mask)
}

async function drawVectors(drawing: Drawing, canvas: Pixels, item: VectorItem, groups: SvgElement[]) {
  const rect = canvasOf(drawing)
  const read = (piece: Rectangle) => readPixels(svgOf(drawing, item, groups, piece), piece)
  const reach = reachOf(drawing, item)
  if (reach !== undefined)
    return inPieces(rect, reach, read, (drawn, tile) => blendOver(canvas, drawn, undefined, tile))
  const isKept = drawing.isRow && !item.isVariable && groups.length === 0
  const key = () => {
    const svg = svgOf(drawing, item, groups, rect)
    return createHash('sha256').update(JSON.stringify(drawing.view)).update(svg).digest('base64')
  }
  const layer = isKept ? await keptPixels(key(), async () => trimmed(await read(rect))) : await read(rect)
  blendOver(canvas, layer)
  if (!isKept) release(layer)
}

/** How far tiles of a large layer overlap. Undefined if the layer is drawn as a whole. */
function reachOf({ view, reach }: Drawing, { parts }: VectorItem): number | undefined {
  if (!isLarge({ x: 0, y: 0, ...view })) return undefined
  return parts.some((part) => [...descendants(part)].some(isFiltered)) ? reach : 0
}

const isFiltered = ({ attributes }: SvgElement) =>
  attributes.has('filter') || attributes.has('class') || (attributes.get('style') ?? '').includes('filter')

async function readPixels(svg: string, rect: Rectangle): Promise<Pixels> {
  return { ...rect, data: await openLayer(svg).ensureAlpha().raw().toBuffer() }
}

async function readMask(svg: string, rect: Rectangle): Promise<Mask> {
  const data = await openLayer(svg).ensureAlpha().extractChannel(3).raw().toBuffer()
  return { ...rect, data }
}

function svgOf(
  { root, view, embedded }: Drawing,
  { parts }: VectorItem,
  groups: SvgElement[],
  rect: Rectangle,
  background?: Background,
): string {
  const change = { parts: new Set(parts), plain: new Set(groups), replaced: embedded }
  return writeLayer(root, view, change, rect, background?.css)
}

async function drawPicture(
  drawing: Drawing,
  canvas: Pixels,
  item: PictureItem,
  groups: SvgElement[],
): Promise<void> {
  const whole = { x: 0, y: 0, width: item.picture.width, height: item.picture.height }
  const near = intersection(wholePixels(transformBox(item.matrix, whole)), canvasOf(drawing))
  if (near.width < 1 || near.height < 1) return
  const mask = await readMask(maskSvg(drawing, item, groups, near), near)
  const seen = seenThrough(mask)
  const placed = seen && (await placePicture(item.picture, item.matrix, seen))
  if (placed) {
    blendPicture(canvas, seen, placed.samples, placed.matrix, cropped(mask, seen))
    release(placed.samples)
  }
  release(mask)
}

/** Replaces the image with a rectangle that is visible exactly where the image is. */
function maskSvg(
  { root, view }: Drawing,
  { element, visible }: PictureItem,
  groups: SvgElement[],
  rect: Rectangle,
): string {
  const own = [...element.attributes].filter(([name]) => !geometry.has(name))
  const style = `${element.attributes.get('style') ?? ''};${white}`
  const sides = Object.entries(visible).map(([name, value]) => [name, String(value)] as const)
  const shape = { name: 'rect', attributes: new Map([...own, ...sides, ['style', style]]), children: [] }
  return writeLayer(root, view, changeTo(element, shape, groups), rect)
}

const geometry = new Set('x y width height href xlink:href preserveAspectRatio'.split(' '))
const white = 'fill:#fff!important;fill-opacity:1!important;stroke:none!important'

const changeTo = (element: SvgElement, shape: SvgElement, groups: SvgElement[]): Change => ({
  parts: new Set([element]),
  plain: new Set(groups),
  replaced: new Map([[element, shape]]),
})

/** Replaces the content of the group with a rectangle over the whole canvas. */
function groupMaskSvg(
  { root, view }: Drawing,
  { element }: GroupItem,
  groups: SvgElement[],
  rect: Rectangle,
): string {
  const far = 1e5
  const shape = {
    name: 'rect',
    attributes: new Map([
      ['x', String(-far)],
      ['y', String(-far)],
      ['width', String(2 * far)],
      ['height', String(2 * far)],
      ['style', white],
    ]),
    children: [],
  }
  const filled = { ...element, children: [shape] }
  return writeLayer(root, view, changeTo(element, filled, groups), rect)
}
