import { invert, type Rectangle, transformBox } from '@atelier/svg/transforms'
import { childElements, descendants, isElement, type SvgElement } from '@atelier/svg/tree'
import { typedText } from '@atelier/svg/typed-text'
import type { Fit, FittedText } from '@atelier/typesetting'
import type { TextFit, VariableDefinition } from './definition.ts'
import { matrixOf, remove } from './editing.ts'
import type { Filling } from './filling.ts'
import { boxOf } from './layer-box.ts'
import { isShape, partsOf, withoutUses } from './layers.ts'

/**
 * Fills a text element. Its elements keep the designer's text until typesetting, which derives style, position and
 * line height from it. A layer with several texts becomes one text with several lines.
 */
export function fillText(
  filling: Filling,
  layer: SvgElement,
  definition: VariableDefinition,
  text: string,
  box: Rectangle | undefined,
): void {
  const target = withoutUses(filling.editing, layer)
  const clean = cleanText(text)
  if (target.name === 'tspan' || target.name === 'textPath') {
    fillSpan(filling, target, definition, clean, box)
    return
  }
  const [first, ...others] = [...partsOf(target)].filter(({ name }) => name === 'text')
  if (!first) return
  for (const other of others) remove(filling.editing, other)
  first.attributes.set('data-variable', definition.key)
  filling.texts.set(first, { key: definition.key, fit: fitOf(filling, first, definition, box), text: clean })
}

/** Fills a variable that is only a part of a text element. The rest of the element stays unchanged. */
function fillSpan(
  filling: Filling,
  span: SvgElement,
  definition: VariableDefinition,
  text: string,
  box: Rectangle | undefined,
): void {
  let whole: SvgElement | undefined = span
  while (whole && whole.name !== 'text') whole = filling.editing.parents.get(whole)
  if (!whole) return
  const original = filling.texts.get(whole)?.original ?? typedText(whole)
  const oneLine = text.replace(/\s*\n\s*/g, ' ')
  // Uses the style of the first run.
  const run = [...descendants(span)].find((one) =>
    one.children.some((child) => !isElement(child) && child.trim() !== ''),
  )
  const style = run && run !== span ? run : undefined
  if (style) style.children = [oneLine]
  span.children = style ? [style] : [oneLine]
  whole.attributes.set('data-variable', definition.key)
  const fitted: FittedText = { key: definition.key, fit: fitOf(filling, whole, definition, box), original }
  if (!filling.texts.has(whole)) filling.texts.set(whole, fitted)
}

/** Normalizes line breaks. Control characters are removed, because XML does not allow them. */
export const cleanText = (text: string) =>
  text
    .replace(/\r\n?|[\u2028\u2029\u0085\v\f]/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .toWellFormed()

/** Default fit: text shrinks and keeps its lines. */
const modeDefault: TextFit = 'shrink'

function fitOf(
  filling: Filling,
  text: SvgElement,
  definition: VariableDefinition,
  marked: Rectangle | undefined,
): Fit {
  const { fit, min_size, max_lines, align, vertical_align, markup, hyphenate, box = marked } = definition
  const own = box && inUnitsOf(filling, text, box)
  return {
    mode: (fit as TextFit | undefined) ?? modeDefault,
    ...(min_size !== undefined && { minSize: min_size }),
    ...(max_lines !== undefined && { maxLines: max_lines }),
    ...(align && { align }),
    ...(vertical_align && { verticalAlign: vertical_align }),
    ...(markup !== undefined && { markup }),
    ...(hyphenate !== undefined && { hyphenate }),
    ...(own && { box: own }),
  }
}

function inUnitsOf({ editing }: Filling, text: SvgElement, box: Rectangle): Rectangle | undefined {
  const matrix = invert(matrixOf(editing, text))
  return matrix && transformBox(matrix, box)
}

/** User units of the document. */
export function markedBox(filling: Filling, layer: SvgElement | undefined): Rectangle | undefined {
  if (!layer) return undefined
  const { editing } = filling
  const shape = isShape(layer)
    ? layer
    : childElements(layer).find((child) => isShape(child) || child.name === 'image')
  const box = shape && boxOf(filling, shape)
  return box && transformBox(matrixOf(editing, shape), box)
}
