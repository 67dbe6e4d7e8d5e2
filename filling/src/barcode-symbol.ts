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

/** Without text below them. */
const matrices: readonly Symbology[] = ['data_matrix', 'pdf417']

/** Modules of the quiet zone (ISO/IEC 15417 §4.3, 16022 §4.4, 15438 §5.8). */
const quietModules = { data_matrix: 1, pdf417: 2 } as Partial<Record<Symbology, number>>
const quietDefault = 10
/** The library draws at scale 2. */
const unitsPerModule = 2

/** Undefined for a text that the code cannot hold. */
export function barcodeSymbol(symbology: Symbology, text: string): CodeSymbol | undefined {
  const labels = matrices.includes(symbology) ? {} : { includetext: true, textxalign: 'center' as const }
  try {
    const svg = encoders[symbology]({ bcid: symbology, text, ...labels }, drawingSVG())
    return read(svg, (quietModules[symbology] ?? quietDefault) * unitsPerModule)
  } catch {
    return undefined
  }
}

/** The library writes nothing but paths. */
function read(svg: string, margin: number): CodeSymbol | undefined {
  const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? []
  if (width === undefined || height === undefined) return undefined
  const paths = [...svg.matchAll(/<path ([^>]*?)\/?>/g)].map(([, attributes]) => {
    const d = /(?:^| )d="([^"]*)"/.exec(attributes!)?.[1] ?? ''
    const stroke = /stroke-width="([\d.]+)"/.exec(attributes!)?.[1]
    return stroke === undefined ? { d } : { d, strokeWidth: Number(stroke) }
  })
  return { width: Number(width) + 2 * margin, height: Number(height) + 2 * margin, margin, paths }
}
