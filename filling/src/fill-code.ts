import { hexOf } from '@atelier/svg/colors'
import type { SvgElement } from '@atelier/svg/tree'
import type { CodeSymbol } from './code-symbol.ts'
import { contrastRatio, rgbOfHex } from './contrast.ts'
import type { Symbology } from './definition.ts'
import { type Editing, element, paint, replace, written } from './editing.ts'
import { fittedIn } from './fill-image.ts'
import type { Filling } from './filling.ts'
import { boxOf, groupFor, placeIn } from './layer-box.ts'
import { isFilledWithImage, isShape, withoutUses } from './layers.ts'
import { qrSymbol } from './qr-symbol.ts'

export type Code = { kind: 'qr'; text: string } | { kind: 'barcode'; text: string; symbology: Symbology }

type BarcodeSymbol = (symbology: Symbology, text: string, aspect: number) => CodeSymbol | undefined
let barcodeSymbol: BarcodeSymbol | undefined

/** Loads the barcode library, whose two megabytes most documents do not need. */
export async function loadBarcodes(): Promise<void> {
  barcodeSymbol = (await import('./barcode-symbol.ts')).barcodeSymbol
}

/** Caches codes, which a batch often repeats in every row. */
const known = new Map<string, CodeSymbol | undefined>()
const knownMax = 50

function symbolOf(code: Code, aspect: number): CodeSymbol | undefined {
  const kind = code.kind === 'qr' ? 'qr' : `${code.symbology} ${aspect.toFixed(3)}`
  const key = `${kind} ${code.text}`
  if (!known.has(key)) {
    if (known.size >= knownMax) known.clear()
    if (code.kind === 'barcode' && !barcodeSymbol)
      throw new Error('Barcodes are not loaded. Call prepareFilling first.')
    known.set(
      key,
      code.kind === 'qr' ? qrSymbol(code.text) : barcodeSymbol!(code.symbology, code.text, aspect),
    )
  }
  return known.get(key)
}

/** The contrast that scanners need (ISO/IEC 15415, symbol contrast). */
const contrastMin = 4.5

/**
 * Draws a code into the box of a layer, as large as fits with its quiet zone. A dark shape sets the color of
 * the code, and a light shape its background.
 * @returns false for a string that the code cannot encode. The layer then stays unchanged.
 */
export function fillCode(filling: Filling, layer: SvgElement, variable: string, code: Code): boolean {
  const { editing } = filling
  const place = placeIn(filling, withoutUses(editing, layer))
  const box = place && boxOf(filling, place)
  if (!box) return true
  const symbol = symbolOf(code, box.width / box.height)
  if (!symbol) return false
  const area = fittedIn(filling, place, box, symbol, 'contain')
  const { ink, ground } = colorsOf(editing, place)
  const [scaleX, scaleY] = [area.width / symbol.width, area.height / symbol.height]
  const [x, y] = [area.x + symbol.marginX * scaleX, area.y + symbol.marginY * scaleY]
  const group = groupFor(place, variable)
  group.children.push(
    element('rect', { ...writtenBox(area), fill: ground }),
    element(
      'g',
      {
        'data-code': code.kind,
        transform: `translate(${written(x)} ${written(y)}) scale(${scaleX} ${scaleY})`,
        // Rows of modules overlap to avoid hairlines.
        ...(code.kind === 'qr' && { 'shape-rendering': 'crispEdges' }),
      },
      symbol.paths.map(({ d, strokeWidth }) =>
        element(
          'path',
          strokeWidth === undefined
            ? { d, fill: ink }
            : { d, fill: 'none', stroke: ink, 'stroke-width': strokeWidth },
        ),
      ),
    ),
  )
  replace(editing, place, group)
  return true
}

const writtenBox = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) => ({
  x: written(x),
  y: written(y),
  width: written(width),
  height: written(height),
})

function colorsOf(editing: Editing, place: SvgElement): { ink: string; ground: string } {
  const standard = { ink: '#000000', ground: '#FFFFFF' }
  const fill =
    isShape(place) && !isFilledWithImage(editing, place) ? paint(editing, place, 'fill') : undefined
  const hex = fill && 'color' in fill ? hexOf(fill.color) : null
  if (!hex) return standard
  const onWhite = contrastRatio(rgbOfHex(hex), rgbOfHex('#FFFFFF'))
  if (onWhite >= contrastMin) return { ...standard, ink: hex }
  const underBlack = contrastRatio(rgbOfHex(hex), rgbOfHex('#000000'))
  return underBlack >= contrastMin ? { ...standard, ground: hex } : standard
}
