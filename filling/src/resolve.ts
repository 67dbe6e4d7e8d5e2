import type { VariableDefinition } from './definition.ts'
import { type KitColor, kitColor } from './kit.ts'
import { numberGiven, numberText } from './numbers.ts'
import type { Picture } from './picture.ts'
import { type GivenValues, givenFor, imageGiven, isGiven } from './request-values.ts'
import { fullHex } from './validate-value.ts'
import type { Value } from './values.ts'

export type Resolution = {
  palette?: readonly KitColor[]
  /** By asset ID. */
  pictures?: ReadonlyMap<string, Picture>
  /** BCP 47. */
  language?: string
}

/**
 * Converts values of a request to the values that fill a document. Expects valid values (`validateValues`).
 * An image that is missing in `pictures` is skipped.
 */
export function resolveValues(
  definitions: readonly VariableDefinition[],
  values: GivenValues,
  context: Resolution = {},
): Map<string, Value> {
  return resolved(definitions, values, context, undefined)
}

function resolved(
  definitions: readonly VariableDefinition[],
  values: GivenValues,
  context: Resolution,
  list: string | undefined,
): Map<string, Value> {
  const found = new Map<string, Value>()
  for (const definition of definitions) {
    if (definition.list !== list) continue
    const value = resolvedValue(definitions, definition, givenFor(values, definition.key), context)
    if (value) found.set(definition.key, value)
  }
  return found
}

function resolvedValue(
  definitions: readonly VariableDefinition[],
  definition: VariableDefinition,
  given: unknown,
  context: Resolution,
): Value | undefined {
  const { type } = definition
  // The right logo depends on the kit, so the document's own logo is always replaced.
  if (type === 'logo') return { type, ...((given ?? {}) as object) }
  if (!isGiven(given)) return undefined
  switch (type) {
    case 'text':
      return { type, text: String(given) }
    case 'image':
      return imageValue(definition, given, context)
    case 'color':
      return colorValue(String(given), context.palette ?? [])
    case 'number': {
      const number = numberGiven(given, definition)
      return 'fault' in number ? undefined : { type, text: numberText(number, context.language) }
    }
    case 'boolean':
      return { type, shown: given === true }
    case 'qr':
      return { type: 'code', kind: 'qr', text: String(given) }
    case 'barcode':
      return {
        type: 'code',
        kind: 'barcode',
        text: String(given),
        symbology: definition.symbology ?? 'code128',
      }
    case 'list': {
      const rows = (given as GivenValues[]).map((row) => resolved(definitions, row, context, definition.key))
      return { type, rows }
    }
  }
}

function imageValue(
  { fit }: VariableDefinition,
  given: unknown,
  { pictures }: Resolution,
): Value | undefined {
  const image = imageGiven(given)
  const picture = image && pictures?.get(image.asset_id)
  if (!picture) return undefined
  const preset = fit === 'contain' ? 'contain' : 'cover'
  const focalPoint = image.focal_point ?? picture.focalPoint
  return { type: 'image', picture, fit: image.fit ?? preset, ...(focalPoint && { focalPoint }) }
}

function colorValue(written: string, palette: readonly KitColor[]): Value {
  const color = written.startsWith('#') ? undefined : kitColor(palette, written)
  if (!color) return { type: 'color', hex: fullHex(written) }
  const { hex, pantone, cmyk } = color
  return {
    type: 'color',
    hex,
    ...(pantone !== null && { spot: pantone }),
    ...(cmyk && { cmyk: [cmyk.c, cmyk.m, cmyk.y, cmyk.k] as const }),
  }
}
