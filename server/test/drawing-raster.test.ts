// Engines: embedded
// A filled document becomes pixels. The expected images come from librsvg, with the photos embedded in the
// SVG.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import sharp, { type Sharp } from 'sharp'
import type { Picture, RasterTarget } from '../src/drawing/drawable.ts'
import { drawRaster } from '../src/drawing/raster.ts'
import { drawSvg } from '../src/drawing/svg.ts'
import { filledDocument, svg } from './support/drawings.ts'

const directory = await mkdtemp(join(tmpdir(), 'atelier-drawing-'))
after(() => rm(directory, { recursive: true }))

/** A photo without pixel noise, which every reduction method changes differently. */
const photo = await pictureFile('photo.jpg', { width: 1200, height: 800 }, (picture) =>
  picture.blur(5).jpeg({ quality: 95 }),
)
const softCircle =
  '<svg width="600" height="600"><radialGradient id="g"><stop offset=".9"/><stop offset="1" stop-opacity="0"/></radialGradient><circle cx="300" cy="300" r="290" fill="url(#g)"/></svg>'

/** An image that is transparent around a circle. */
const cutout = await pictureFile('cutout.png', { width: 600, height: 600 }, (picture) =>
  picture
    .blur(4)
    .composite([{ input: Buffer.from(softCircle), blend: 'dest-in' }])
    .png(),
)
const pictures = new Map([
  ['photo', photo],
  ['cutout', cutout],
])

async function pictureFile(
  name: string,
  { width, height }: { width: number; height: number },
  write: (picture: Sharp) => Sharp,
): Promise<Picture> {
  const demo = fileURLToPath(new URL('../demo/acme/assets/trek-50-forest.jpg', import.meta.url))
  const path = join(directory, name)
  const sized = await sharp(demo).resize(width, height).removeAlpha().png().toBuffer()
  await writeFile(path, await write(sharp(sized).ensureAlpha()).toBuffer())
  return { path, width, height }
}

type Compared = { over: number; largest: number; size: [number, number] }

/** The share of pixels that differ by more than 3 % from a direct rendering. */
async function compare(
  content: string,
  target: Partial<RasterTarget> = {},
  attributes = '',
): Promise<Compared> {
  const wanted = { format: 'png', background: '#ffffff', ...target } as const
  const { bytes, width, height } = await drawRaster(filledDocument(content, attributes), pictures, wanted)
  const drawn = await sharp(bytes).removeAlpha().raw().toBuffer()
  let plain = svg(content, attributes)
  for (const [key, { path }] of pictures) {
    const type = path.endsWith('.png') ? 'png' : 'jpeg'
    plain = plain.replaceAll(
      `picture:${key}`,
      `data:image/${type};base64,${(await readFile(path)).toString('base64')}`,
    )
  }
  const placed = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${plain
    .replace('<svg ', '<svg x="0" y="0" preserveAspectRatio="none" ')
    .replace('width="400" height="300"', `width="${width}" height="${height}"`)}</svg>`
  const expected = await sharp(Buffer.from(placed), { unlimited: true })
    .flatten({ background: '#ffffff' })
    .removeAlpha()
    .raw()
    .toBuffer()
  if (process.env.KEEP) {
    await sharp(expected, { raw: { width, height, channels: 3 } })
      .png()
      .toFile(`/tmp/p/case-expected.png`)
    await writeFile('/tmp/p/case-drawn.png', bytes)
  }
  return { ...difference(drawn, expected), size: [width, height] }
}

function difference(one: Buffer, other: Buffer) {
  assert.equal(one.length, other.length)
  let [over, largest] = [0, 0]
  for (let at = 0; at < one.length; at += 3) {
    const most = Math.max(...[0, 1, 2].map((channel) => Math.abs(one[at + channel]! - other[at + channel]!)))
    largest = Math.max(largest, most)
    if (most > 0.03 * 255) over++
  }
  return { over, largest }
}

const back = '<rect width="400" height="300" fill="#0a5"/>'
const front =
  '<circle cx="200" cy="150" r="60" fill="#fff" fill-opacity=".8"/><path d="M20 280h360v-20z" fill="#c02"/>'
const image = (attributes: string, key = 'photo') => `<image href="picture:${key}" ${attributes}/>`
const full = image('x="50" y="40" width="300" height="200"')

describe('a photograph looks the same as inside the SVG:', () => {
  for (const [name, content, target] of [
    ['between what is below and above it', back + full + front],
    ['at twice the size', back + full + front, { scale: 2 }],
    ['at a size between pixels', back + full + front, { width: 777 }],
    ['larger than it is', back + full + front, { width: 2400 }],
    [
      'clipped by round corners',
      `<clipPath id="c"><rect x="60" y="50" width="250" height="150" rx="30"/></clipPath>${back}<g clip-path="url(#c)">${full}</g>${front}`,
    ],
    [
      'together with others in a clipped group',
      `<clipPath id="c"><circle cx="200" cy="150" r="120"/></clipPath>${back}<g clip-path="url(#c)"><rect width="400" height="300" fill="#fff"/>${full}<path d="M0 200h400v100H0z" opacity=".5"/></g>${front}`,
    ],
    ['in a translucent group with others', `${back}<g opacity=".6">${full}${front}</g>`],
    ['translucent itself', `${back}${image('x="50" y="40" width="300" height="200" opacity=".5"')}${front}`],
    [
      'behind a mask in user space',
      `<linearGradient id="l"><stop stop-color="#fff"/><stop offset="1"/></linearGradient><mask id="m" maskUnits="userSpaceOnUse" x="0" y="0" width="400" height="300"><rect width="400" height="300" fill="url(#l)"/></mask>${back}<g mask="url(#m)">${full}</g>${front}`,
    ],
    [
      'behind a mask that depends on its box',
      `<mask id="m" maskContentUnits="objectBoundingBox"><rect width="1" height=".5" fill="#fff"/></mask>${back}<g mask="url(#m)">${full}</g>${front}`,
    ],
    ['in a turned group', `${back}<g transform="rotate(20 200 150)">${full}</g>${front}`],
    ['skewed', `${back}<g transform="translate(-20 10) skewX(12)">${full}</g>${front}`],
    ['mirrored', `${back}<g transform="matrix(-1 0 0 1 400 0)">${full}</g>${front}`],
    [
      'with a shadow',
      `<filter id="f"><feDropShadow dx="4" dy="4" stdDeviation="6"/></filter>${back}<g filter="url(#f)">${full}</g>${front}`,
    ],
    [
      'with a shadow, so large that it is drawn in tiles',
      `<filter id="f"><feDropShadow dx="4" dy="4" stdDeviation="6"/></filter>${back}<g filter="url(#f)">${full}</g><g filter="url(#f)">${front}</g>`,
      { width: 2600 },
    ],
    [
      'as the filling of a shape',
      `<pattern id="p" patternUnits="userSpaceOnUse" width="400" height="300">${full}</pattern>${back}<circle cx="150" cy="150" r="120" fill="url(#p)"/>${front}`,
    ],
    [
      'drawn by a copy',
      `<defs>${full.replace('<image ', '<image id="i" ')}</defs>${back}<use href="#i" x="20"/>${front}`,
    ],
    [
      'drawn by itself and by a copy',
      `${back}${full.replace('<image ', '<image id="i" ')}<use href="#i" x="40" y="60"/>${front}`,
    ],
    [
      'under a blend mode',
      `${back}${full}<rect x="100" y="100" width="200" height="100" fill="#fc0" style="mix-blend-mode:multiply"/>${front}`,
    ],
    [
      'cut to its box',
      back + image('x="50" y="40" width="200" height="200" preserveAspectRatio="xMinYMid slice"') + front,
    ],
    [
      'whole within its box',
      back + image('x="50" y="40" width="200" height="240" preserveAspectRatio="xMidYMax meet"') + front,
    ],
    [
      'stretched to its box',
      back + image('x="50.4" y="40.7" width="220.3" height="200.2" preserveAspectRatio="none"') + front,
    ],
    ['partly outside', back + image('x="-120" y="-70" width="600" height="400"') + front],
    [
      'with transparent parts, over text',
      `${front}${image('x="80" y="20" width="250" height="250"', 'cutout')}${back.replace('300"', '30"')}`,
    ],
    [
      'twice, with something between',
      `${back}${full}<rect x="120" width="60" height="300" fill="#00c"/>${image('x="90" y="90" width="250" height="180"', 'cutout')}${front}`,
    ],
    [
      'styled by a class',
      `<style>.small{opacity:.4} .below{fill:#309}</style><rect class="below" width="400" height="300"/><g class="small">${full}</g>${front}`,
    ],
    ['hidden', back + image('width="300" height="200" visibility="hidden"') + front],
    ['in a group that is not displayed', `${back}<g style="display:none">${full}</g>${front}`],
    [
      'among counted siblings',
      `<style>rect:nth-of-type(2){fill:#f0f}</style>${back}${full}<rect x="10" y="10" width="50" height="50"/>`,
    ],
    [
      'in a nested viewport',
      `${back}<svg x="40" y="40" width="200" height="150" viewBox="0 0 400 300">${full}</svg>${front}`,
    ],
    ['as a batch row', back + full + front.replace('<circle', '<circle id="$dot"'), { isRow: true }],
  ] as [string, string, Partial<RasterTarget>?][])
    test(name, async () => {
      const { over, largest, size } = await compare(content, target)
      const pixels = size[0] * size[1]
      assert.ok(
        over <= pixels * 0.0002,
        `${over} of ${pixels} pixels differ by more than 3 %, at most ${largest}`,
      )
    })
})

test('a photograph covers the text below it, but not the text above it', async () => {
  const drawn = await drawRaster(
    filledDocument(
      `<rect width="400" height="300"/>${full}<rect x="100" y="100" width="20" height="20" fill="#f00"/>`,
    ),
    pictures,
    { format: 'png' },
  )
  const at = async (left: number, top: number) =>
    (
      await sharp(drawn.bytes).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()
    ).toString('hex')
  assert.equal(await at(110, 110), 'ff0000')
  assert.equal(await at(10, 10), '000000')
  assert.notEqual(await at(60, 60), '000000')
})

describe('sizes', () => {
  const sizeOf = async (target: Partial<RasterTarget>) => {
    const { width, height } = await drawRaster(filledDocument(back), pictures, { format: 'png', ...target })
    return [width, height]
  }
  test('an image has the size of the document by default', async () =>
    assert.deepEqual(await sizeOf({}), [400, 300]))
  test('a height follows from a width', async () => assert.deepEqual(await sizeOf({ width: 100 }), [100, 75]))
  test('a width follows from a height', async () =>
    assert.deepEqual(await sizeOf({ height: 600 }), [800, 600]))
  test('a scale multiplies the size', async () =>
    assert.deepEqual(await sizeOf({ width: 100, scale: 3 }), [300, 225]))
  test('a document of other proportions is centered on the background', async () => {
    const target = { format: 'png', width: 400, height: 400, background: '#112233' } as const
    const { bytes } = await drawRaster(
      filledDocument('<rect width="100%" height="100%" fill="#fff"/>'),
      pictures,
      target,
    )
    const column = await sharp(bytes)
      .extract({ left: 200, top: 0, width: 1, height: 400 })
      .removeAlpha()
      .raw()
      .toBuffer()
    const colors = Array.from({ length: 400 }, (_, y) => column.toString('hex', y * 3, y * 3 + 3))
    assert.deepEqual(
      [colors[0], colors[49], colors[50], colors[349], colors[350]],
      ['112233', '112233', 'ffffff', 'ffffff', '112233'],
    )
  })
  test('more than 40 million pixels are rejected', async () => {
    await assert.rejects(sizeOf({ width: 9000 }), RangeError)
  })
})

describe('formats', () => {
  for (const format of ['png', 'jpeg', 'webp', 'avif'] as const)
    test(`${format} is written, each time with the same bytes`, async () => {
      const draw = () => drawRaster(filledDocument(back + full + front), pictures, { format, quality: 80 })
      const [one, other] = [await draw(), await draw()]
      const { format: read, width } = await sharp(one.bytes).metadata()
      assert.deepEqual([read, width], [format === 'avif' ? 'heif' : format, 400])
      assert.ok(one.bytes.equals(other.bytes))
    })

  test('the background is transparent by default, and white in a JPEG', async () => {
    const corner = async (format: 'png' | 'webp' | 'jpeg') => {
      const { bytes } = await drawRaster(filledDocument(full), pictures, {
        format,
        background: 'transparent',
      })
      return (await sharp(bytes).extract({ left: 2, top: 2, width: 1, height: 1 }).raw().toBuffer()).toString(
        'hex',
      )
    }
    assert.equal((await corner('png')).slice(6), '00')
    assert.equal((await corner('webp')).slice(6), '00')
    assert.equal(await corner('jpeg'), 'ffffff')
  })
})

describe('pictures', () => {
  const square = (key: string) => image('width="300" height="300" preserveAspectRatio="none"', key)
  const drawnWith = async (path: string, width: number, height: number) => {
    const one = new Map([['one', { path, width, height }]])
    const { bytes } = await drawRaster(filledDocument(square('one')), one, { format: 'png' })
    return async (left: number, top: number) => [
      ...(await sharp(bytes).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()),
    ]
  }
  const halves = () =>
    sharp({ create: { width: 600, height: 300, channels: 3, background: '#ff0000' } }).composite([
      {
        input: { create: { width: 300, height: 300, channels: 3, background: '#0000ff' } },
        left: 300,
        top: 0,
      },
    ])

  test("pictures are rotated by the camera's orientation", async () => {
    const path = join(directory, 'turned.jpg')
    await writeFile(path, await halves().withMetadata({ orientation: 6 }).jpeg({ quality: 100 }).toBuffer())
    const at = await drawnWith(path, 300, 600)
    const [top, bottom] = [await at(150, 20), await at(150, 280)]
    assert.ok(top[0]! > 200 && top[2]! < 50, `the top is ${top}`)
    assert.ok(bottom[2]! > 200 && bottom[0]! < 50, `the bottom is ${bottom}`)
  })

  test('images with another color profile are converted to sRGB', async () => {
    const path = join(directory, 'wide.png')
    const green = sharp({ create: { width: 600, height: 600, channels: 3, background: '#3c7828' } })
    await writeFile(path, await green.withIccProfile('p3').png().toBuffer())
    // The pixel values in the file are in Display P3.
    const stored = [...(await sharp(path, { ignoreIcc: true }).raw().toBuffer()).subarray(0, 3)]
    assert.notDeepEqual(stored, [0x3c, 0x78, 0x28])
    const [red, green_, blue] = await (await drawnWith(path, 600, 600))(150, 150)
    for (const [value, wanted] of [
      [red, 0x3c],
      [green_, 0x78],
      [blue, 0x28],
    ])
      assert.ok(Math.abs(value! - wanted!) <= 2)
  })

  test('vector pictures stay sharp', async () => {
    const path = join(directory, 'logo.svg')
    await writeFile(
      path,
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><rect width="1" height="2" fill="#f0f"/></svg>',
    )
    const logo = new Map([['one', { path, width: 2, height: 2, isVector: true }]])
    const { bytes } = await drawRaster(filledDocument(square('one')), logo, { format: 'png' })
    const { data } = await sharp(bytes)
      .extract({ left: 0, top: 100, width: 300, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true })
    assert.deepEqual([data[149 * 4 + 3], data[150 * 4 + 3]], [255, 0])
  })

  test('missing pictures leave their box empty', async () => {
    const { bytes } = await drawRaster(filledDocument(square('none')), new Map(), { format: 'png' })
    assert.equal((await sharp(bytes).stats()).channels[3]!.max, 0)
  })
})

test('unchanged parts of a batch are drawn once, and each row looks like a separate render', async () => {
  const row = (x: number, isRow: boolean) =>
    drawRaster(
      filledDocument(
        `${back}${full}<g opacity=".9">${front}</g><rect id="$bar" x="${x}" width="30" height="90"/>${front}`,
      ),
      pictures,
      {
        format: 'png',
        isRow,
      },
    )
  for (const x of [10, 60, 200]) {
    const [alone, kept] = await Promise.all(
      [row(x, false), row(x, true)].map(async (one) =>
        sharp((await one).bytes)
          .raw()
          .toBuffer(),
      ),
    )
    const { largest } = difference(alone!, kept!)
    assert.ok(largest <= 2, `differs by ${largest}`)
  }
})

test('an image that changes in a batch is not taken from the previous row', async () => {
  const other = { ...photo, path: cutout.path, width: 600, height: 600 }
  const content = `${back}${full}<rect id="$bar" width="30" height="90"/>`
  const draw = (one: Picture) =>
    drawRaster(filledDocument(content), new Map([['photo', one]]), { format: 'png', isRow: true })
  const [first, second] = [await draw(photo), await draw(other)]
  assert.ok(!first.bytes.equals(second.bytes))
})

test('an SVG contains its images and no data of the filling', async () => {
  const content = `${back}<g id="$headline" data-name="$headline"><path d="M0 0h9v9z" data-run="0"/></g><g/>${full}`
  const text = (await drawSvg(filledDocument(content), pictures)).toString()
  assert.match(text, /href="data:image\/jpeg;base64,/)
  assert.doesNotMatch(text, /data-|\$headline|picture:|<g\/>/)
  const [, jpeg] = /base64,([^"]+)/.exec(text)!
  const { width, exif, icc } = await sharp(Buffer.from(jpeg!, 'base64')).metadata()
  assert.deepEqual([width, exif, icc], [600, undefined, undefined])
})
