// Renders every file in server/demo again: node scripts/render-demo.ts. The same version of sharp produces
// the same bytes.

import { existsSync } from 'node:fs'
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fill } from '@atelier/filling'
import { writeSvg } from '@atelier/svg/write'
import { type Fonts, withFonts } from '@atelier/typesetting'
import sharp, { type Sharp } from 'sharp'
import {
  type DemoAsset,
  type DemoBrandKit,
  type DemoTemplate,
  demoCompanies,
} from '../server/src/demo/catalog.ts'
import { drawRaster } from '../server/src/drawing/raster.ts'
import { readSafely } from '../server/src/images/svg.ts'
import { readVariables, type SvgVariable } from '../server/src/images/svg-variables.ts'
import { designOf } from './demo-artwork/designs.ts'
import { documentOf } from './demo-artwork/document.ts'
import { drawingOf, drawSvg } from './demo-artwork/drawings.ts'
import { demoFonts, fontLicense, fontSource, widthOf } from './demo-artwork/fonts.ts'
import { pdfPage } from './demo-artwork/pdf.ts'

const root = join(import.meta.dirname, '../server/demo')
const colorsFile = join(import.meta.dirname, '../server/src/demo/colors.gen.ts')
const variablesFile = join(import.meta.dirname, '../server/src/demo/design-variables.gen.ts')
const designs = join(import.meta.dirname, 'demo-artwork/designs')
const thumbnailPixels = 400
const previewPixels = 1000
const paintedPixels = 720
// Logos and icons are placed on a tile with a margin.
const tileHeightPixels = 300
const tileRoom = { width: 280, height: 180 }
// A PDF is rendered at this size in points, which is 150 % of A4.
const pdfPixels = [900, 1272] as const

await rm(root, { recursive: true, force: true })
const colors: Record<string, string> = {}
const variables: Record<string, SvgVariable[]> = {}
for (const company of demoCompanies) {
  for (const asset of company.assets) await (asset.type === 'font' ? copyFont(asset) : renderAsset(asset))
  const fonts = await demoFonts(company)
  for (const template of company.templates) await renderTemplate(template, company.brandKits[0]!, fonts)
}
await writeFile(colorsFile, colorsModule())
await writeFile(variablesFile, variablesModule())

/** Copies a Fontsource file. The license of its family is in the same folder. */
async function copyFont({ file }: DemoAsset) {
  await mkdir(dirname(join(root, file)), { recursive: true })
  await copyFile(fontSource(file), join(root, file))
  if (!/-(italic|ext)\./.test(file))
    await copyFile(fontLicense(file), join(root, file.replace(/\.woff2$/, '.OFL.txt')))
}

async function renderAsset(asset: DemoAsset) {
  const [width, height] = [asset.width ?? pdfPixels[0], asset.height ?? pdfPixels[1]]
  const drawing = drawSvg(asset.file, width, height)
  await save(asset.file, await encode(asset.extension, drawing, width, height))
  await save(asset.thumbnail!, await thumbnail(drawing, width, height, drawingOf(asset.file).tile))
  if (!drawingOf(asset.file).tile) colors[asset.file] = await dominantColor(drawing)
}

async function renderTemplate(template: DemoTemplate, kit: DemoBrandKit, fonts: Fonts) {
  const stem = basename(template.document, '.svg')
  const isDesign = existsSync(join(designs, `${stem}.svg`))
  const svg = isDesign ? await designOf(stem) : await drawnDocument(template, kit, fonts)
  // Sanitizes the file as an upload does.
  const { root } = readSafely(Buffer.from(svg))
  if (isDesign) variables[stem] = readVariables(root)
  const document = writeSvg(root)
  await save(template.document, Buffer.from(document))
  const filled = await withFonts(fonts, () => fill(document, { variables: [] }, new Map(), { fonts }))
  const side = template.width >= template.height ? 'width' : 'height'
  const { bytes } = await drawRaster(filled, new Map(), { format: 'png', [side]: previewPixels })
  await save(template.preview, await sharp(bytes).webp({ quality: 80, effort: 6 }).toBuffer())
  const small = sharp(bytes).resize({ width: thumbnailPixels, height: thumbnailPixels, fit: 'inside' })
  await save(template.thumbnail, await small.webp({ quality: 78, effort: 6 }).toBuffer())
}

function drawnDocument(
  template: DemoTemplate,
  { fonts: [heading, plain] }: DemoBrandKit,
  fonts: Fonts,
): Promise<string> {
  const scale = previewPixels / Math.max(template.width, template.height)
  const [width, height] = [Math.round(template.width * scale), Math.round(template.height * scale)]
  const { family, weight: bold } = heading!
  const font = {
    ...{ family, bold, regular: plain!.weight },
    widthOf: (text: string, weight: number) => widthOf(fonts, family, weight, text),
  }
  return documentOf(template, drawSvg(template.preview, width, height), { font, paint })
}

/** Paints the elements that are visible. */
async function paint(drawing: string): Promise<string> {
  const jpeg = await sharp(Buffer.from(drawing))
    .resize({ width: paintedPixels, height: paintedPixels, fit: 'inside' })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 72, mozjpeg: true })
    .toBuffer()
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`
}

async function encode(extension: string, drawing: string, width: number, height: number): Promise<Buffer> {
  const picture = sharp(Buffer.from(drawing))
  if (extension === 'svg') return Buffer.from(drawing)
  if (extension === 'png') return picture.png({ palette: true, quality: 90, effort: 10 }).toBuffer()
  if (extension === 'webp') return picture.webp({ quality: 80, effort: 6 }).toBuffer()
  const jpeg = await picture
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 80, mozjpeg: true })
    .toBuffer()
  return extension === 'pdf' ? pdfPage(jpeg, width, height) : jpeg
}

/** Rendered from the SVG, so that small icons stay sharp. */
async function thumbnail(drawing: string, width: number, height: number, tile?: string): Promise<Buffer> {
  const room = tile ? tileRoom : { width: thumbnailPixels, height: thumbnailPixels }
  const scale = Math.min(room.width / width, room.height / height)
  // SVG is rendered at 72 dots per inch by default.
  const picture = sharp(Buffer.from(drawing), { density: 72 * Math.max(scale, 1) })
  const inside = picture.resize({ ...room, fit: 'inside' })
  return (tile ? await onTile(inside, tile) : inside).webp({ quality: 78, effort: 6 }).toBuffer()
}

async function onTile(picture: Sharp, background: string): Promise<Sharp> {
  const ground = { width: thumbnailPixels, height: tileHeightPixels, channels: 3 as const, background }
  const tile = sharp({ create: ground }).composite([{ input: await picture.png().toBuffer() }])
  return sharp(await tile.png().toBuffer())
}

async function dominantColor(drawing: string): Promise<string> {
  const { dominant } = await sharp(await sharp(Buffer.from(drawing)).png().toBuffer()).stats()
  return `#${[dominant.r, dominant.g, dominant.b].map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

async function save(file: string, bytes: Uint8Array) {
  await mkdir(dirname(join(root, file)), { recursive: true })
  await writeFile(join(root, file), bytes)
}

function colorsModule(): string {
  const rows = Object.entries(colors).map(([file, color]) => `  '${file}': '${color}',\n`)
  return `// Written by scripts/render-demo.ts.\nexport const dominantColors: Readonly<Record<string, string>> = {\n${rows.join('')}}\n`
}

function variablesModule(): string {
  return [
    '// Written by scripts/render-demo.ts.',
    "import type { SvgVariable } from '../images/svg-variables.ts'\n",
    `export const designVariables: Readonly<Record<string, readonly SvgVariable[]>> = ${JSON.stringify(variables, null, 2)}\n`,
  ].join('\n')
}
