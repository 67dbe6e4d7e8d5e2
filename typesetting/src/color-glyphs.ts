import type { SvgElement } from '@atelier/svg/tree'
import { colorPicture } from './color-paint.ts'
import { type Ink, written } from './emit.ts'
import type { SetGlyph } from './placed.ts'
import { fillOf, type Paint } from './text-paint.ts'

export type ColorGlyph = { element: SvgElement; ink: Ink }

/**
 * Converts a colored glyph, such as an emoji, to a group. Undefined for a glyph without colors.
 * @param defined IDs of gradients that the document already has.
 */
export function colorGlyph(glyph: SetGlyph, paint: Paint, defined: Set<string>): ColorGlyph | undefined {
  const picture = colorPicture(glyph.instance, glyph.id)
  if (!picture) return undefined
  const { x, y, size, rotation, stretch, instance } = glyph
  const scale = size / instance.unitsPerEm
  const [sine, cosine] = [Math.sin(rotation) * scale, Math.cos(rotation) * scale]
  const matrix = [cosine * stretch, sine * stretch, -sine, cosine, x, y]
  const defs = picture.defs.filter(({ attributes }) => !defined.has(attributes.get('id')!))
  for (const { attributes } of defs) defined.add(attributes.get('id')!)
  const attributes = new Map([['transform', `matrix(${matrix.map(exact).join(' ')})`]])
  const fill = fillOf(paint)
  // These parts have the text color, which cannot be a gradient.
  if (!fill.startsWith('url(')) attributes.set('color', fill)
  const opacity = paint.values.get('fill-opacity')
  if (opacity !== undefined) attributes.set('opacity', opacity)
  const children = defs.length > 0 ? [{ name: 'defs', attributes: new Map(), children: [...defs] }] : []
  const { left, top, right, bottom } = picture.box
  return {
    element: { name: 'g', attributes, children: [...children, ...picture.elements] },
    ink: {
      left: x + left * scale,
      right: x + right * scale,
      top: y + top * scale,
      bottom: y + bottom * scale,
    },
  }
}

const exact = (value: number) => written(Math.round(value * 1_000_000) / 1_000_000 + 0)
