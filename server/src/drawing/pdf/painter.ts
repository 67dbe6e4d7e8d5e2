import { createHash } from 'node:crypto'
import { viewBoxOf } from '@atelier/svg/size'
import {
  identity,
  type Matrix,
  multiply,
  type Rectangle,
  readTransform,
  transformBox,
} from '@atelier/svg/transforms'
import { childElements, hrefOf, type SvgElement } from '@atelier/svg/tree'
import type { Pictures } from '../drawable.ts'
import { intersection, inverse, scalesOf } from '../matrix.ts'
import { openPicture } from '../photograph.ts'
import { pictureKey } from '../plan.ts'
import { fitted, naturalSize } from '../view.ts'
import { type Bleed, bledOut } from './bleed.ts'
import { type Colors, gray } from './colors.ts'
import { num, nums, type PdfFile, type Ref } from './file.ts'
import { type ImageContext, pictureObject, pixelsObject } from './images.ts'
import type { Segment } from './outlines.ts'
import { boxOfOutline } from './outlines.ts'
import {
  attributeIn,
  chainOf,
  fromBox,
  type Gradient,
  gradientPattern,
  isTranslucent,
  readGradient,
} from './paint-servers.ts'
import { rasterized, shadowOnly, shadowResolution } from './rasterized.ts'
import type { RunWriter } from './runs.ts'
import {
  boundingBox,
  isStated,
  lengthOf,
  lengthReader,
  matrixTo,
  outlineIn,
  referenced,
  type Source,
  transformOf,
  used,
  viewportOf,
} from './source.ts'
import { newStream, pathOperators, rectOperator, type Stream, within } from './stream.ts'
import { type Color, initialStyle, opacity, type Paint, type Style, styleOf } from './style.ts'

type Size = { width: number; height: number }

/** Elements that were rasterized. */
export type Rasterized = { element: SvgElement; reason: 'filter' | 'marker' }

export type Painter = {
  file: PdfFile
  colors: Colors
  images: ImageContext
  pictures: Pictures
  /** Parsed vector images, by key or URL. */
  vectors: ReadonlyMap<string, Source>
  bleed?: Bleed | undefined
  /** One page of several with its bleed, in user units of the root. What is beside it is left out. */
  printed?: Rectangle | undefined
  onRasterized(found: Rasterized): void
  /** Resources shared by all streams. */
  common: string
  runs?: RunWriter | undefined
}

/** The painter's position in a document. */
type Place = {
  source: Source
  style: Style
  viewport: Size
  /** From user space to that of the document's root. */
  frame: Matrix
  /** Inside something that is drawn by reference: its appearance depends on the referencing element. */
  isCopy: boolean
  depth: number
}

/** Pixels of an image per point of the page: 300 dpi, the minimum for good print. */
const pixelsPerPoint = 300 / 72
const depthMax = 100

const neverDrawn = new Set(
  'defs symbol clipPath mask pattern marker filter linearGradient radialGradient style title desc view stop text'.split(
    ' ',
  ),
)

/** Something inside cannot be expressed, and its appearance depends on its surroundings. */
class NeedsPixels extends Error {}

/** Draws the content of a document. The stream is in user units of its root. */
export async function paintDocument(
  painter: Painter,
  stream: Stream,
  source: Source,
  viewport: Size,
): Promise<void> {
  const place: Place = { source, style: initialStyle, viewport, frame: identity, isCopy: false, depth: 0 }
  const style = styleOf(source.cascade, source.root, initialStyle)
  await paintChildren(painter, stream, { ...place, style }, source.root)
}

async function paintChildren(painter: Painter, stream: Stream, place: Place, element: SvgElement) {
  const children = childElements(element)
  const drawn = element.name === 'switch' ? children.filter(isChosen).slice(0, 1) : children
  for (const child of drawn) await paint(painter, stream, { ...place, depth: place.depth + 1 }, child)
}

/** Whether this child of a `switch` is drawn, chosen as in the pixel renderer. */
function isChosen({ name, attributes }: SvgElement): boolean {
  const languages = attributes.get('systemLanguage')
  const isSpoken = languages === undefined || languages.split(',').some((one) => /^\s*en\b/i.test(one))
  return isSpoken && !attributes.get('requiredExtensions') && !neverDrawn.has(name)
}

async function paint(painter: Painter, stream: Stream, place: Place, element: SvgElement): Promise<void> {
  const { source } = place
  if (neverDrawn.has(element.name) || place.depth > depthMax) return
  if (source.cascade.own(element, 'display') === 'none') return
  const mark = { out: stream.out.length, matrix: stream.matrix }
  try {
    await paintVectors(painter, stream, place, element)
  } catch (error) {
    if (!(error instanceof NeedsPixels) || place.isCopy) throw error
    stream.out.length = mark.out
    stream.matrix = mark.matrix
    await paintPixels(painter, stream, place, element, 'filter')
  }
}

async function paintVectors(
  painter: Painter,
  stream: Stream,
  place: Place,
  element: SvgElement,
): Promise<void> {
  const { source, viewport } = place
  const style = styleOf(source.cascade, element, place.style)
  const hasFilter = isStated(source, element, 'filter')
  const isMarked = style.hasMarkers && ['path', 'line', 'polyline', 'polygon'].includes(element.name)
  if (isMarked) {
    if (place.isCopy) throw new NeedsPixels()
    return paintPixels(painter, stream, place, element, 'marker')
  }
  if (hasFilter) {
    if (place.isCopy) throw new NeedsPixels()
    const shadow = shadowOnly(source, element)
    await paintPixels(painter, stream, place, element, 'filter', shadow)
    if (!shadow) return
  }
  const matrix = transformOf(source, element, viewport)
  const inner: Place = { ...place, style, frame: multiply(place.frame, matrix) }
  if (isBeside(painter, inner, element)) return
  await within(stream, matrix, () => paintEffects(painter, stream, inner, element))
}

const leaves = new Set(['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'image'])

/** Whether nothing of a shape or a picture is on the page. */
function isBeside(
  { printed }: Painter,
  { source, viewport, style, frame, isCopy }: Place,
  element: SvgElement,
) {
  if (!printed || isCopy || !leaves.has(element.name) || isStated(source, element, 'vector-effect'))
    return false
  const box = boundingBox(source, element, viewport)
  if (!box) return false
  const stroke =
    style.stroke.type === 'none' ? 0 : lengthOf(style.strokeWidth, 'both', viewport, style.fontSize)
  const reach = stroke * Math.max(1, style.miterLimit)
  const seen = transformBox(frame, {
    x: box.x - reach,
    y: box.y - reach,
    width: box.width + 2 * reach,
    height: box.height + 2 * reach,
  })
  return (
    seen.x > printed.x + printed.width ||
    seen.y > printed.y + printed.height ||
    seen.x + seen.width < printed.x ||
    seen.y + seen.height < printed.y
  )
}

/** Applies clips, masks, blend mode and opacity, then draws the element itself. */
async function paintEffects(painter: Painter, stream: Stream, place: Place, element: SvgElement) {
  const { source } = place
  const alpha = opacity(source.cascade.own(element, 'opacity')) ?? 1
  if (alpha === 0) return
  const clips = clipsOf(painter, place, element)
  for (const { segments, rule } of clips.simple)
    stream.out.push(
      segments.length === 0 ? '0 0 0 0 re' : pathOperators(segments),
      rule === 'evenodd' ? 'W* n' : 'W n',
    )
  const mask = isStated(source, element, 'mask') ? referenced(source, element, 'mask') : undefined
  const blend = blendModes[source.cascade.own(element, 'mix-blend-mode') ?? 'normal'] ?? 'Normal'
  const isIsolated = source.cascade.own(element, 'isolation') === 'isolate'
  const isSimple = !mask && clips.complex.length === 0 && blend === 'Normal' && !isIsolated
  if (isSimple && (alpha === 1 || isOnePaint(place, element)))
    return paintElement(painter, stream, place, element, alpha)
  const group = await groupOf(painter, stream, (inside) => paintElement(painter, inside, place, element, 1))
  const states = [`/ca ${num(alpha)}/CA ${num(alpha)}`]
  if (blend !== 'Normal') states.push(`/BM/${blend}`)
  const masks = [
    ...(mask ? [await maskOf(painter, stream, place, element, mask)] : []),
    ...(await Promise.all(clips.complex.map((clip) => clipMask(painter, stream, place, element, clip)))),
  ]
  // Two masks need two groups.
  let drawn = group
  for (const one of masks.slice(1)) {
    const again = drawn
    drawn = await groupOf(painter, stream, async (inside) => {
      setState(painter, inside, `/SMask ${one}`)
      inside.out.push(`/${inside.use('XObject', again)} Do`)
    })
  }
  if (masks[0]) states.push(`/SMask ${masks[0]}`)
  stream.out.push('q')
  setState(painter, stream, states.join(''))
  stream.out.push(`/${stream.use('XObject', drawn)} Do`, 'Q')
}

const setState = ({ file }: Painter, stream: Stream, state: string) =>
  stream.out.push(`/${stream.use('ExtGState', file.once(`<</Type/ExtGState${state}>>`))} gs`)

const blendModes: Record<string, string> = {
  multiply: 'Multiply',
  screen: 'Screen',
  overlay: 'Overlay',
  darken: 'Darken',
  lighten: 'Lighten',
  'color-dodge': 'ColorDodge',
  'color-burn': 'ColorBurn',
  'hard-light': 'HardLight',
  'soft-light': 'SoftLight',
  difference: 'Difference',
  exclusion: 'Exclusion',
  hue: 'Hue',
  saturation: 'Saturation',
  color: 'Color',
  luminosity: 'Luminosity',
}

/** It paints each point once, so its opacity can be applied to the paint. */
function isOnePaint({ style }: Place, { name }: SvgElement): boolean {
  if (name === 'image') return true
  const isShape = ['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon'].includes(name)
  return isShape && (style.fill.type === 'none' || style.stroke.type === 'none')
}

/** The area of a stream in the current user space. */
const areaOf = ({ matrix, area }: Stream): Rectangle => transformBox(inverse(matrix) ?? identity, area)

/** A transparency group with its content, in the current user space. */
async function groupOf(
  painter: Painter,
  stream: Stream,
  write: (inside: Stream) => Promise<void>,
  space?: string,
): Promise<Ref> {
  const area = areaOf(stream)
  const inside = newStream(area, painter.common)
  await write(inside)
  const group = `/Group<</S/Transparency/I true/CS/${space ?? painter.colors.space}>>`
  const box = nums([area.x, area.y, area.x + area.width, area.y + area.height])
  return painter.file.addStream(
    `/Type/XObject/Subtype/Form/BBox[${box}]${group}/Resources${inside.resources()}`,
    inside.out.join('\n'),
  )
}

type Clip = { segments: Segment[]; rule: 'nonzero' | 'evenodd' }

/** A clip of one shape is a path. A clip of several is a mask, because PDF has no union of paths. */
function clipsOf(
  painter: Pick<Painter, 'bleed'>,
  place: Place,
  element: SvgElement,
): { simple: Clip[]; complex: SvgElement[] } {
  const result: { simple: Clip[]; complex: SvgElement[] } = { simple: [], complex: [] }
  let target = isStated(place.source, element, 'clip-path')
    ? referenced(place.source, element, 'clip-path')
    : undefined
  for (let times = 0; target?.name === 'clipPath' && times < 8; times++) {
    const clip = simpleClip(painter, place, element, target)
    if (clip) result.simple.push(clip)
    else result.complex.push(target)
    target = isStated(place.source, target, 'clip-path')
      ? referenced(place.source, target, 'clip-path')
      : undefined
  }
  return result
}

function simpleClip(
  painter: Pick<Painter, 'bleed'>,
  place: Place,
  element: SvgElement,
  clip: SvgElement,
): Clip | undefined {
  const { source, viewport, style } = place
  const shapes = childElements(clip).filter(({ name }) => !['title', 'desc', 'style'].includes(name))
  if (shapes.length === 0) return { segments: [], rule: 'nonzero' }
  const [shape] = shapes
  if (shapes.length > 1 || isStated(source, shape!, 'clip-path')) return undefined
  const inBox = clip.attributes.get('clipPathUnits') === 'objectBoundingBox'
  const box = inBox ? boundingBox(source, element, viewport) : undefined
  if (inBox && !box) return { segments: [], rule: 'nonzero' }
  const outer = multiply(box ? fromBox(box) : identity, transformOf(source, clip, viewport))
  const matrix = multiply(outer, transformOf(source, shape!, viewport))
  const inside = { ...place, frame: multiply(place.frame, matrix) }
  const segments = bled(painter, inside, shape!) ?? outlineIn(source, shape!, viewport)
  if (!segments) return undefined
  const rule = styleOf(source.cascade, shape!, styleOf(source.cascade, clip, style)).clipRule
  return { segments: transformed(segments, matrix), rule }
}

export function transformed(segments: Segment[], [a, b, c, d, e, f]: Matrix): Segment[] {
  const x = (px: number, py: number) => a * px + c * py + e
  const y = (px: number, py: number) => b * px + d * py + f
  return segments.map((segment) => {
    if (segment.type === 'Z') return segment
    const end = { x: x(segment.x, segment.y), y: y(segment.x, segment.y) }
    if (segment.type !== 'C') return { type: segment.type, ...end }
    const { x1, y1, x2, y2 } = segment
    return { type: 'C', x1: x(x1, y1), y1: y(x1, y1), x2: x(x2, y2), y2: y(x2, y2), ...end }
  })
}

const blackStyle = (style: Style): Style => ({
  ...initialStyle,
  clipRule: style.clipRule,
  fill: { type: 'color', color: { hex: '#000000', alpha: 1 } },
})

/** A soft mask from the opacity of a `clipPath`'s content. */
async function clipMask(
  painter: Painter,
  stream: Stream,
  place: Place,
  element: SvgElement,
  clip: SvgElement,
): Promise<string> {
  const { source, viewport } = place
  const group = await groupOf(
    painter,
    stream,
    async (inside) => {
      const inBox = clip.attributes.get('clipPathUnits') === 'objectBoundingBox'
      const box = inBox ? boundingBox(source, element, viewport) : undefined
      if (inBox && !box) return
      const matrix = multiply(box ? fromBox(box) : identity, transformOf(source, clip, viewport))
      await within(inside, matrix, async () => {
        for (const child of childElements(clip)) await paintClipped(painter, inside, place, child)
      })
    },
    'DeviceGray',
  )
  return `<</S/Alpha/G ${group} 0 R>>`
}

/** As a clip, a shape is filled whatever its own paint is. */
async function paintClipped(
  painter: Painter,
  stream: Stream,
  place: Place,
  element: SvgElement,
): Promise<void> {
  const { source, viewport } = place
  if (source.cascade.own(element, 'display') === 'none') return
  const style = blackStyle(styleOf(source.cascade, element, place.style))
  await within(stream, transformOf(source, element, viewport), async () => {
    const clips = clipsOf(painter, place, element)
    for (const { segments, rule } of clips.simple)
      stream.out.push(pathOperators(segments), rule === 'evenodd' ? 'W* n' : 'W n')
    const copy = element.name === 'use' ? used(source, element, viewport) : undefined
    if (copy)
      return within(stream, copy.matrix, () =>
        paintClipped(painter, stream, { ...place, style }, copy.target),
      )
    const segments = outlineIn(source, element, viewport)
    if (segments && segments.length > 0)
      stream.out.push(gray(0), pathOperators(segments), style.clipRule === 'evenodd' ? 'f*' : 'f')
  })
}

/** A soft mask from the luminance or opacity of a `mask`'s content. */
async function maskOf(
  painter: Painter,
  stream: Stream,
  place: Place,
  element: SvgElement,
  mask: SvgElement,
): Promise<string> {
  const { source, viewport } = place
  const units = mask.attributes.get('maskUnits') ?? 'objectBoundingBox'
  const contentUnits = mask.attributes.get('maskContentUnits') ?? 'userSpaceOnUse'
  const box = boundingBox(source, element, viewport)
  const isAlpha = source.cascade.own(mask, 'mask-type') === 'alpha'
  const group = await groupOf(painter, stream, async (inside) => {
    if (!box) return
    const whole = units === 'userSpaceOnUse' ? viewport : { width: 1, height: 1 }
    const at = (name: string, axis: 'x' | 'y', preset: string) =>
      lengthOf(mask.attributes.get(name) ?? preset, axis, whole)
    const region = {
      x: at('x', 'x', '-10%'),
      y: at('y', 'y', '-10%'),
      width: at('width', 'x', '120%'),
      height: at('height', 'y', '120%'),
    }
    const rect = units === 'userSpaceOnUse' ? region : transformBox(fromBox(box), region)
    inside.out.push(rectOperator(rect), 'W n')
    const style = styleOf(source.cascade, mask, initialStyle)
    const matrix = contentUnits === 'objectBoundingBox' ? fromBox(box) : identity
    await within(inside, matrix, () =>
      paintChildren(painter, inside, { ...place, style, isCopy: true }, mask),
    )
  })
  return isAlpha
    ? `<</S/Alpha/G ${group} 0 R>>`
    : `<</S/Luminosity/G ${group} 0 R/BC[${painter.colors.mode === 'rgb' ? '0 0 0' : '0 0 0 1'}]>>`
}

async function paintElement(
  painter: Painter,
  stream: Stream,
  place: Place,
  element: SvgElement,
  alpha: number,
): Promise<void> {
  const { source, viewport, style } = place
  if (element.name === 'image') return paintImage(painter, stream, place, element, alpha)
  if (element.name === 'use') {
    const copy = used(source, element, viewport)
    if (!copy) return
    const inner: Place = { ...place, isCopy: true, depth: place.depth + 1 }
    return within(stream, copy.matrix, () => paintCopy(painter, stream, inner, element, copy.target))
  }
  if (element.name === 'svg') return paintViewport(painter, stream, place, element)
  if (['g', 'a', 'switch'].includes(element.name)) {
    return paintChildren(painter, stream, place, element)
  }
  const segments = bled(painter, place, element) ?? outlineIn(source, element, viewport, style.fontSize)
  if (!segments || segments.length === 0 || !style.isVisible) return
  const text = style.stroke.type === 'none' ? painter.runs?.operators(stream, element) : undefined
  const shown = text ?? [pathOperators(segments), style.fillRule === 'evenodd' ? 'f*' : 'f'].join('\n')
  const fill = () => paintFill(painter, stream, place, element, shown, alpha)
  const stroke = () => paintStroke(painter, stream, place, element, segments, alpha)
  for (const step of style.isStrokeFirst ? [stroke, fill] : [fill, stroke]) await step()
}

/** Extends a plain rectangle at the edge of the page into the bleed. */
function bled({ bleed }: Pick<Painter, 'bleed'>, place: Place, element: SvgElement): Segment[] | undefined {
  const { source, viewport, frame } = place
  if (!bleed || place.isCopy || element.name !== 'rect') return undefined
  if (['rx', 'ry'].some((name) => source.cascade.own(element, name) !== undefined)) return undefined
  const length = lengthReader(source, element, viewport)
  const rect = {
    x: length('x', 'x'),
    y: length('y', 'y'),
    width: length('width', 'x'),
    height: length('height', 'y'),
  }
  if (!(rect.width > 0 && rect.height > 0)) return undefined
  const { x, y, width, height } = bledOut(bleed, frame, rect)
  return [
    { type: 'M', x, y },
    { type: 'L', x: x + width, y },
    { type: 'L', x: x + width, y: y + height },
    { type: 'L', x, y: y + height },
    { type: 'Z' },
  ]
}

async function paintCopy(
  painter: Painter,
  stream: Stream,
  place: Place,
  use: SvgElement,
  target: SvgElement,
): Promise<void> {
  if (target.name !== 'symbol' && target.name !== 'svg') return paint(painter, stream, place, target)
  const [width, height] = ['width', 'height'].map((name) => use.attributes.get(name))
  const style = styleOf(place.source.cascade, target, place.style)
  return paintViewport(painter, stream, { ...place, style }, target, { width, height })
}

async function paintViewport(
  painter: Painter,
  stream: Stream,
  place: Place,
  element: SvgElement,
  size?: { width?: string | undefined; height?: string | undefined },
) {
  const { rect, matrix, inner, isClipped } = viewportOf(place.source, element, place.viewport, size)
  if (!(rect.width > 0 && rect.height > 0)) return
  if (isClipped) stream.out.push(rectOperator(rect), 'W n')
  const inside: Place = { ...place, viewport: inner, frame: multiply(place.frame, matrix) }
  await within(stream, matrix, () => paintChildren(painter, stream, inside, element))
}

async function paintFill(
  painter: Painter,
  stream: Stream,
  place: Place,
  element: SvgElement,
  shown: string,
  alpha: number,
) {
  const { style } = place
  const isSet = await setPaint(painter, stream, place, element, style.fill, style.fillOpacity * alpha, false)
  if (isSet) stream.out.push(shown, 'Q')
}

async function paintStroke(
  painter: Painter,
  stream: Stream,
  place: Place,
  element: SvgElement,
  segments: Segment[],
  alpha: number,
) {
  const { style, viewport, source } = place
  const length = (text: string) => lengthOf(text, 'both', viewport, style.fontSize)
  const isFixed = source.cascade.own(element, 'vector-effect') === 'non-scaling-stroke'
  const [scaleX, scaleY] = scalesOf(place.frame)
  const width = length(style.strokeWidth) / (isFixed ? Math.sqrt(scaleX * scaleY) : 1)
  if (!(width > 0)) return
  const isSet = await setPaint(
    painter,
    stream,
    place,
    element,
    style.stroke,
    style.strokeOpacity * alpha,
    true,
  )
  if (!isSet) return
  const caps: Record<string, number> = { butt: 0, round: 1, square: 2 }
  const joins: Record<string, number> = { round: 1, bevel: 2 }
  const dashes =
    style.dashes === 'none'
      ? []
      : style.dashes
          .split(/[\s,]+/)
          .filter((part) => part !== '')
          .map(length)
  const isDashed = dashes.some((dash) => dash > 0) && dashes.every((dash) => dash >= 0)
  const even = dashes.length % 2 === 1 ? [...dashes, ...dashes] : dashes
  stream.out.push(
    `${num(width)} w ${caps[style.lineCap] ?? 0} J ${joins[style.lineJoin] ?? 0} j ${num(Math.max(1, style.miterLimit))} M`,
    ...(isDashed ? [`[${nums(even)}] ${num(length(style.dashOffset))} d`] : []),
    pathOperators(segments),
    'S',
    'Q',
  )
}

/** Opens a graphics state with the paint. The caller closes it. */
async function setPaint(
  painter: Painter,
  stream: Stream,
  place: Place,
  element: SvgElement,
  wanted: Paint,
  alpha: number,
  isStroke: boolean,
): Promise<boolean> {
  if (alpha <= 0) return false
  const { file, colors } = painter
  const open = (state: string[]) => {
    stream.out.push('q')
    if (state.length > 0) setState(painter, stream, state.join(''))
  }
  const opacityState = (value: number) => (value < 1 ? [`/${isStroke ? 'CA' : 'ca'} ${num(value)}`] : [])
  const setColor = (color: Color) => {
    if (color.alpha <= 0) return false
    open(opacityState(alpha * color.alpha))
    stream.out.push(colors.operator(color.hex, isStroke, (category, ref) => stream.use(category, ref)))
    return true
  }
  if (wanted.type === 'none') return false
  if (wanted.type === 'color') return setColor(wanted.color)
  const server = place.source.byId.get(wanted.id)
  const setPattern = (ref: Ref) => {
    const space = isStroke ? '/Pattern CS' : '/Pattern cs'
    stream.out.push(space, `/${stream.use('Pattern', ref)} ${isStroke ? 'SCN' : 'scn'}`)
  }
  if (server?.name === 'linearGradient' || server?.name === 'radialGradient') {
    const gradient = readGradient(place.source, server, boxOf(place, element), place.viewport)
    if (!gradient) return false
    if ('hex' in gradient) return setColor(gradient)
    open([
      ...opacityState(alpha),
      ...(isTranslucent(gradient) ? [`/SMask ${await gradientMask(painter, stream, gradient)}`] : []),
    ])
    const seen = intersection(
      transformBox(stream.matrix, grown(boxOf(place, element) ?? areaOf(stream))),
      stream.area,
    )
    setPattern(gradientPattern(file, gradient, stream.matrix, seen, colors))
    return true
  }
  if (server?.name === 'pattern') {
    const tile = await tileOf(painter, stream, place, element, server)
    if (!tile) return false
    open(opacityState(alpha))
    setPattern(tile)
    return true
  }
  return setPaint(painter, stream, place, element, wanted.otherwise, alpha, isStroke)
}

/** With room for strokes. */
const grown = ({ x, y, width, height }: Rectangle): Rectangle => ({
  x: x - width * 0.1,
  y: y - height * 0.1,
  width: width * 1.2,
  height: height * 1.2,
})

function boxOf({ source, viewport }: Place, element: SvgElement): Rectangle | undefined {
  const segments = outlineIn(source, element, viewport)
  return segments && boxOfOutline(segments, identity)
}

async function gradientMask(painter: Painter, stream: Stream, gradient: Gradient): Promise<string> {
  const group = await groupOf(
    painter,
    stream,
    async (inside) => {
      const pattern = gradientPattern(painter.file, gradient, inside.matrix, inside.area, 'opacity')
      inside.out.push('/Pattern cs', `/${inside.use('Pattern', pattern)} scn`, rectOperator(inside.area), 'f')
    },
    'DeviceGray',
  )
  return `<</S/Luminosity/G ${group} 0 R/BC[0]>>`
}

const openTiles = new Set<SvgElement>()

/** A tiling pattern (ISO 32000-2 §8.7.3). */
async function tileOf(
  painter: Painter,
  stream: Stream,
  place: Place,
  element: SvgElement,
  pattern: SvgElement,
): Promise<Ref | undefined> {
  if (openTiles.has(pattern)) return undefined
  const { source, viewport } = place
  const chain = chainOf(source, pattern)
  const content = chain.find((one) => childElements(one).length > 0)
  const inBox = attributeIn(chain, 'patternUnits') !== 'userSpaceOnUse'
  const contentInBox = attributeIn(chain, 'patternContentUnits') === 'objectBoundingBox'
  const box = boxOf(place, element)
  if (!content || ((inBox || contentInBox) && !(box && box.width > 0 && box.height > 0))) return undefined
  const whole = inBox ? { width: 1, height: 1 } : viewport
  const at = (name: string, axis: 'x' | 'y') => lengthOf(attributeIn(chain, name) ?? '0', axis, whole)
  const stated = { x: at('x', 'x'), y: at('y', 'y'), width: at('width', 'x'), height: at('height', 'y') }
  const tile = inBox ? transformBox(fromBox(box!), stated) : stated
  if (!(tile.width > 0 && tile.height > 0)) return undefined
  const viewBox = chain.map(viewBoxOf).find((one) => one !== undefined)
  const matrix: Matrix = viewBox
    ? matrixTo(viewBox, tile, attributeIn(chain, 'preserveAspectRatio'))
    : contentInBox
      ? [box!.width, 0, 0, box!.height, tile.x, tile.y]
      : inBox
        ? [1, 0, 0, 1, tile.x, tile.y]
        : [1, 0, 0, 1, tile.x, tile.y]
  const transform = readTransform(attributeIn(chain, 'patternTransform')) ?? identity
  const inside = newStream(tile, painter.common)
  const style = styleOf(source.cascade, content, initialStyle)
  openTiles.add(pattern)
  try {
    await within(inside, matrix, () =>
      paintChildren(
        painter,
        inside,
        { ...place, style, isCopy: true, viewport: viewBox ?? viewport },
        content,
      ),
    )
  } finally {
    openTiles.delete(pattern)
  }
  const bounds = nums([tile.x, tile.y, tile.x + tile.width, tile.y + tile.height])
  const head = `/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[${bounds}]/XStep ${num(tile.width)}/YStep ${num(tile.height)}`
  const toStream = multiply(stream.matrix, transform)
  return painter.file.addStream(
    `${head}/Matrix[${nums(toStream)}]/Resources${inside.resources()}`,
    inside.out.join('\n'),
  )
}

async function paintImage(
  painter: Painter,
  stream: Stream,
  place: Place,
  element: SvgElement,
  alpha: number,
): Promise<void> {
  const { source, viewport, style } = place
  const length = lengthReader(source, element, viewport)
  const box = {
    x: length('x', 'x'),
    y: length('y', 'y'),
    width: length('width', 'x'),
    height: length('height', 'y'),
  }
  const shown = style.isVisible ? await pictureIn(painter, element) : undefined
  if (!shown || !(box.width > 0 && box.height > 0)) return
  const fit = element.attributes.get('preserveAspectRatio') ?? 'xMidYMid meet'
  if (shown.vector) {
    const inner = shown.vector
    const natural = viewBoxOf(inner.root) ?? { x: 0, y: 0, ...naturalSize(inner.root) }
    const matrix = matrixTo(natural, box, fit)
    const draw = async (inside: Stream) => {
      inside.out.push(rectOperator(box), 'W n')
      await within(inside, matrix, () =>
        paintDocument({ ...painter, bleed: undefined, runs: undefined }, inside, inner, natural),
      )
    }
    if (alpha === 1) return within(stream, identity, () => draw(stream))
    const group = await groupOf(painter, stream, draw)
    return within(stream, identity, async () => {
      setState(painter, stream, `/ca ${num(alpha)}/CA ${num(alpha)}`)
      stream.out.push(`/${stream.use('XObject', group)} Do`)
    })
  }
  const [seen, to] = bledPicture(painter, place, box, fitted(shown.size, box, fit), fit)
  const [scaleX, scaleY] = scalesOf(stream.matrix)
  const wanted = { width: to.width * scaleX * pixelsPerPoint, height: to.height * scaleY * pixelsPerPoint }
  const ref = await pictureObject(painter.images, shown.input, shown.key, wanted)
  await within(stream, identity, async () => {
    if (alpha < 1) setState(painter, stream, `/ca ${num(alpha)}`)
    if (seen) stream.out.push(rectOperator(seen), 'W n')
    stream.out.push(
      `${nums([to.width, 0, 0, -to.height, to.x, to.y + to.height])} cm`,
      `/${stream.use('XObject', ref)} Do`,
    )
  })
}

/**
 * The visible part and position of an image: a cropped image grows until it fills the bleed that it reaches.
 */
function bledPicture(
  { bleed }: Painter,
  { frame, isCopy }: Place,
  box: Rectangle,
  to: Rectangle,
  fit: string,
): [Rectangle | undefined, Rectangle] {
  const isCut = fit.includes('slice')
  const shown = isCut ? box : intersection(box, to)
  const wanted = bleed && !isCopy ? bledOut(bleed, frame, shown) : shown
  if (wanted === shown) return [isCut ? box : undefined, to]
  const [centerX, centerY] = [to.x + to.width / 2, to.y + to.height / 2]
  const reach = Math.max(
    1,
    (2 * Math.max(centerX - wanted.x, wanted.x + wanted.width - centerX)) / to.width,
    (2 * Math.max(centerY - wanted.y, wanted.y + wanted.height - centerY)) / to.height,
  )
  const [width, height] = [to.width * reach, to.height * reach]
  return [wanted, { x: centerX - width / 2, y: centerY - height / 2, width, height }]
}

type Shown = { vector: Source } | { vector?: undefined; input: string | Buffer; key: string; size: Size }

async function pictureIn({ pictures, vectors }: Painter, element: SvgElement): Promise<Shown | undefined> {
  const key = pictureKey(element)
  const href = hrefOf(element) ?? ''
  const vector = vectors.get(key ?? href)
  if (vector) return { vector }
  const picture = key === undefined ? undefined : pictures.get(key)
  if (picture) return { input: picture.path, key: `file ${picture.path}`, size: picture }
  const bytes = bytesOf(href)
  const size = bytes && (await openPicture(bytes).catch(() => undefined))
  return size && { input: bytes, key: createHash('sha256').update(bytes).digest('hex'), size }
}

/** The bytes of an image embedded in the document. */
export function bytesOf(href: string): Buffer | undefined {
  const [head] = /^data:image\/[\w+.-]+;base64,/.exec(href) ?? []
  return head === undefined ? undefined : Buffer.from(href.slice(head.length), 'base64')
}

/** Draws an element as pixels, with its filter, but without the effects applied around it. */
async function paintPixels(
  painter: Painter,
  stream: Stream,
  place: Place,
  element: SvgElement,
  reason: Rasterized['reason'],
  shadow?: SvgElement,
) {
  const [scaleX, scaleY] = scalesOf(multiply(stream.matrix, inverse(place.frame) ?? identity))
  const printed = Math.max(scaleX, scaleY) * pixelsPerPoint
  const resolution = shadow ? shadowResolution(shadow, printed) : printed
  const region = filterRegion(place, element)
  const drawn = await rasterized(place.source, painter.pictures, element, {
    resolution,
    region,
    filter: shadow,
  })
  const back = inverse(place.frame)
  if (!drawn || !back) return
  painter.onRasterized({ element, reason })
  const ref = await pixelsObject(painter.images, drawn.pixels)
  const matrix = multiply(back, drawn.matrix)
  const { x, y, width, height } = drawn.pixels
  await within(stream, matrix, async () => {
    stream.out.push(`${nums([width, 0, 0, -height, x, y + height])} cm`, `/${stream.use('XObject', ref)} Do`)
  })
}

/** The filter region, outside of which nothing is drawn (SVG 1.1 §15.5). In user units of the root. */
function filterRegion({ source, viewport, frame }: Place, element: SvgElement): Rectangle | undefined {
  const filter = isStated(source, element, 'filter') ? referenced(source, element, 'filter') : undefined
  const box = filter?.name === 'filter' ? boundingBox(source, element, viewport) : undefined
  if (!filter || !box) return undefined
  const inBox = filter.attributes.get('filterUnits') !== 'userSpaceOnUse'
  const whole = inBox ? { width: 1, height: 1 } : viewport
  const at = (name: string, axis: 'x' | 'y', preset: string) =>
    lengthOf(filter.attributes.get(name) ?? preset, axis, whole)
  const stated = {
    x: at('x', 'x', '-10%'),
    y: at('y', 'y', '-10%'),
    width: at('width', 'x', '120%'),
    height: at('height', 'y', '120%'),
  }
  const region = inBox ? transformBox(fromBox(box), stated) : stated
  return transformBox(multiply(frame, transformOf(source, element, viewport)), region)
}
