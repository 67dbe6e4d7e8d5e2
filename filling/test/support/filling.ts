import { readFileSync } from 'node:fs'
import { descendants, type SvgElement } from '@atelier/svg/tree'
import { writeSvg } from '@atelier/svg/write'
import { type Fonts, openFonts, withFonts } from '@atelier/typesetting'
import { shippedFonts } from '../../../server/src/drawing/shipped-fonts.ts'
import {
  type FillContext,
  fill,
  type GivenValues,
  type Picture,
  prepareFilling,
  resolveValues,
  type VariableDefinition,
} from '../../src/index.ts'

export const fonts: Fonts = await openFonts([], shippedFonts)

export const svg = (content: string, attributes = 'width="400" height="300"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`

export const variable = (
  key: string,
  type: VariableDefinition['type'],
  more: Partial<VariableDefinition> = {},
): VariableDefinition => ({ key, type, label: key, required: false, default: null, ...more })

export const picture = (key: string, width: number, height: number): Picture => ({
  key,
  width,
  height,
  hasAlpha: false,
})

type More = Omit<FillContext, 'fonts'> & { pictures?: Record<string, Picture> }

export async function filled(
  document: string,
  definitions: readonly VariableDefinition[],
  given: GivenValues,
  { pictures = {}, ...more }: More = {},
) {
  await prepareFilling(definitions)
  const values = resolveValues(definitions, given, {
    ...more,
    pictures: new Map(Object.entries(pictures)),
  })
  const result = await withFonts(fonts, () =>
    fill(document, { variables: definitions }, values, { fonts, ...more }),
  )
  const all = [...descendants(result.root)]
  return {
    ...result,
    text: writeSvg(result.root),
    types: result.findings.map(({ type }) => type),
    elements: (name: string): SvgElement[] => all.filter((element) => element.name === name),
    /** The typeset text, run by run. */
    words: result.glyphRuns.map(({ glyphs }) => glyphs.map((glyph) => glyph.text).join('')),
  }
}

/** The box of a placement in user units of the document. */
export const boxOf = ({ transform: [width, , , height, x, y] }: { transform: readonly number[] }) =>
  [x!, y!, width!, height!].map((value) => Math.round(value * 100) / 100)

export const zxingBinary = () =>
  readFileSync(new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
