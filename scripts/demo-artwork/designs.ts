import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Symbology } from '@atelier/filling'
import sharp from 'sharp'
import { barcodeSymbol } from '../../filling/src/barcode-symbol.ts'
import type { CodeSymbol } from '../../filling/src/code-symbol.ts'
import { qrSymbol } from '../../filling/src/qr-symbol.ts'
import { drawSvg } from './drawings.ts'

const designs = join(import.meta.dirname, 'designs')
/** Maximum length of a drawing that stays a vector. Longer drawings are rasterized. */
const vectorMax = 8_000

/**
 * Returns a design as a design tool would export it. In its source, `drawing:FILE` or `drawing:FILE WIDTH
 * HEIGHT` references a drawing of the library, and `code:qr TEXT` or `code:ean13 TEXT` references a code.
 */
export async function designOf(stem: string): Promise<string> {
  let source = await readFile(join(designs, `${stem}.svg`), 'utf8')
  for (const [element, href] of source.matchAll(/<image [^>]*href="((?:drawing|code):[^"]*)"[^>]*>/g)) {
    const [width, height] = ['width', 'height'].map((name) =>
      Number(new RegExp(` ${name}="([\\d.]+)"`).exec(element)![1]),
    )
    const picture = href!.startsWith('code:')
      ? codePicture(href!.slice('code:'.length), width! / height!)
      : await drawingPicture(href!.slice('drawing:'.length), width!, height!)
    source = source.replace(element, element.replace(href!, picture))
  }
  return source
}

async function drawingPicture(named: string, shownWidth: number, shownHeight: number): Promise<string> {
  const [file, width = shownWidth, height = shownHeight] = named.split(' ')
  const drawing = drawSvg(file!, Number(width), Number(height))
  if (drawing.length <= vectorMax) return dataUrl('image/svg+xml', Buffer.from(drawing))
  const jpeg = await sharp(Buffer.from(drawing))
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 74, mozjpeg: true })
  return dataUrl('image/jpeg', await jpeg.toBuffer())
}

function codePicture(named: string, aspect: number): string {
  const [, kind, text] = /^(\w+) (.*)$/.exec(named)!
  const symbol = kind === 'qr' ? qrSymbol(text!) : barcodeSymbol(kind as Symbology, text!, aspect)
  if (!symbol) throw new Error(`No code can hold ${text}.`)
  return dataUrl('image/svg+xml', Buffer.from(codeSvg(symbol)))
}

function codeSvg({ width, height, marginX, marginY, paths }: CodeSymbol): string {
  const drawn = paths.map(({ d, strokeWidth }) =>
    strokeWidth === undefined
      ? `<path d="${d}"/>`
      : `<path d="${d}" fill="none" stroke="#000" stroke-width="${strokeWidth}"/>`,
  )
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<rect width="${width}" height="${height}" fill="#fff"/><g transform="translate(${marginX} ${marginY})">${drawn.join('')}</g></svg>`
  )
}

const dataUrl = (type: string, bytes: Buffer) => `data:${type};base64,${bytes.toString('base64')}`
