// Engines: embedded
// Runs: without retry
// Renditions of files of design programs, office programs and cameras, in decoder processes.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { ImageMagick } from '@imagemagick/magick-wasm'
import sharp from 'sharp'
import { DecodeError } from '../src/images/decode-error.ts'
import { decoderLimits, openDecoder } from '../src/images/decoder.ts'
import { sizeByMagick } from '../src/images/previews/magick.ts'
import { corpus, deviations } from './support/corpus.ts'
import * as made from './support/design-files.ts'
import { blue, red } from './support/design-files.ts'
import { alteredFiles, drawingsOf } from './support/drawings-of-files.ts'
import { assertForSeconds } from './support/fuzz.ts'
import { pdf } from './support/pdf-files.ts'
import { zip } from './support/xlsx.ts'

const directory = await mkdtemp(join(tmpdir(), 'atelier-previews-'))
const decoder = openDecoder(directory, decoderLimits(4 * 1024 ** 3, 2))
after(async () => {
  await decoder.close()
  await rm(directory, { recursive: true })
})
const drawings = drawingsOf(decoder, directory)
const { drawn, inspected, sides } = drawings

const fault = (name: string) => (error: unknown) => error instanceof DecodeError && error.fault === name

const jpeg = await made.jpeg()
const large = await made.jpeg(256)
const png = await made.png()
const turned = (await sides(large, 'jpg')).left

test('files of every kind have the expected facts and colors', async () => {
  for (const file of await corpus())
    assert.deepEqual([file.name, await deviations(file, drawings)], [file.name, []])
})

test('the preview of a Photoshop document shows the merged image, in every color mode', async () => {
  const white = [255, 255, 255]
  const palette = Buffer.alloc(768)
  palette[1] = 255
  palette[512] = 255
  for (const [name, bytes, left, right] of [
    ['RGB', made.psdOfRgb(), red, blue],
    ['RGB, compressed', made.psdOfRgb({ compression: 'packBits' }), red, blue],
    ['large document', made.psdOfRgb({ compression: 'packBits', isLarge: true }), red, blue],
    [
      '16 bits',
      made.psdOfRgb({
        depth: 16,
        channels: [
          [65_535, 0],
          [0, 0],
          [0, 65_535],
        ],
      }),
      red,
      blue,
    ],
    ['grayscale', made.psd({ mode: 1, channels: [[0, 255]] }), [0, 0, 0], white],
    ['indexed', made.psd({ mode: 2, channels: [[1, 0]], palette }), red, [0, 0, 255]],
    ['duotone', made.psd({ mode: 8, channels: [[0, 255]] }), [0, 0, 0], white],
    [
      'Lab',
      made.psd({
        mode: 9,
        channels: [
          [0, 255],
          [128, 128],
          [128, 128],
        ],
        compression: 'packBits',
      }),
      [0, 0, 0],
      white,
    ],
    [
      'saved selection',
      made.psdOfRgb({
        channels: [
          [255, 0],
          [0, 0],
          [0, 255],
          [0, 0],
        ],
      }),
      red,
      blue,
    ],
  ] as const) {
    const found = await sides(bytes, name === 'large document' ? 'psb' : 'psd')
    assert.deepEqual([name, found.width, found.height, found.left, found.right], [name, 32, 16, left, right])
  }
})

test('the preview of a Photoshop document in CMYK shows its inks', async () => {
  for (const compression of ['none', 'packBits'] as const) {
    const bytes = made.psd({
      mode: 4,
      channels: [
        [255, 255],
        [0, 255],
        [0, 255],
        [255, 0],
      ],
      compression,
    })
    const { left, right } = await sides(bytes, 'psd')
    assert.ok(left[0]! > 200 && left[1]! < 60 && left[2]! < 60, `magenta and yellow: ${left}`)
    assert.ok(
      right.every((level) => level < 70),
      `black: ${right}`,
    )
  }
})

test('transparency of a Photoshop document is kept, without the white that Photoshop adds', async () => {
  // Red with half opacity, blended with white.
  const bytes = made.psdOfRgb({
    isTransparent: true,
    channels: [
      [255, 0],
      [127, 0],
      [127, 255],
      [128, 255],
    ],
  })
  const { left, right } = await sides(bytes, 'psd', 4)
  assert.deepEqual(
    [left, right],
    [[...red, 128].map((level, at) => (at === 1 || at === 2 ? left[at]! : level)), [...blue, 255]],
  )
  assert.ok(left[1]! <= 1 && left[2]! <= 1, `${left}`)
})

test('a Photoshop document without a merged image shows its thumbnail, or nothing', async () => {
  const { left } = await sides(made.psdOfRgb({ resources: made.photoshopResources(large, false) }), 'psd')
  assert.deepEqual(left, turned)
  const { 1057: none } = made.photoshopResources(large, false)
  await assert.rejects(sides(made.psdOfRgb({ resources: { 1057: none } }), 'psd'), fault('no_picture'))
})

test('inspecting a Photoshop document returns its size and its metadata', async () => {
  const xmp = Buffer.from(made.packetWith(jpeg))
  const { width, height, extension, embedded } = await inspected(made.psdOfRgb({ resources: { 1060: xmp } }))
  assert.deepEqual([width, height, extension, embedded], [32, 16, 'psd', { software: 'Layout 1.0' }])
})

test('the preview of an Illustrator document that is a PDF shows its first page', async () => {
  const page = { width: 72, height: 36, color: '1 0 0' }
  const bytes = Buffer.concat([pdf([page]), Buffer.from('% /AIPrivateData1')])
  assert.deepEqual((await drawn(bytes, 'ai', 100)).at(50, 25).slice(0, 3), [...red])
  const { extension, pageCount, embedded } = await inspected(bytes)
  assert.deepEqual([extension, pageCount, embedded.page], ['ai', 1, { width: 25.4, height: 12.7 }])
})

test('the preview of an EPS file shows the preview that the file contains', async () => {
  for (const [bytes, left, right] of [
    [made.epsWithTiff(await made.tiff()), red, blue],
    [made.epsi, [0, 0, 0], [255, 255, 255]],
    [made.epsOfPhotoshop(jpeg), (await sides(jpeg, 'jpg')).left, (await sides(jpeg, 'jpg')).right],
    [made.epsOfIllustrator(jpeg), (await sides(jpeg, 'jpg')).left, (await sides(jpeg, 'jpg')).right],
  ] as const) {
    const found = await sides(bytes, 'eps')
    assert.deepEqual([found.left, found.right], [left, right])
    const { extension, embedded } = await inspected(bytes)
    assert.deepEqual([extension, embedded.page], ['eps', { width: 50.8, height: 25.4 }])
  }
  await assert.rejects(sides(Buffer.from('%!PS-Adobe-3.0 EPSF-3.0\nshowpage\n'), 'eps'), fault('no_picture'))
})

test('the preview of an InDesign document comes from its metadata', async () => {
  const { left, right } = await sides(made.indd(jpeg), 'indd')
  assert.deepEqual([left, right], [(await sides(jpeg, 'jpg')).left, (await sides(jpeg, 'jpg')).right])
  assert.equal((await inspected(made.indd(jpeg))).embedded.software, 'Layout 1.0')
})

test('the preview of a document that is a ZIP archive is the preview in the archive', async () => {
  const { left: lossy } = await sides(jpeg, 'jpg')
  for (const [extension, bytes, left] of [
    ['docx', made.office('docx', jpeg), lossy],
    ['pptx', made.office('pptx', jpeg), lossy],
    ['xlsx', made.office('xlsx', jpeg), lossy],
    [
      'odt',
      zip({ mimetype: 'application/vnd.oasis.opendocument.text', 'Thumbnails/thumbnail.png': png }),
      red,
    ],
    ['sketch', zip({ 'document.json': '{}', 'meta.json': '{}', 'previews/preview.png': png }), red],
    ['xd', zip({ mimetype: 'application/vnd.adobe.sparkler.project+dcxucf', 'preview.png': png }), red],
    ['fig', zip({ 'canvas.fig': 'fig-kiwi', 'thumbnail.png': png }), red],
    ['key', zip({ 'Index/Document.iwa': '', 'preview.jpg': jpeg }), lossy],
    ['idml', zip({ mimetype: 'x', 'META-INF/metadata.xml': made.packetWith(jpeg) }), lossy],
  ] as const)
    assert.deepEqual([extension, (await sides(bytes, extension)).left], [extension, left])
  await assert.rejects(sides(made.office('docx'), 'docx'), fault('no_picture'))
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
  await assert.rejects(sides(zip({ 'preview.png': svg }), 'docx'), fault('damaged'))
  await assert.rejects(sides(Buffer.from('fig-kiwi'), 'fig'), fault('no_picture'))
  await assert.rejects(sides(made.office('docx', jpeg).subarray(0, 200), 'docx'), fault('damaged'))
})

test('the preview of an Affinity document shows the document, and none of its placed images', async () => {
  const wide = await sharp({ create: { width: 1_500, height: 20, channels: 3, background: '#00ff00' } })
    .png()
    .toBuffer()
  // Spans two of the blocks that are read.
  const start = Buffer.concat([Buffer.from('\0\xffKA\x0b\0', 'latin1'), wide])
  const document = (...parts: Buffer[]) =>
    Buffer.concat([start, Buffer.alloc(1024 ** 2 - start.length - 4, 7), ...parts, Buffer.from('end')])
  for (const extension of ['af', 'afdesign', 'afphoto', 'afpub'])
    assert.deepEqual(await sides(document(png), extension), {
      ...made.split,
      left: [...red],
      right: [...blue],
    })
  await assert.rejects(sides(document(), 'afdesign'), fault('no_picture'))
  await assert.rejects(sides(document(png.subarray(0, 40)), 'afdesign'), fault('no_picture'))
})

test('BMP, ICO, TGA, JPEG XL and JPEG 2000 images have previews and a known size', async () => {
  for (const [extension, bytes, size] of [
    ['bmp', made.bmp(), [32, 16]],
    ['ico', await made.ico(), [64, 64]],
    ['tga', made.tga(), [32, 16]],
    ['jxl', made.jxl, [32, 16]],
    ['jp2', made.jp2, [32, 16]],
    ['jp2', made.j2k, [32, 16]],
  ] as const) {
    const found = await sides(bytes, extension)
    const isNear = (color: readonly number[], expected: readonly number[]) =>
      color.every((level, at) => Math.abs(level - expected[at]!) <= 2)
    assert.ok(
      isNear(found.left, red) && isNear(found.right, blue),
      `${extension}: ${found.left} ${found.right}`,
    )
    const facts = await inspected(bytes, `image.${extension}`)
    assert.deepEqual([extension, found.width, found.height], [extension, ...size])
    assert.deepEqual([facts.extension, facts.width, facts.height], [extension, ...size])
  }
})

test('the ImageMagick engine is released after each file, drawn or damaged', async () => {
  const path = join(directory, 'engine.bmp')
  await writeFile(path, made.bmp())
  assert.deepEqual(await sizeByMagick(path, 'bmp'), { width: 32, height: 16 })
  assert.throws(() => Reflect.get(ImageMagick, '_api'), /initializeImageMagick/)
  await writeFile(path, 'BM')
  await assert.rejects(sizeByMagick(path, 'bmp'), fault('damaged'))
  assert.throws(() => Reflect.get(ImageMagick, '_api'), /initializeImageMagick/)
})

test('the preview of a raw photo is its largest JPEG, upright, and the size is that of the photo', async () => {
  for (const [extension, bytes] of [
    ['nef', made.rawPhoto(jpeg, large)],
    ['cr3', made.cr3(large, jpeg)],
    ['raf', made.raf(large)],
  ] as const) {
    const { width, height, left } = await sides(bytes, extension)
    assert.deepEqual([extension, width, height, left], [extension, 256, 128, turned])
    const facts = await inspected(bytes, `photo.${extension}`)
    const size = extension === 'raf' ? [256, 128] : [6_000, 4_000]
    assert.deepEqual([facts.extension, facts.width, facts.height], [extension, ...size])
  }
  for (const [extension, bytes] of [
    ['nef', made.rawPhoto(jpeg, large, 6)],
    ['cr3', made.cr3(large, jpeg, 6)],
  ] as const) {
    const { width, height, at } = await drawn(bytes, extension, 256)
    assert.deepEqual([extension, width, height], [extension, 128, 256])
    assert.ok(at(64, 20)[0]! > 200 && at(64, 236)[2]! > 200, 'red is at the top')
    const facts = await inspected(bytes, `photo.${extension}`)
    assert.deepEqual([facts.width, facts.height], [4_000, 6_000])
  }
})

test('inspecting a TIFF of several pages returns their number', async () => {
  const page = await made.tiff()
  assert.equal((await inspected(page)).pageCount, 1)
  // The directory of the first page refers to a second directory, which is identical.
  const bytes = Buffer.concat([page, Buffer.alloc(page.length & 1)])
  const first = bytes.readUInt32LE(4)
  const next = first + 2 + 12 * bytes.readUInt16LE(first)
  const second = Buffer.from(bytes.subarray(first, next + 4))
  bytes.writeUInt32LE(bytes.length, next)
  const { pageCount, width } = await inspected(Buffer.concat([bytes, second]))
  assert.deepEqual([pageCount, width], [2, 32])
})

test('the preview of a palette shows its colors as swatches', async () => {
  const { at } = await drawn(made.gpl, 'gpl', 1_200)
  assert.deepEqual([at(300, 450).slice(0, 3), at(900, 450).slice(0, 3)], [[...red], [0, 128, 255]])
  await assert.rejects(drawn(Buffer.from('GIMP Palette\nName: Empty\n'), 'gpl', 64), fault('no_picture'))
})

test('inspecting a palette returns its colors', async () => {
  for (const [name, bytes, colors] of [
    ['brand.gpl', made.gpl, [{ name: 'Red', hex: '#FF0000' }, { hex: '#0080FF' }]],
    [
      'brand.ase',
      made.ase(),
      [
        { name: 'Brand red', group: 'Print', hex: '#CC0029', cmyk: { c: 0, m: 100, y: 80, k: 20 } },
        { name: 'Half', hex: '#808080' },
        { name: 'Lab red', hex: '#FF0000' },
      ],
    ],
    [
      'brand.aco',
      made.aco(),
      [
        { name: 'Sea', hex: '#1268C8' },
        { name: 'Ink', hex: '#00FFFF', cmyk: { c: 100, m: 0, y: 0, k: 0 } },
        { name: 'Lime', hex: '#00FF00' },
        { name: 'White', hex: '#FFFFFF' },
        { name: 'Gray', hex: '#808080' },
      ],
    ],
  ] as const)
    assert.deepEqual((await inspected(bytes, name)).embedded.colors, colors, name)
})

test('truncated and altered files are drawn or rejected within seconds', async (t) => {
  const files: [extension: string, bytes: Buffer][] = [
    ['psd', made.psdOfRgb({ compression: 'packBits', resources: made.photoshopResources(jpeg, true) })],
    [
      'psd',
      made.psdOfRgb({
        isTransparent: true,
        channels: [
          [255, 0],
          [0, 0],
          [0, 255],
          [99, 255],
        ],
      }),
    ],
    ['psb', made.psdOfRgb({ isLarge: true, resources: made.photoshopResources(jpeg, false) })],
    ['eps', made.epsWithTiff(await made.tiff())],
    ['eps', made.epsi],
    ['eps', made.epsOfPhotoshop(jpeg)],
    ['indd', made.indd(jpeg)],
    ['docx', made.office('docx', jpeg)],
    ['bmp', made.bmp()],
    ['ico', await made.ico()],
    ['tga', made.tga()],
    ['jxl', made.jxl],
    ['jp2', made.jp2],
    ['nef', made.rawPhoto(jpeg, large)],
    ['cr3', made.cr3(large, jpeg)],
    ['raf', made.raf(large)],
    ['ase', made.ase()],
    ['aco', made.aco()],
    ['gpl', made.gpl],
  ]
  await assertForSeconds(8, t, alteredFiles(files), async ([extension, bytes]) => {
    const since = performance.now()
    const name = `file.${extension}`
    const outcomes = await Promise.allSettled([inspected(bytes, name), drawn(bytes, extension, 64)])
    for (const outcome of outcomes)
      if (outcome.status === 'rejected' && !(outcome.reason instanceof DecodeError)) throw outcome.reason
    assert.ok(performance.now() - since < 30_000, extension)
  })
})
