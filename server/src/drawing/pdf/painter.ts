import { identity, multiply, transformBox } from '@atelier/svg/transforms'
import { childElements, type SvgElement } from '@atelier/svg/tree'
import { clipMask, clipsOf } from './clips.ts'
import { num } from './file.ts'
import { maskOf } from './masks.ts'
import { bled, groupOf, type Painter, type Place, type Size, setState } from './painting.ts'
import { paintFill, paintStroke } from './paints.ts'
import { paintImage } from './pictures.ts'
import { paintPixels } from './pixels.ts'
import { shadowOnly } from './rasterized.ts'
import {
  boundingBox,
  isStated,
  lengthOf,
  outlineIn,
  referenced,
  type Source,
  transformOf,
  used,
  viewportOf,
} from './source.ts'
import { pathOperators, rectOperator, type Stream, within } from './stream.ts'
import { initialStyle, opacity, styleOf } from './style.ts'

const depthMax = 100

const neverDrawn = new Set(
  'defs symbol clipPath mask pattern marker filter linearGradient radialGradient style title desc view stop text'.split(
    ' ',
  ),
)

/** Thrown if some content cannot be expressed in PDF and its appearance depends on its surroundings. */
class NeedsPixels extends Error {}

/** The parts of a painter, without the functions that call each other. */
export const newPainter = (parts: Omit<Painter, 'paintChildren' | 'paintDocument'>): Painter => ({
  ...parts,
  paintChildren,
  paintDocument,
})

/** The stream is in user units of the document's root. */
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

/** Whether this child of a `switch` is drawn. The choice is the same as in the raster renderer. */
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

/** Whether a shape or an image lies entirely outside the page. */
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

/** Whether an element paints each point at most once, so that its opacity can be applied to the paint. */
function isOnePaint({ style }: Place, { name }: SvgElement): boolean {
  if (name === 'image') return true
  const isShape = ['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon'].includes(name)
  return isShape && (style.fill.type === 'none' || style.stroke.type === 'none')
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
