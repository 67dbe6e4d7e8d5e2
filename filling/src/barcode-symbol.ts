import {
  code39,
  code128,
  datamatrix,
  drawingSVG,
  ean8,
  ean13,
  gs1_128,
  itf14,
  pdf417,
  type RenderOptions,
  upca,
  upce,
} from 'bwip-js/generic'
import type { CodeSymbol } from './code-symbol.ts'
import type { Symbology } from './definition.ts'

type Encode = (options: RenderOptions, drawing: ReturnType<typeof drawingSVG>) => string

const encoders: Record<Symbology, Encode> = {
  code128,
  gs1_128,
  code39,
  ean13,
  ean8,
  upca,
  upce,
  itf14,
  data_matrix: datamatrix,
  pdf417,
}

/** Codes without text below the bars. */
const matrices: readonly Symbology[] = ['data_matrix', 'pdf417']

/** Modules of the quiet zone (ISO/IEC 15417 §4.3, 16022 §4.4, 15438 §5.8). */
const quietModules = { data_matrix: 1, pdf417: 2 } as Partial<Record<Symbology, number>>
const quietDefault = 10
/** Number of the library's units per module. It draws at twice the size. */
const unitsPerModule = 2

/** Limits of the height of bars, as fractions of the width, within the range that scanners accept. */
const heightMin = 0.15
const heightMax = 1
/** Number of the library's units per millimeter. It draws at twice the size. */
const unitsPerMillimeter = (2 * 72) / 25.4

/**
 * Creates a barcode. Bars are as high as their box allows.
 * @param aspect the width of the box divided by its height.
 * @returns undefined for a string that the code cannot encode.
 */
export function barcodeSymbol(symbology: Symbology, text: string, aspect: number): CodeSymbol | undefined {
  const quiet = (quietModules[symbology] ?? quietDefault) * unitsPerModule
  if (matrices.includes(symbology)) return encoded(symbology, { text }, { x: quiet, y: quiet })
  const margin = { x: quiet, y: 2 * unitsPerModule }
  const options = { text, includetext: true, textxalign: 'center' as const }
  const standard = encoded(symbology, options, margin)
  if (!standard) return undefined
  const share = Math.min(heightMax, Math.max(heightMin, 1 / aspect))
  const label = labelUnits + 2 * margin.y
  const height = (standard.width * share - label) / unitsPerMillimeter
  return encoded(symbology, { ...options, height: Math.max(2, height) }, margin)
}

/** Approximate height of the text below the bars. */
const labelUnits = 17

type Options = Omit<RenderOptions, 'bcid'>

function encoded(symbology: Symbology, options: Options, margin: { x: number; y: number }) {
  try {
    return read(encoders[symbology]({ bcid: symbology, ...options }, drawingSVG()), margin)
  } catch {
    return undefined
  }
}

function read(svg: string, margin: { x: number; y: number }): CodeSymbol | undefined {
  const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? []
  if (width === undefined || height === undefined) return undefined
  const paths = [...svg.matchAll(/<path ([^>]*?)\/?>/g)].map(([, attributes]) => {
    const d = /(?:^| )d="([^"]*)"/.exec(attributes!)?.[1] ?? ''
    const stroke = /stroke-width="([\d.]+)"/.exec(attributes!)?.[1]
    return stroke === undefined ? { d } : { d, strokeWidth: Number(stroke) }
  })
  return {
    width: Number(width) + 2 * margin.x,
    height: Number(height) + 2 * margin.y,
    marginX: margin.x,
    marginY: margin.y,
    paths,
  }
}
