import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { hexOf } from '@atelier/svg/colors'
import { pagesOf } from '@atelier/svg/pages'
import { readCleanSvg } from '@atelier/svg/read'
import { viewBoxOf } from '@atelier/svg/size'
import { type Matrix, multiply, type Rectangle } from '@atelier/svg/transforms'
import { descendants, hrefOf, type SvgElement, textOf } from '@atelier/svg/tree'
import type { Drawable, Pictures } from '../drawable.ts'
import { pictureKey } from '../plan.ts'
import { naturalSize } from '../view.ts'
import { type ColorMode, type Colors, type InkColor, newColors, registration } from './colors.ts'
import { newPdfFile, num, nums, type PdfFile, type Ref } from './file.ts'
import { type Conformance, type Description, infoOf, outputIntent, xmpOf } from './metadata.ts'
import { newPainter, paintDocument } from './painter.ts'
import type { Painter, Rasterized } from './painting.ts'
import { bytesOf } from './pictures.ts'
import { newEmbeddedFonts } from './runs.ts'
import { matrixTo, type Source, sourceOf } from './source.ts'
import { newStream, rectOperator, within } from './stream.ts'

export type PdfOptions = {
  title?: string
  /** Millimeters. */
  bleed?: number
  marks?: readonly 'crop'[]
  color?: ColorMode
  /** Whether text becomes outlines or uses embedded fonts, with which it can be searched and copied. */
  text?: 'outlines' | 'embedded'
  conformance?: Conformance
  /** BCP 47. */
  language?: string
  /** The creation date in the metadata. The same date produces the same bytes. */
  date?: Date
}

export type PdfFinding = {
  type: 'rasterised_in_pdf'
  message: string
  data: { page: number; layer: string | null; reason: string }
}

const profileAt = (name: string) => fileURLToPath(new URL(`../profiles/${name}`, import.meta.url))
const cmykProfile = profileAt('coated-fogra39.icc')
const rgbProfile = profileAt('srgb.icc')

const pointsPerPixel = 72 / 96
const pointsPerMillimeter = 72 / 25.4
/** Length of crop marks, and their minimum distance from the page, in points. */
const markLength = 5 * pointsPerMillimeter
const markDistance = 3 * pointsPerMillimeter
/** The maximum length of a side in a PDF (ISO 32000-1 annex C). */
const sideMax = 14_400

/**
 * Writes filled documents as a PDF with one page for each of their pages. Only filters and markers are
 * rasterized, at up to 300 dpi (docs/decisions/renders-pdf.md).
 * @param kit colors of the brand kit, with the print values to use in CMYK.
 * @throws {RangeError} if a page would exceed the size limit of PDF.
 */
export async function drawPdf(
  documents: readonly Drawable[],
  pictures: Pictures,
  options: PdfOptions,
  kit: readonly InkColor[],
): Promise<{ bytes: Buffer; findings: PdfFinding[] }> {
  const { color: mode = 'rgb', conformance = 'none', date = new Date(0), title = 'Untitled' } = options
  const file = newPdfFile()
  const pages = documents.flatMap(pagesIn)
  const sources = pages.map(({ root }) => sourceOf(root))
  const vectors = await vectorPictures(sources, pictures)
  const colors = await newColors(file, mode, colorsIn([...sources, ...vectors.values()]), kit, cmykProfile)
  const profile = await profileObject(file, mode)
  const fonts = options.text === 'embedded' ? newEmbeddedFonts(file) : undefined
  const findings: PdfFinding[] = []
  const parent = file.reserve()
  const common = conformance === 'PDF/X-4' && mode === 'rgb' ? `/DefaultRGB[/ICCBased ${profile} 0 R]` : ''
  const images = { file, colors, profile: cmykProfile, known: new Map() }
  const kids: Ref[] = []
  for (const [index, source] of sources.entries()) {
    const onRasterized = (found: Rasterized) => findings.push(findingOf(found, index + 1))
    const runs = fonts?.writerOf(descendants(source.root), pages[index]!.glyphRuns ?? [])
    const painter = newPainter({ file, colors, images, pictures, vectors, onRasterized, common, runs })
    const isPart = pages[index]!.isPart === true
    kids.push(await pageObject(painter, source, parent, options, colors, isPart))
  }
  await fonts?.finish()
  file.set(parent, `<</Type/Pages/Count ${kids.length}/Kids[${kids.map((kid) => `${kid} 0 R`).join(' ')}]>>`)
  const description: Description = { title, conformance, date }
  const info = infoOf(file, description)
  const metadata = xmpOf(file, description, file.digest())
  const intents = intentsOf(conformance, mode, profile)
  const language = options.language ? `/Lang(${options.language.replace(/[^\w-]/g, '')})` : ''
  const root = file.add(`<</Type/Catalog/Pages ${parent} 0 R/Metadata ${metadata} 0 R${intents}${language}>>`)
  const bytes = file.bytes(conformance === 'PDF/X-4' ? '1.6' : '1.7', root, info)
  return { bytes, findings: distinct(findings) }
}

function pagesIn(document: Drawable): (Drawable & { isPart?: true })[] {
  const { root } = document
  const pages = pagesOf(root)
  if (pages.length === 1) return [document]
  const natural = naturalSize(root)
  const perUnit = natural.width / (viewBoxOf(root)?.width ?? natural.width)
  return pages.map(({ x, y, width, height }) => {
    const attributes = new Map(root.attributes)
      .set('viewBox', [x, y, width, height].join(' '))
      .set('width', String(width * perUnit))
      .set('height', String(height * perUnit))
    const page: SvgElement = { ...root, attributes }
    return { ...document, root: page, isPart: true }
  })
}

async function profileObject(file: PdfFile, mode: ColorMode): Promise<Ref> {
  const bytes = await readFile(mode === 'cmyk' ? cmykProfile : rgbProfile)
  return file.addStream(`/N ${mode === 'cmyk' ? 4 : 3}`, bytes)
}

function intentsOf(conformance: Conformance, mode: ColorMode, profile: Ref): string {
  const isCmyk = mode === 'cmyk'
  const intents = [
    ...(conformance === 'PDF/A-2b' ? [outputIntent('GTS_PDFA1', isCmyk, profile)] : []),
    ...(conformance === 'PDF/X-4' || isCmyk ? [outputIntent('GTS_PDFX', isCmyk, profile)] : []),
  ]
  return intents.length > 0 ? `/OutputIntents[${intents.join('')}]` : ''
}

async function pageObject(
  painter: Painter,
  source: Source,
  parent: Ref,
  options: PdfOptions,
  colors: Colors,
  isPart: boolean,
): Promise<Ref> {
  const natural = naturalSize(source.root)
  const [width, height] = [natural.width * pointsPerPixel, natural.height * pointsPerPixel]
  const bleed = (options.bleed ?? 0) * pointsPerMillimeter
  const hasMarks = options.marks?.includes('crop') === true
  const distance = Math.max(bleed, markDistance)
  const margin = hasMarks ? distance + markLength : bleed
  if (Math.max(width, height) + 2 * margin > sideMax)
    throw new RangeError('A page of a PDF must not be larger than 5.08 m.')
  const media = { x: 0, y: 0, width: width + 2 * margin, height: height + 2 * margin }
  const trim = { x: margin, y: margin, width, height }
  const printed = {
    x: margin - bleed,
    y: margin - bleed,
    width: width + 2 * bleed,
    height: height + 2 * bleed,
  }

  const viewBox = viewBoxOf(source.root) ?? { x: 0, y: 0, ...natural }
  const toPixels = matrixTo(
    viewBox,
    { x: 0, y: 0, ...natural },
    source.root.attributes.get('preserveAspectRatio'),
  )
  const toPoints: Matrix = [pointsPerPixel, 0, 0, -pointsPerPixel, margin, margin + height]
  const stream = newStream(media, painter.common)
  const page = { x: viewBox.x, y: viewBox.y, width: viewBox.width, height: viewBox.height }
  const units = bleed / pointsPerPixel
  const by = { x: units / toPixels[0], y: units / toPixels[3] }
  stream.out.push('q', rectOperator(printed), 'W n')
  stream.area = printed
  await within(stream, multiply(toPoints, toPixels), () =>
    paintDocument(
      {
        ...painter,
        ...(isPart && { printed: grown(page, by) }),
        bleed: bleed > 0 ? { page, by } : undefined,
      },
      stream,
      source,
      viewBox,
    ),
  )
  stream.out.push('Q')
  if (hasMarks)
    stream.out.push(
      ...cropMarks(painter.file, trim, distance, colors, (ref) => stream.use('ColorSpace', ref)),
    )
  const content = painter.file.addStream('', stream.out.join('\n'))
  const box = (rect: Rectangle) => `[${nums([rect.x, rect.y, rect.x + rect.width, rect.y + rect.height])}]`
  const boxes = `/MediaBox${box(media)}/BleedBox${box(printed)}/TrimBox${box(trim)}`
  const group = `/Group<</S/Transparency/I true/CS/${colors.space}>>`
  return painter.file.add(
    `<</Type/Page/Parent ${parent} 0 R${boxes}/Contents ${content} 0 R/Resources${stream.resources()}${group}>>`,
  )
}

const grown = ({ x, y, width, height }: Rectangle, by: { x: number; y: number }): Rectangle => ({
  x: x - by.x,
  y: y - by.y,
  width: width + 2 * by.x,
  height: height + 2 * by.y,
})

/** Crop marks are printed on every plate. */
function cropMarks(
  file: PdfFile,
  trim: Rectangle,
  distance: number,
  { mode }: Colors,
  useSpace: (ref: Ref) => string,
): string[] {
  const [left, bottom] = [trim.x, trim.y]
  const [right, top] = [trim.x + trim.width, trim.y + trim.height]
  const far = distance + markLength
  const line = (x1: number, y1: number, x2: number, y2: number) => `${nums([x1, y1])} m ${nums([x2, y2])} l S`
  const color = mode === 'cmyk' ? `/${useSpace(file.once(registration))} CS 1 SCN` : '0 G'
  return [
    'q',
    `${color} ${num(0.25)} w`,
    ...[left, right].flatMap((x) => [
      line(x, bottom - far, x, bottom - distance),
      line(x, top + distance, x, top + far),
    ]),
    ...[bottom, top].flatMap((y) => [
      line(left - far, y, left - distance, y),
      line(right + distance, y, right + far, y),
    ]),
    'Q',
  ]
}

/** The vector images in the documents and in other vector images. */
async function vectorPictures(sources: readonly Source[], pictures: Pictures): Promise<Map<string, Source>> {
  const found = new Map<string, Source>()
  const open = sources.map(({ root }) => root)
  for (let root = open.pop(); root; root = open.pop()) {
    for (const element of descendants(root)) {
      if (element.name !== 'image') continue
      const key = pictureKey(element)
      const href = hrefOf(element) ?? ''
      const picture = key === undefined ? undefined : pictures.get(key)
      if (found.has(key ?? href)) continue
      const text = picture?.isVector
        ? await readFile(picture.path, 'utf8')
        : /^data:image\/svg/.test(href)
          ? bytesOf(href)?.toString()
          : undefined
      if (text === undefined) continue
      const source = sourceOf(readCleanSvg(text))
      found.set(key ?? href, source)
      open.push(source.root)
    }
  }
  return found
}

const colorAttributes = ['fill', 'stroke', 'stop-color', 'color', 'style']

/** Every value that may be a color. */
function colorsIn(sources: readonly Source[]): Set<string> {
  const found = new Set(['#000000', '#FFFFFF'])
  const see = (text: string | undefined) => {
    for (const [word] of (text ?? '').matchAll(/#[0-9a-f]{3,8}\b|(?:rgb|hsl)a?\([^)]*\)|\b[a-z]{3,20}\b/gi)) {
      const hex = hexOf(word)
      if (hex !== null) found.add(hex)
    }
  }
  for (const { root } of sources)
    for (const element of descendants(root)) {
      if (element.name === 'style') see(textOf(element))
      for (const name of colorAttributes) see(element.attributes.get(name))
    }
  return found
}

function findingOf({ element, reason }: Rasterized, page: number): PdfFinding {
  const layer = element.attributes.get('data-name') ?? element.attributes.get('id') ?? null
  const what = reason === 'filter' ? 'A filter' : 'A marker'
  const where = layer === null ? '' : ` of the layer ${layer}`
  return {
    type: 'rasterised_in_pdf',
    message: `${what}${where} on page ${page} is drawn as pixels, at up to 300 dpi: PDF cannot express it.`,
    data: { page, layer, reason },
  }
}

const distinct = (findings: PdfFinding[]) => [...new Map(findings.map((one) => [one.message, one])).values()]
