// Files that are designed to break programs that read them. `node server/test/hostile/make-corpus.ts
// DIRECTORY` writes them to disk, to test other programs with them. The tests generate them in memory.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateRawSync, gzipSync } from 'node:zlib'
import { cleanedDrawings, costlyDrawings, refusedDrawings } from './drawings.ts'
import {
  chunk,
  endlessExif,
  gif,
  gifScript,
  header,
  jpegOfScans,
  jpegOfSize,
  jpegWith,
  photograph,
  png,
  pngBomb,
  pngWith,
  tiff,
  tiffEntries,
  webpCanvas,
  zippedProfile,
  zippedText,
} from './raster.ts'

export type HostileFile = {
  what: string
  fileName: string
  bytes: Buffer
  /**
   * `kept` means that the file can be stored, but only under its detected type. `either` means that the
   * result does not matter, but nothing else can be affected.
   */
  fate: 'refused' | 'kept' | 'either'
}

const megabyte = 1024 * 1024

export async function hostileFiles(): Promise<HostileFile[]> {
  return [
    ...(await bombs()),
    ...(await brokenImages()),
    ...(await polyglots()),
    ...otherThings(),
    ...drawings('refused', refusedDrawings),
    ...drawings('kept', cleanedDrawings),
    ...drawings('either', costlyDrawings),
  ]
}

const file =
  (fate: HostileFile['fate'], fileName: string) =>
  (what: string, bytes: Buffer): HostileFile => ({ what, fileName, bytes, fate })
const refused = (extension: string) => file('refused', `x.${extension}`)
const kept = (extension: string) => file('kept', `x.${extension}`)
const either = (extension: string) => file('either', `x.${extension}`)

const drawings = (fate: HostileFile['fate'], all: Record<string, Buffer>) =>
  Object.entries(all).map(([what, bytes]) => file(fate, 'x.svg')(`SVG: ${what}`, bytes))

async function bombs(): Promise<HostileFile[]> {
  return [
    refused('png')('PNG: 900 million pixels in 110 KB', pngBomb(30_000, 30_000)),
    refused('png')(
      'PNG: two thousand million wide',
      png(header(2 ** 31 - 1, 1), chunk('IDAT', Buffer.alloc(9))),
    ),
    refused('png')(
      'PNG: sixty thousand on each side, and no pixel',
      png(header(60_000, 60_000), chunk('IDAT', Buffer.alloc(9))),
    ),
    either('png')('PNG: a comment of a gigabyte', pngWith(zippedText(1_000 * megabyte))),
    either('png')('PNG: a color profile of a gigabyte', pngWith(zippedProfile(1_000 * megabyte))),
    either('png')(
      'PNG: fifty thousand comments',
      pngWith(...Array.from({ length: 50_000 }, () => chunk('tEXt', Buffer.from('a\0b')))),
    ),
    refused('gif')('GIF: a screen of 4,000 million pixels', gif(65_535, 65_535, 1, [65_535, 65_535])),
    either('gif')('GIF: four thousand frames of a million pixels', gif(1_000, 1_000, 4_000, [1_000, 1_000])),
    refused('gif')('GIF: a hundred thousand frames', gif(2, 2, 100_000)),
    refused('webp')('WebP: a canvas of 268 million pixels', await webpCanvas(16_384, 16_384)),
    refused('tiff')('TIFF: 4,000 million pixels', tiff(tiffEntries(65_000, 65_000, 8, 16))),
    refused('tiff')('TIFF: a strip longer than the file', tiff(tiffEntries(10_000, 10_000, 200, 2 ** 31))),
    either('tiff')(
      'TIFF: a directory that follows itself',
      tiff(tiffEntries(4, 4, 122, 16), Buffer.alloc(16), 8),
    ),
    refused('jpg')('JPEG: 4,000 million pixels', await jpegOfSize(65_500, 65_500)),
    refused('jpg')('JPEG: three thousand scans of 16 million pixels', await jpegOfScans(4_000, 3_000)),
    either('jpg')('JPEG: EXIF that points at itself', await jpegWith([0xe1, endlessExif()])),
    either('jpg')(
      'JPEG: sixteen megabytes of EXIF',
      await jpegWith(
        ...Array.from(
          { length: 256 },
          () => [0xe1, Buffer.concat([Buffer.from('Exif\0\0'), Buffer.alloc(65_000)])] as [number, Buffer],
        ),
      ),
    ),
  ]
}

async function brokenImages(): Promise<HostileFile[]> {
  const photo = await photograph(300, 200)
  const { default: sharp } = await import('sharp')
  const as = (format: 'png' | 'webp' | 'gif' | 'tiff' | 'avif') => sharp(photo).toFormat(format).toBuffer()
  const half = (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1)
  return [
    kept('jpg')('JPEG: half of one', half(photo)),
    kept('png')('PNG: half of one', half(await as('png'))),
    kept('webp')('WebP: half of one', half(await as('webp'))),
    refused('tiff')('TIFF: half of one', half(await as('tiff'))),
    refused('avif')('AVIF: half of one', half(await as('avif'))),
    refused('png')('PNG: no pixels', png(header(0, 0), chunk('IEND', Buffer.alloc(0)))),
    refused('png')(
      'PNG: a wrong checksum',
      png(header(1, 1), chunk('IDAT', Buffer.alloc(9), 1), chunk('IEND', Buffer.alloc(0))),
    ),
    refused('png')('PNG: the first eight bytes', png()),
    kept('jpg')('a PNG that says it is a JPEG', await as('png')),
    kept('png')('a WebP that says it is a PNG', await as('webp')),
    kept('svg')('a PNG that says it is an SVG', await as('png')),
  ]
}

async function polyglots(): Promise<HostileFile[]> {
  const html = Buffer.from('<html><body><script>alert(document.domain)</script></body></html>')
  return [
    kept('gif')('GIF: JavaScript from its first byte', gifScript()),
    refused('gif')('JavaScript that begins as a GIF', Buffer.from('GIF89a=1;alert(document.domain)//')),
    kept('png')(
      'PNG: a page in its comment',
      pngWith(chunk('tEXt', Buffer.concat([Buffer.from('Comment\0'), html]))),
    ),
    kept('png')('PNG: a page behind its end', Buffer.concat([pngWith(), html])),
    kept('png')('PNG: an archive behind its end', Buffer.concat([pngWith(), zip('evil.html', html)])),
    kept('jpg')(
      'JPEG: a program in its comment',
      await jpegWith([0xfe, Buffer.from('<?php system($_GET["c"]); ?>')]),
    ),
    kept('pdf')(
      'PDF: an archive behind its end',
      Buffer.concat([Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n'), zip('evil.html', html)]),
    ),
    kept('pdf')(
      'PDF: a script',
      Buffer.from('%PDF-1.7\n1 0 obj\n<</Type/Action/S/JavaScript/JS(app.alert(1))>>\nendobj\n'),
    ),
  ]
}

function otherThings(): HostileFile[] {
  const page = Buffer.from(
    '<!doctype html><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  )
  return [
    refused('png')('nothing', Buffer.alloc(0)),
    kept('png')('one byte', Buffer.from([0x89])),
    kept('png')('an archive that says it is a PNG', zip('x.png', Buffer.from('x'))),
    kept('zip')('an archive', zip('x.png', Buffer.from('x'))),
    kept('docx')(
      'an archive that inflates a thousand times',
      zip('[Content_Types].xml', Buffer.alloc(20 * megabyte)),
    ),
    kept('html')('a page', Buffer.from('<html><script>alert(1)</script></html>')),
    kept('svg')('a page with a drawing in it', page),
    kept('svgz')('a drawing that is compressed', gzipSync(cleanedDrawings['a script']!)),
    refused('exe')('a program', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)])),
    refused('sh')('a script', Buffer.from('#!/bin/sh\nrm -rf /\n')),
    kept('xml')('XML that is no drawing', Buffer.from('<?xml version="1.0"?><a/>')),
    kept('mp4')('a film of zeros', Buffer.alloc(1_000)),
    either('mp4')('MP4: boxes that lie about their lengths', mp4(0x7fffffff)),
    either('mp4')('MP4: a box without a length', mp4(1)),
    either('wav')(
      'WAV: a chunk longer than the world',
      Buffer.concat([
        Buffer.from('RIFF\xff\xff\xff\xffWAVEfmt \xff\xff\xff\xff', 'latin1'),
        Buffer.alloc(64),
      ]),
    ),
    either('mp3')(
      'MP3: a tag of 256 MB',
      Buffer.concat([Buffer.from('ID3\x04\0\0\x7f\x7f\x7f\x7f', 'latin1'), Buffer.alloc(100)]),
    ),
    either('webm')(
      'WebM: an element without an end',
      Buffer.concat([Buffer.from('1a45dfa301ffffffffffffff', 'hex'), Buffer.alloc(100)]),
    ),
    either('ttf')(
      'a font of nothing',
      Buffer.concat([Buffer.from('0001000000ff', 'hex'), Buffer.alloc(60, 255)]),
    ),
  ]
}

const mp4 = (length: number) => {
  const box = Buffer.alloc(16)
  box.writeUInt32BE(length)
  box.write('moov', 4)
  return Buffer.concat([
    Buffer.from('000000186674797069736d6d00000000697361366d703432', 'hex').fill('isom', 8, 12),
    box,
  ])
}

function zip(name: string, content: Buffer) {
  const packed = deflateRawSync(content)
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50)
  local.writeUInt16LE(20, 4)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt32LE(content.length, 22)
  local.writeUInt16LE(name.length, 26)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  return Buffer.concat([local, Buffer.from(name), packed, end])
}

if (import.meta.main) {
  const directory = process.argv[2]
  if (!directory) throw new Error('Usage: node server/test/hostile/make-corpus.ts DIRECTORY')
  await mkdir(directory, { recursive: true })
  for (const { what, fileName, bytes, fate } of await hostileFiles()) {
    const name = `${fate}-${what.replace(/[^A-Za-z0-9]+/g, '-')}-${fileName}`
    await writeFile(join(directory, name), bytes)
    console.log(`${bytes.length.toString().padStart(9)}  ${name}`)
  }
}
