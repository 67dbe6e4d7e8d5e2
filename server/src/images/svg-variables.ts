import type { LayerContent } from '@atelier/filling'
import { hexOf } from '@atelier/svg/colors'
import { declared, indexSvg, linked, paintOf, type SvgIndex } from '@atelier/svg/document-index'
import { boxedKey, numberedBase, type VariableName, variableName } from '@atelier/svg/layer-names'
import { childElements, descendants, type SvgElement } from '@atelier/svg/tree'
import { typedTexts } from '@atelier/svg/typed-text'
import { parseId } from '../ids.ts'
import { UnsafeSvgError } from './svg-errors.ts'
import { assetsShown } from './svg-shown-assets.ts'

/** A part of a document that its user fills in. */
export type SvgVariable = {
  key: string
  /**
   * A group that contains only other variables is not a variable itself. It can become a variable that is
   * shown or repeated.
   */
  type: LayerContent
  /** A text, `#RRGGBB`, or the ID of a library asset in the document. Null without a default. */
  default: string | null
  /** Whether the document also shows the default asset in a place that no value of this variable replaces. */
  isDefaultElsewhere?: true
  /** Whether the content of the layer can be repeated. */
  isGroup?: true
  /** The named groups that contain all of the variable's elements, from the outside in. */
  within?: string[]
}

/** Maximum number of variables, more than any form needs. */
const variablesMax = 500
/** Maximum number of nested groups, more than any design has. */
const withinMax = 8

/**
 * The variables of a document, in document order (docs/templates.md). Elements of the same name are one
 * variable, whose type is that of the first element. A layer that marks the box of a variable is not a
 * variable itself.
 * @throws {UnsafeSvgError} if there are too many.
 */
export function readVariables(root: SvgElement): SvgVariable[] {
  const index = indexSvg(root)
  const found = new Map<string, Found>()
  collect(index, found, root, [])
  const variables = [...found.values()].filter((one) => !isNumbered(one, found) && !isBox(one, found))
  const kept = assetsShown(index, root, replacedIn(found, variables))
  return variables.map(({ key, type, default: preset, isGroup, within }) => ({
    key,
    type,
    default: preset,
    ...(type === 'image' && kept.has(preset ?? '') && { isDefaultElsewhere: true as const }),
    ...(isGroup && { isGroup }),
    ...(within.length > 0 && { within }),
  }))
}

/** The elements that show the default of an image variable, and that its value replaces. */
function replacedIn(found: ReadonlyMap<string, Found>, variables: readonly Found[]): Set<SvgElement> {
  const images = new Map(variables.filter(({ type }) => type === 'image').map((one) => [one.key, one]))
  return new Set(
    [...found.values()].flatMap(({ key, layers }) => {
      const variable = images.get(key) ?? images.get(numberedBase(key) ?? '')
      return layers.flatMap((layer) =>
        variable && layer.place && layer.default === variable.default ? [layer.place] : [],
      )
    }),
  )
}

function collect(index: SvgIndex, found: Map<string, Found>, element: SvgElement, within: readonly string[]) {
  const name = variableName(element)
  if (name) add(index, found, element, name, within)
  const isAround = name !== undefined && groups.has(element.name) && !within.includes(name.key)
  const inside = isAround && within.length < withinMax ? [...within, name.key] : within
  for (const child of childElements(element)) collect(index, found, child, inside)
}

function add(
  index: SvgIndex,
  found: Map<string, Found>,
  element: SvgElement,
  name: VariableName,
  within: readonly string[],
) {
  const content = contentOf(index, element) ?? groupContent(element)
  if (!content) return
  const known = found.get(name.key)
  if (!known) {
    const isGroup = groups.has(element.name) && { isGroup: true as const }
    found.set(name.key, { ...name, ...content, ...isGroup, within: [...within], layers: [content] })
  } else {
    known.layers.push(content)
    known.within = known.within.filter((key) => within.includes(key))
    if (known.type === content.type) known.default ??= content.default
  }
  if (found.size > variablesMax)
    throw new UnsafeSvgError(`An SVG must not have more than ${variablesMax} variables.`)
}

/** Finds the variables of a group that contains only variables. */
function groupContent(element: SvgElement): Content | undefined {
  if (!groups.has(element.name)) return undefined
  for (const inner of descendants(element))
    if (inner !== element && variableName(inner)) return { type: 'group', default: null, seen: null }
  return undefined
}

type Content = Pick<SvgVariable, 'type' | 'default'> & {
  /** The visible content, to distinguish a copy from a separate variable. */
  seen: string | null
  /** The element of an image that a value replaces. */
  place?: SvgElement
}
type Found = Content & {
  key: string
  isOwn: boolean
  isGroup?: true
  within: string[]
  /** The contents of all layers of this name. */
  layers: Content[]
}

/**
 * Figma and Illustrator number copies of a layer: `$price`, `$price_2`. With the same content, the layer is a
 * copy; with different content, it is a variable that its designer numbered.
 */
function isNumbered({ key, isOwn, type, seen }: Found, found: Map<string, Found>): boolean {
  const base = numberedBase(key)
  const first = base === undefined || isOwn ? undefined : found.get(base)
  return first !== undefined && first.type === type && seen !== null && first.seen === seen
}

const isBox = ({ key }: Found, found: Map<string, Found>) => {
  const boxed = boxedKey(key)
  return boxed !== undefined && found.has(boxed)
}

const texts = new Set(['text', 'tspan', 'textPath'])
const shapes = new Set(['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon'])
const groups = new Set(['g', 'svg', 'a', 'switch', 'symbol', 'pattern', 'defs'])

/**
 * The content of an element. Text takes precedence over an image, and an image over a color. Undefined if
 * nothing is drawn.
 */
function contentOf(index: SvgIndex, element: SvgElement): Content | undefined {
  if (texts.has(element.name)) return textContent([element])
  if (element.name === 'image') return imageContent(element, element)
  if (shapes.has(element.name)) return shapeContent(index, element)
  if (/Gradient$|^stop$/.test(element.name)) return colorContent(stopColor(index, element))
  const inner =
    element.name === 'use'
      ? [linked(index, element)].filter((target) => target !== undefined)
      : groups.has(element.name)
        ? childElements(element).filter((child) => !variableName(child))
        : []
  const contents = inner.map((child) => contentOf(index, child)).filter((content) => content !== undefined)
  if (contents.some(({ type }) => type === 'text')) return textContent(inner)
  const content = contents.find(({ type }) => type === 'image') ?? contents[0]
  // A value replaces a copy of the target.
  return content?.place && element.name === 'use' ? { ...content, place: element } : content
}

function textContent(parts: SvgElement[]): Content {
  const text = parts
    .map(typedTexts)
    .filter((part) => part !== '')
    .join('\n')
  return { type: 'text', default: text, seen: text }
}

/** @param holder the element that names the library asset, if any. */
function imageContent(image: SvgElement, holder: SvgElement): Content {
  const { attributes } = image
  const named = holder.attributes.get('data-asset') ?? attributes.get('data-asset') ?? ''
  const asset = parseId('asset', named) === undefined ? null : named
  return {
    type: 'image',
    default: asset,
    seen: attributes.get('href') ?? attributes.get('xlink:href') ?? null,
    place: holder,
  }
}

function shapeContent(index: SvgIndex, shape: SvgElement): Content {
  const fill = paintOf(index, shape, 'fill')
  const image = fill && 'id' in fill ? imageIn(index, index.byId.get(fill.id)) : undefined
  if (image) return imageContent(image, shape)
  const paint = fill ?? paintOf(index, shape, 'stroke')
  return colorContent(paint && 'color' in paint ? paint.color : null)
}

function stopColor(index: SvgIndex, element: SvgElement): string | null {
  const stop = element.name === 'stop' ? element : childElements(element).find(({ name }) => name === 'stop')
  const colors = stop ? declared(index, stop, 'stop-color').map(hexOf) : []
  return colors.findLast((color) => color !== null) ?? null
}

const colorContent = (color: string | null): Content => ({ type: 'color', default: color, seen: color })

/** The image that fills a shape as a pattern, directly or through a `use`. */
function imageIn(index: SvgIndex, part: SvgElement | undefined): SvgElement | undefined {
  if (!part || part.name === 'image') return part
  if (part.name === 'use') return imageIn(index, linked(index, part))
  if (part.name !== 'pattern' && part.name !== 'g' && part.name !== 'symbol') return undefined
  const own = childElements(part)
    .map((child) => imageIn(index, child))
    .find((image) => image !== undefined)
  // A pattern without content uses the content of the linked pattern.
  return own ?? (part.name === 'pattern' ? imageIn(index, linked(index, part)) : undefined)
}
