// One file of each kind that the library draws, with the facts and the colors that it must show.
import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { DecodeError } from '../../src/images/decode-error.ts'
import type { Inspection } from '../../src/images/inspect.ts'
import { isDrawnAs } from '../../src/images/previews/kinds.ts'
import * as made from './design-files.ts'
import { blue, red } from './design-files.ts'
import type { drawingsOf } from './drawings-of-files.ts'
import { heic } from './heic-files.ts'
import { pdf } from './pdf-files.ts'
import { zip } from './xlsx.ts'

type Color = readonly [number, number, number]

export type CorpusFile = {
  name: string
  bytes: Buffer
  facts: Partial<Pick<Inspection, 'kind' | 'width' | 'height' | 'pageCount' | 'duration' | 'frames'>>
  /** Colors in the middle of the left half and of the right half. Undefined for a file without an image. */
  colors?: readonly [left: Color, right: Color]
  /** The height of these points from the top, if they are not in the middle. */
  height?: number
}

const size = made.split
const svg = (rest = '') =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="32mm" height="16mm"${rest}><rect width="50%" height="100%" fill="#f00"/><rect x="50%" width="50%" height="100%" fill="#00f"/></svg>`,
  )

/** Maximum difference of colors in lossy formats. */
export const colorTolerance = 14

/** The facts and colors of a file that differ from the expected ones. */
export async function deviations(
  { name, bytes, facts, colors, height = 0.5 }: CorpusFile,
  { inspected, drawn }: ReturnType<typeof drawingsOf>,
): Promise<string[]> {
  const found = await inspected(bytes, name)
  const wrong = Object.entries(facts).flatMap(([key, value]) => {
    const other = found[key as keyof typeof facts]
    return other === value ? [] : [`${key} is ${other} instead of ${value}`]
  })
  try {
    if (!isDrawnAs(found.extension)) throw new DecodeError('no_picture')
    const picture = await drawn(
      found.cleaned ? await readFile(found.cleaned.path) : bytes,
      found.extension,
      1_200,
    )
    if (!colors) return [...wrong, 'has a picture']
    for (const [at, color] of colors.entries()) {
      const x = Math.floor(picture.width * (at === 0 ? 0.25 : 0.75))
      const pixel = picture.at(x, Math.floor(picture.height * height))
      // Gray has one channel.
      const channels = pixel.length < 3 ? [pixel[0]!, pixel[0]!, pixel[0]!] : pixel
      if (color.some((level, channel) => Math.abs(level - channels[channel]!) > colorTolerance))
        wrong.push(`${at === 0 ? 'left' : 'right'} is ${channels} instead of ${color}`)
    }
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    if (colors || error.fault !== 'no_picture') wrong.push(`has no picture: ${error.fault}`)
  }
  return wrong
}

export async function corpus(): Promise<CorpusFile[]> {
  const [jpeg, png, tiff, large] = await Promise.all([made.jpeg(), made.png(), made.tiff(), made.jpeg(256)])
  const other = (format: 'webp' | 'avif' | 'gif') =>
    sharp(png)
      .toFormat(format, { lossless: true } as object)
      .toBuffer()
  const sides = [red, blue] as const
  const image = { facts: { kind: 'image', ...size }, colors: sides } as const
  const document = { facts: { kind: 'document' }, colors: sides } as const
  const drawing = { facts: { kind: 'image', width: 121, height: 60 }, colors: sides } as const
  const raw = { facts: { kind: 'image', width: 6_000, height: 4_000 }, colors: sides } as const
  const whole = (color: Color) => ({ colors: [color, color] as const })
  return [
    { name: 'image.png', bytes: png, ...image },
    { name: 'image.jpg', bytes: jpeg, ...image },
    { name: 'image.tiff', bytes: tiff, ...image, facts: { ...image.facts, pageCount: 1 } },
    { name: 'image.webp', bytes: await other('webp'), ...image },
    { name: 'image.avif', bytes: await other('avif'), ...image },
    { name: 'image.gif', bytes: await other('gif'), ...image },
    { name: 'image.heic', bytes: heic, facts: { kind: 'image' }, colors: sides },
    { name: 'image.bmp', bytes: made.bmp(), ...image },
    { name: 'image.tga', bytes: made.tga(), ...image },
    { name: 'image.jxl', bytes: made.jxl, ...image },
    { name: 'image.jp2', bytes: made.jp2, ...image },
    { name: 'icon.ico', bytes: await made.ico(), facts: { width: 64, height: 64 }, colors: sides },
    { name: 'drawing.svg', bytes: svg(), ...drawing },
    { name: 'drawing.svgz', bytes: gzipSync(svg()), ...drawing },
    { name: 'photoshop.psd', bytes: made.psdOfRgb({ compression: 'packBits' }), ...image },
    { name: 'photoshop.psb', bytes: made.psdOfRgb({ compression: 'packBits', isLarge: true }), ...image },
    {
      name: 'illustrator.ai',
      bytes: Buffer.concat([
        pdf([{ width: 72, height: 36, color: '1 0 0' }]),
        Buffer.from('% /AIPrivateData1'),
      ]),
      facts: { kind: 'image', pageCount: 1 },
      ...whole(red),
    },
    { name: 'windows.eps', bytes: made.epsWithTiff(tiff), facts: { kind: 'image' }, colors: sides },
    { name: 'photoshop.eps', bytes: made.epsOfPhotoshop(jpeg), facts: { kind: 'image' }, colors: sides },
    { name: 'illustrator.eps', bytes: made.epsOfIllustrator(jpeg), facts: { kind: 'image' }, colors: sides },
    {
      name: 'interchange.eps',
      bytes: made.epsi,
      facts: {},
      colors: [
        [0, 0, 0],
        [255, 255, 255],
      ],
    },
    {
      name: 'plain.eps',
      bytes: Buffer.from('%!PS-Adobe-3.0 EPSF-3.0\nshowpage\n'),
      facts: { kind: 'image' },
    },
    {
      name: 'document.pdf',
      bytes: pdf([
        { width: 200, height: 100, color: '0 0 1' },
        { width: 100, height: 100, color: '1 0 0' },
      ]),
      facts: { kind: 'document', pageCount: 2 },
      ...whole(blue),
    },
    { name: 'layout.indd', bytes: made.indd(jpeg), ...document },
    {
      name: 'layout.idml',
      bytes: zip({ mimetype: 'x', 'META-INF/metadata.xml': made.packetWith(jpeg) }),
      facts: {},
      colors: sides,
    },
    { name: 'text.docx', bytes: made.office('docx', jpeg), ...document },
    { name: 'slides.pptx', bytes: made.office('pptx', jpeg), ...document },
    { name: 'table.xlsx', bytes: made.office('xlsx', jpeg), ...document },
    { name: 'plain.docx', bytes: made.office('docx'), facts: { kind: 'document' } },
    ...['text.odt', 'slides.odp', 'table.ods', 'drawing.odg'].map((name) => ({
      name,
      bytes: made.openDocument(name.split('.')[1] as 'odt', png),
      ...document,
    })),
    {
      name: 'design.sketch',
      bytes: zip({ 'document.json': '{}', 'meta.json': '{}', 'previews/preview.png': png }),
      facts: { kind: 'other' },
      colors: sides,
    },
    {
      name: 'design.fig',
      bytes: zip({ 'canvas.fig': 'fig-kiwi', 'thumbnail.png': png }),
      facts: { kind: 'other' },
      colors: sides,
    },
    ...['photo.nef', 'photo.arw', 'photo.pef'].map((name) => ({
      name,
      bytes: made.rawPhoto(jpeg, large),
      ...raw,
    })),
    { name: 'photo.cr3', bytes: made.cr3(large, jpeg), ...raw },
    { name: 'photo.raf', bytes: made.raf(large), facts: { width: 256, height: 128 }, colors: sides },
    { name: 'palette.gpl', bytes: made.gpl, facts: { kind: 'other' }, colors: [red, [0, 128, 255]] },
    {
      name: 'palette.ase',
      bytes: made.ase(),
      facts: { kind: 'other' },
      colors: [
        [204, 0, 41],
        [128, 128, 128],
      ],
      height: 0.25,
    },
    {
      name: 'palette.aco',
      bytes: made.aco(),
      facts: { kind: 'other' },
      colors: [
        [18, 104, 200],
        [0, 255, 0],
      ],
      height: 0.25,
    },
    { name: 'notes.txt', bytes: Buffer.from('Notes'), facts: { kind: 'document' } },
  ]
}
