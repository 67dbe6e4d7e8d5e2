// Renders every file in server/demo again: node scripts/render-demo.ts. The same version of sharp gives the
// same bytes.

import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { writeSvg } from '@atelier/svg/write'
import sharp, { type Sharp } from 'sharp'
import { type DemoAsset, type DemoTemplate, demoCompanies } from '../server/src/demo/catalogue.ts'
import { readSafely } from '../server/src/images/svg.ts'
import { documentOf } from './demo-artwork/document.ts'
import { drawingOf, drawSvg } from './demo-artwork/drawings.ts'
import { pdfPage } from './demo-artwork/pdf.ts'

const root = join(import.meta.dirname, '../server/demo')
const colorsFile = join(import.meta.dirname, '../server/src/demo/colors.gen.ts')
const thumbnailPixels = 400
const previewPixels = 1000
const paintedPixels = 720
// Logos and icons are placed on a tile with a margin.
const tileHeightPixels = 300
const tileRoom = { width: 280, height: 180 }
// A PDF is rendered at this size in points, which is one and a half times A4.
const pdfPixels = [900, 1272] as const

await rm(root, { recursive: true, force: true })
const colors: Record<string, string> = {}
for (const company of demoCompanies) {
  for (const asset of company.assets) await renderAsset(asset)
  for (const template of company.templates)
    await renderTemplate(template, company.brandKits[0]!.fonts[0]!.family)
}
await writeFile(colorsFile, colorsModule())

async function renderAsset(asset: DemoAsset) {
  const [width, height] = [asset.width ?? pdfPixels[0], asset.height ?? pdfPixels[1]]
  const drawing = drawSvg(asset.file, width, height)
  await save(asset.file, await encode(asset.extension, drawing, width, height))
  await save(asset.thumbnail, await thumbnail(drawing, width, height, drawingOf(asset.file).tile))
  if (!drawingOf(asset.file).tile) colors[asset.file] = await dominantColor(drawing)
}

async function renderTemplate(template: DemoTemplate, font: string) {
  const scale = previewPixels / Math.max(template.width, template.height)
  const [width, height] = [Math.round(template.width * scale), Math.round(template.height * scale)]
  const drawing = drawSvg(template.preview, width, height)
  await save(template.preview, await encode('webp', drawing, width, height))
  await save(template.thumbnail, await thumbnail(drawing, width, height))
  const document = await documentOf(template, drawing, { font, paint })
  // The file as an upload stores it.
  await save(template.document, Buffer.from(writeSvg(readSafely(Buffer.from(document)).root)))
}

/** Elements that are shown but not rendered. */
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
