import { type Matrix, multiply, transformPoint } from '@atelier/svg/transforms'
import type { SvgElement } from '@atelier/svg/tree'
import * as hb from 'harfbuzzjs'
import { base64 } from './base64.ts'
import { foreground, gradientElement } from './color-gradients.ts'
import { written } from './emit.ts'
import { type Instance, outlineOf } from './font-face.ts'

/** A colored glyph, in font units with y down. */
export type ColorPicture = {
  elements: readonly SvgElement[]
  /** Gradients and masks that the elements reference. The document needs them only once. */
  defs: readonly SvgElement[]
  box: { left: number; top: number; right: number; bottom: number }
}

const operationsMax = 20_000
const imageBytesMax = 1024 ** 2

type Clip = { d: string } | undefined
type Painter = {
  name: string
  transforms: Matrix[]
  clips: Clip[]
  groups: SvgElement[][]
  defs: SvgElement[]
  box: ColorPicture['box']
  instance: Instance
  operations: number
}

/** Caches colored glyphs until their font is freed. */
const known = new WeakMap<Instance, Map<number, ColorPicture | null>>()

/** Undefined for a glyph without colors. @param name the prefix of IDs. */
export function colorPicture(instance: Instance, glyph: number): ColorPicture | undefined {
  const ofFont = known.get(instance) ?? new Map<number, ColorPicture | null>()
  known.set(instance, ofFont)
  const before = ofFont.get(glyph)
  if (before !== undefined) return before ?? undefined
  const painter: Painter = {
    name: `glyph-${nameOf(instance)}-${glyph}`,
    transforms: [[1, 0, 0, -1, 0, 0]],
    clips: [],
    groups: [[]],
    defs: [],
    box: { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity },
    instance,
    operations: 0,
  }
  const isPainted = instance.font.paintGlyphOrFail(glyph, functions(), painter)
  const [elements] = painter.groups as [SvgElement[]]
  const isWhole = isPainted && elements.length > 0 && painter.operations <= operationsMax
  const picture = isWhole ? { elements, defs: painter.defs, box: painter.box } : undefined
  ofFont.set(glyph, picture ?? null)
  return picture
}

let numbered = 0
/** Caches prefixes of IDs until their font is freed. */
const names = new WeakMap<Instance, string>()

/** Name of a font, derived from the file's key, so that the same file gets the same name. */
function nameOf(instance: Instance): string {
  const before = names.get(instance)
  if (before) return before
  const name = instance.run.key.replace(/^.*\/files\//, '').replace(/[^\w]+/g, '-') || String(numbered++)
  names.set(instance, name)
  return name
}

let made: hb.PaintFuncs | undefined

function functions(): hb.PaintFuncs {
  if (made) return made
  made = new hb.PaintFuncs()
  const on =
    <Args extends unknown[]>(work: (painter: Painter, ...args: Args) => void) =>
    (...args: [...Args, unknown, unknown]) => {
      const painter = args.at(-2) as Painter
      painter.operations += 1
      if (painter.operations <= operationsMax) work(painter, ...(args.slice(0, -2) as Args))
    }
  made.setPushTransformFunc(
    on((painter, xx: number, yx: number, xy: number, yy: number, dx: number, dy: number) => {
      painter.transforms.push(multiply(now(painter), [xx, yx, xy, yy, dx, dy]))
    }),
  )
  made.setPopTransformFunc(
    on((painter) => {
      if (painter.transforms.length > 1) painter.transforms.pop()
    }),
  )
  made.setPushClipGlyphFunc(
    on((painter, glyph: number) => {
      painter.clips.push({ d: pathOf(painter, glyph) })
    }),
  )
  // This callback only defines the extent of the glyph.
  made.setPushClipRectangleFunc(
    on((painter) => {
      painter.clips.push(undefined)
    }),
  )
  made.setPopClipFunc(
    on((painter) => {
      painter.clips.pop()
    }),
  )
  made.setColorFunc(
    on((painter, isForeground: boolean, color: hb.Color) => {
      fill(painter, isForeground ? foreground : hexOf(color), color.alpha / 255)
    }),
  )
  made.setLinearGradientFunc(
    on(
      (
        painter,
        line: hb.ColorLine,
        x0: number,
        y0: number,
        x1: number,
        y1: number,
        x2: number,
        y2: number,
      ) => {
        fillWith(painter, line, { type: 'linear', x0, y0, x1, y1, x2, y2 })
      },
    ),
  )
  made.setRadialGradientFunc(
    on(
      (
        painter,
        line: hb.ColorLine,
        x0: number,
        y0: number,
        r0: number,
        x1: number,
        y1: number,
        r1: number,
      ) => {
        fillWith(painter, line, { type: 'radial', x0, y0, r0, x1, y1, r1 })
      },
    ),
  )
  made.setSweepGradientFunc(
    on((painter, line: hb.ColorLine) => {
      // SVG has no such gradient, so the color in the middle is used.
      const middle = line.colorStops[line.colorStops.length >> 1]
      if (middle)
        fill(painter, middle.isForeground ? foreground : hexOf(middle.color), middle.color.alpha / 255)
    }),
  )
  made.setPushGroupFunc(
    on((painter) => {
      painter.groups.push([])
    }),
  )
  made.setPopGroupFunc(
    on((painter, mode: hb.PaintCompositeMode) => {
      if (painter.groups.length > 1) compose(painter, painter.groups.pop()!, mode)
    }),
  )
  made.setImageFunc((image, width, height, format, extents, data) => {
    const painter = data as Painter
    return format === 'png ' && extents !== undefined && addImage(painter, image, extents, { width, height })
  })
  return made
}

const now = ({ transforms }: Painter): Matrix => transforms.at(-1)!

const hexOf = ({ red, green, blue }: hb.Color) =>
  `#${[red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('')}`

function pathOf(painter: Painter, glyph: number): string {
  const matrix = now(painter)
  const { box } = painter
  let d = ''
  for (const { type, values } of outlineOf(painter.instance, glyph)) {
    d += type
    for (let index = 0; index + 1 < values.length; index += 2) {
      const [x, y] = transformPoint(matrix, values[index]!, values[index + 1]!)
      box.left = Math.min(box.left, x)
      box.right = Math.max(box.right, x)
      box.top = Math.min(box.top, y)
      box.bottom = Math.max(box.bottom, y)
      d += `${index > 0 ? ' ' : ''}${tenth(x)} ${tenth(y)}`
    }
  }
  return d
}

const tenth = (value: number) => written(Math.round(value * 10) / 10 + 0)

function fill(painter: Painter, paint: string, opacity: number): void {
  const clips = painter.clips.filter((clip) => clip !== undefined)
  const last = clips.at(-1)
  if (!last || last.d === '') return
  const attributes = new Map([
    ['fill', paint],
    ['d', last.d],
  ])
  if (opacity < 1) attributes.set('fill-opacity', String(Math.round(opacity * 1_000) / 1_000))
  let element: SvgElement = { name: 'path', attributes, children: [] }
  for (const clip of clips.slice(0, -1)) {
    const id = define(painter, 'clipPath', new Map(), [
      { name: 'path', attributes: new Map([['d', clip.d]]), children: [] },
    ])
    element = { name: 'g', attributes: new Map([['clip-path', `url(#${id})`]]), children: [element] }
  }
  painter.groups.at(-1)!.push(element)
}

function define(
  painter: Painter,
  name: string,
  attributes: Map<string, string>,
  children: SvgElement[],
): string {
  const id = `${painter.name}-${painter.defs.length}`
  painter.defs.push({ name, attributes: new Map([['id', id], ...attributes]), children })
  return id
}

function fillWith(painter: Painter, line: hb.ColorLine, shape: Parameters<typeof gradientElement>[1]): void {
  const gradient = gradientElement(line, shape, now(painter), hexOf)
  if (typeof gradient === 'string') fill(painter, gradient, 1)
  else
    fill(
      painter,
      `url(#${define(painter, gradient.name, gradient.attributes, gradient.children as SvgElement[])})`,
      1,
    )
}

const blendModes: Partial<Record<number, string>> = {
  [hb.PaintCompositeMode.SCREEN]: 'screen',
  [hb.PaintCompositeMode.OVERLAY]: 'overlay',
  [hb.PaintCompositeMode.DARKEN]: 'darken',
  [hb.PaintCompositeMode.LIGHTEN]: 'lighten',
  [hb.PaintCompositeMode.COLOR_DODGE]: 'color-dodge',
  [hb.PaintCompositeMode.COLOR_BURN]: 'color-burn',
  [hb.PaintCompositeMode.HARD_LIGHT]: 'hard-light',
  [hb.PaintCompositeMode.SOFT_LIGHT]: 'soft-light',
  [hb.PaintCompositeMode.DIFFERENCE]: 'difference',
  [hb.PaintCompositeMode.EXCLUSION]: 'exclusion',
  [hb.PaintCompositeMode.MULTIPLY]: 'multiply',
  [hb.PaintCompositeMode.HSL_HUE]: 'hue',
  [hb.PaintCompositeMode.HSL_SATURATION]: 'saturation',
  [hb.PaintCompositeMode.HSL_COLOR]: 'color',
  [hb.PaintCompositeMode.HSL_LUMINOSITY]: 'luminosity',
}

/** Composites a group onto its parent. */
function compose(painter: Painter, source: SvgElement[], mode: hb.PaintCompositeMode): void {
  const parent = painter.groups.at(-1)!
  const blend = blendModes[mode]
  if (blend) {
    const style = new Map([['style', `mix-blend-mode:${blend}`]])
    const below = parent.splice(0)
    parent.push({
      name: 'g',
      attributes: new Map([['style', 'isolation:isolate']]),
      children: [...below, { name: 'g', attributes: style, children: source }],
    })
    return
  }
  if (mode === hb.PaintCompositeMode.SRC_IN) parent.push(masked(painter, source, parent.splice(0)))
  else if (mode === hb.PaintCompositeMode.DEST_IN) parent.push(masked(painter, parent.splice(0), source))
  else if (mode === hb.PaintCompositeMode.SRC) parent.splice(0, parent.length, ...source)
  else if (mode === hb.PaintCompositeMode.CLEAR) parent.splice(0)
  else if (mode === hb.PaintCompositeMode.DEST_OVER) parent.unshift(...source)
  else if (mode !== hb.PaintCompositeMode.DEST) parent.push(...source)
}

function masked(painter: Painter, elements: SvgElement[], mask: SvgElement[]): SvgElement {
  const em = painter.instance.unitsPerEm
  const region = new Map([
    ['style', 'mask-type:alpha'],
    ['maskUnits', 'userSpaceOnUse'],
    ['x', String(-2 * em)],
    ['y', String(-3 * em)],
    ['width', String(6 * em)],
    ['height', String(6 * em)],
  ])
  const id = define(painter, 'mask', region, mask)
  return { name: 'g', attributes: new Map([['mask', `url(#${id})`]]), children: elements }
}

function addImage(
  painter: Painter,
  image: Uint8Array,
  { xBearing, yBearing, width, height }: hb.GlyphExtents,
  pixels: { width: number; height: number },
): boolean {
  const isPng = image[0] === 0x89 && image[1] === 0x50 && image[2] === 0x4e && image[3] === 0x47
  if (!isPng || image.length > imageBytesMax || pixels.width > 1_024 || pixels.height > 1_024) return false
  const [x, y] = transformPoint(now(painter), xBearing, yBearing)
  const [w, h] = [Math.abs(width), Math.abs(height)]
  const { box } = painter
  box.left = Math.min(box.left, x)
  box.right = Math.max(box.right, x + w)
  box.top = Math.min(box.top, y)
  box.bottom = Math.max(box.bottom, y + h)
  painter.groups.at(-1)!.push({
    name: 'image',
    attributes: new Map([
      ['x', written(x)],
      ['y', written(y)],
      ['width', written(w)],
      ['height', written(h)],
      ['preserveAspectRatio', 'none'],
      ['href', `data:image/png;base64,${base64(image)}`],
    ]),
    children: [],
  })
  return true
}
