// Engines: embedded
// Unusual pixel images that viewers can open and that are decoded as intended.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { pictureFacts } from '../src/assets/picture-facts.ts'
import { newId } from '../src/ids.ts'

import { decoderLimits, openDecoder } from '../src/images/decoder.ts'
import { chunk, header, png } from './hostile/raster.ts'
import { type Field, tiff } from './support/tiff-files.ts'

const directory = await mkdtemp(join(tmpdir(), 'atelier-raster-'))
const decoder = openDecoder(directory, decoderLimits(4 * 1024 ** 3, 1))
const acme = newId()
after(async () => {
  await decoder.close()
  await rm(directory, { recursive: true })
})

async function placed(bytes: Buffer) {
  const path = join(directory, newId())
  await writeFile(path, bytes)
  return path
}
const inspected = async (bytes: Buffer) => decoder.inspect(acme, await placed(bytes))

async function drawn(bytes: Buffer, extension: string) {
  const path = join(directory, newId())
  const target = { path, width: 4_000, height: 4_000, fit: 'inside', format: 'png', quality: 80 } as const
  await decoder.render(acme, await placed(bytes), extension, [target])
  return sharp(path).removeAlpha().toColorspace('srgb').raw().toBuffer({ resolveWithObject: true })
}

const truncated = [{ type: 'truncated', message: 'The file ends early. It is shown as far as it goes.' }]

describe('a truncated file is decoded as far as possible, with a warning', () => {
  // Noise hardly compresses, so half of the file contains half of the rows.
  const [width, height] = [300, 200]
  const noise = randomBytes(width * height * 3)
  const noisy = Buffer.from(
    Array.from({ length: width * height * 3 }, (_, at) => [0xc0, 0x20, 0x40][at % 3]! + (noise[at]! & 7)),
  )
  const pixels = sharp(noisy, { raw: { width, height, channels: 3 } })
  for (const format of ['jpeg', 'png', 'gif', 'webp'] as const)
    for (const [what, cut] of [
      ['without its last two bytes', () => 2],
      ['without its end', () => 14],
      ['of which half is there', (length: number) => length >> 1],
    ] as const)
      test(`${format} ${what}`, async () => {
        const whole = await pixels
          .clone()
          .toFormat(format, format === 'webp' ? { quality: 100 } : { progressive: false })
          .toBuffer()
        const bytes = whole.subarray(0, whole.length - cut(whole.length))
        const facts = await inspected(bytes)
        assert.deepEqual([facts.width, facts.height, facts.warnings], [width, height, truncated])
        const { data } = await drawn(bytes, format === 'jpeg' ? 'jpg' : format)
        // The beginning of the image is decoded.
        assert.ok(Math.abs(data[3 * 20]! - 0xc0) < 12 && Math.abs(data[3 * 20 + 1]! - 0x20) < 12)
        assert.deepEqual((await inspected(whole)).warnings, [])
      })

  test('a file that ends before its pixels is rejected', async () => {
    const whole = await pixels.clone().jpeg().toBuffer()
    await assert.rejects(inspected(whole.subarray(0, 100)), {
      fault: 'damaged',
      reason: 'The file is a JPEG image, but it is damaged.',
    })
  })

  test('data after the end of a JPEG causes no warning', async () => {
    const whole = await pixels.clone().jpeg().toBuffer()
    assert.deepEqual((await inspected(Buffer.concat([whole, Buffer.alloc(50_000)]))).warnings, [])
  })
})

describe('an animation', () => {
  test('an animation can have more pixels in total than are decoded into memory', async () => {
    const frames = 150
    const side = 1080
    const bytes = gif(side, frames)
    const { width, height, frames: found } = await inspected(bytes)
    assert.deepEqual([width, height, found], [side, side, frames])
  })

  test('an animation in PNG is recognized as animated', async () => {
    const line = deflateSync(Buffer.alloc(13))
    const counts = (frames: number) => chunk('acTL', Buffer.from([0, 0, 0, frames, 0, 0, 0, 0]))
    const still = png(
      header(2, 2),
      chunk('IDAT', deflateSync(Buffer.alloc(14))),
      chunk('IEND', Buffer.alloc(0)),
    )
    const moving = png(
      header(2, 2),
      counts(3),
      chunk('IDAT', deflateSync(Buffer.alloc(14))),
      chunk('fdAT', line),
      chunk('IEND', Buffer.alloc(0)),
    )
    const isAnimated = async (bytes: Buffer) => pictureFacts(await inspected(bytes)).is_animated
    assert.equal(await isAnimated(moving), true)
    assert.equal(await isAnimated(still), false)
  })
})

test('an animated AVIF is shown as its first image', async () => {
  const { frames, width, height, colors } = await inspected(movingAvif)
  assert.deepEqual([frames, width, height, colors?.dominantColor], [2, 64, 64, '#FF0000'])
  const { data } = await drawn(movingAvif, 'avif')
  assert.ok(data[0]! > 250 && data[1]! < 5 && data[2]! < 5)
})

describe('colors that an AVIF defines by code points', () => {
  /** The bars as RGB, with other code points for primaries and transfer function. */
  const drawnAs = async (primaries: number, transfer: number) => {
    const bytes = Buffer.from(barsAvif)
    const at = bytes.indexOf('colrnclx') + 8
    bytes.writeUInt16BE(primaries, at)
    bytes.writeUInt16BE(transfer, at + 2)
    const { data } = await drawn(bytes, 'avif')
    return (bar: number) => [...data.subarray((bar * 8 + 4) * 3, (bar * 8 + 4) * 3 + 3)]
  }
  const isNear = (pixel: number[], wanted: number[]) =>
    assert.ok(
      pixel.every((value, at) => Math.abs(value - wanted[at]!) <= 5),
      `${pixel} instead of ${wanted}`,
    )

  for (const [what, transfer, paper] of [
    // White paper (203 cd/m²) is at 58 % of PQ and at 75 % of HLG.
    ['PQ', 16, 0],
    ['HLG', 18, 1],
  ] as const)
    test(`${what} is tone-mapped: white paper is nearly white, black is black, and the brightest color is white`, async () => {
      const color = await drawnAs(9, transfer)
      isNear(color(paper), [231, 231, 231])
      isNear(color(2), [255, 255, 255])
      isNear(color(3), [0, 0, 0])
    })

  test('BT.2020 and P3 colors of an AVIF are converted to sRGB', async () => {
    // The red of sRGB, written in the wider spaces.
    isNear((await drawnAs(9, 14))(4), [255, 0, 0])
    isNear((await drawnAs(12, 13))(5), [255, 0, 0])
  })

  test('colors of a 16-bit AVIF with a profile are converted to sRGB', async () => {
    const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#f00' } })
      .toColorspace('rgb16')
      .withIccProfile('p3')
      .png()
      .toBuffer()
    const { data } = await drawn(bytes, 'png')
    isNear([...data.subarray(0, 3)], [255, 0, 0])
    assert.equal((await inspected(bytes)).colors?.dominantColor, '#FF0000')
  })

  test('sRGB colors of an AVIF are unchanged', async () => {
    isNear((await drawnAs(1, 13))(6), [148, 60, 20])
  })
})

describe('a TIFF of an unsupported kind is stored with a warning that says why', () => {
  const cases: [fault: string, fields: Field[], pixels?: Buffer][] = [
    ['JPEG compression of the old kind (compression 6)', [[0x103, 3, [6]]]],
    ['compression 99', [[0x103, 3, [99]]]],
    [
      'floating-point samples of 32 bits',
      [
        [0x102, 3, [32]],
        [0x153, 3, [3]],
      ],
      Buffer.alloc(64),
    ],
    [
      'floating-point samples of 64 bits',
      [
        [0x102, 3, [64]],
        [0x153, 3, [3]],
      ],
      Buffer.alloc(128),
    ],
    [
      'signed samples of 16 bits',
      [
        [0x102, 3, [16]],
        [0x153, 3, [2]],
      ],
      Buffer.alloc(32),
    ],
    ['samples of 32 bits', [[0x102, 3, [32]]], Buffer.alloc(64)],
    ['samples of 12 bits', [[0x102, 3, [12]]], Buffer.alloc(32)],
    [
      'complex samples',
      [
        [0x102, 3, [64]],
        [0x153, 3, [6]],
      ],
      Buffer.alloc(128),
    ],
    [
      'channels of 5 and 6 bits',
      [
        [0x102, 3, [5, 6, 5]],
        [0x115, 3, [3]],
        [0x106, 3, [2]],
      ],
      Buffer.alloc(32),
    ],
    ['1 of 3 channels', [[0x106, 3, [2]]]],
    ['data of a camera sensor (CFA)', [[0x106, 3, [32_803]]]],
    ['luminance in LogL', [[0x106, 3, [32_844]]]],
  ]
  for (const [fault, fields, pixels] of cases)
    test(fault, async () => {
      const bytes = tiff(4, 4, { fields, ...(pixels && { pixels }) })
      const { width, height, colors, warnings } = await inspected(bytes)
      assert.deepEqual([width, height, colors], [4, 4, null])
      const message = `The TIFF image has ${fault}, which cannot be rendered.`
      assert.deepEqual(warnings, [{ type: 'not_rendered', message }])
    })
})

describe('channels of a TIFF that are neither color nor transparency are removed', () => {
  const pixel = (...values: number[]) => Buffer.concat(Array.from({ length: 16 }, () => Buffer.from(values)))
  const cases: [
    what: string,
    photometric: number,
    pixels: Buffer,
    extra: number[] | undefined,
    wanted: number[],
  ][] = [
    ['gray and another', 1, pixel(200, 0), undefined, [200, 200, 200]],
    ['gray and one of unknown meaning', 1, pixel(200, 0), [0], [200, 200, 200]],
    ['RGB and a mask', 2, pixel(200, 100, 50, 0), [0], [200, 100, 50]],
    ['RGB and two others', 2, pixel(200, 100, 50, 0, 0), [0, 0], [200, 100, 50]],
  ]
  for (const [what, photometric, pixels, extra, wanted] of cases)
    test(what, async () => {
      const samples = pixels.length / 16
      const fields: Field[] = [
        [0x102, 3, Array(samples).fill(8)],
        [0x106, 3, [photometric]],
        [0x115, 3, [samples]],
        ...(extra ? [[0x152, 3, extra] as Field] : []),
      ]
      const bytes = tiff(4, 4, { pixels, fields })
      const { warnings, colors } = await inspected(bytes)
      assert.deepEqual([warnings, colors?.isTransparent], [[], false])
      assert.deepEqual([...(await drawn(bytes, 'tiff')).data.subarray(0, 3)], wanted)
    })

  test('the spot color of a CMYK TIFF is removed', async () => {
    const cmyk: Field[] = [[0x106, 3, [5]]]
    const of = (pixels: Buffer, fields: Field[]) => tiff(4, 4, { pixels, fields: [...cmyk, ...fields] })
    const plain = of(pixel(0, 200, 200, 0), [
      [0x102, 3, Array(4).fill(8)],
      [0x115, 3, [4]],
    ])
    const spot = of(pixel(0, 200, 200, 0, 9), [
      [0x102, 3, Array(5).fill(8)],
      [0x115, 3, [5]],
      [0x152, 3, [0]],
    ])
    assert.deepEqual((await drawn(spot, 'tiff')).data, (await drawn(plain, 'tiff')).data)
  })

  test('the transparency of a TIFF is kept', async () => {
    const bytes = tiff(4, 4, {
      pixels: pixel(200, 0),
      fields: [
        [0x102, 3, [8, 8]],
        [0x115, 3, [2]],
        [0x152, 3, [2]],
      ],
    })
    assert.equal((await inspected(bytes)).colors?.isTransparent, true)
  })
})

/** Two images of 64 × 64 pixels, red and blue, as libavif 0.11 writes them. */
const movingAvif = Buffer.from(
  'AAAALGZ0eXBhdmlzAAAAAGF2aWZhdmlzbXNmMWlzbzhtaWYxbWlhZk1BMUIAAADybWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGlj' +
    'dAAAAAAAAAAAAAAAAGxpYmF2aWYAAAAADnBpdG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAADxwAAACcAAAAoaWluZgAA' +
    'AAAAAQAAABppbmZlAgAAAAABAABhdjAxQ29sb3IAAAAAamlwcnAAAABLaXBjbwAAABRpc3BlAAAAAAAAAEAAAABAAAAAEHBpeGkA' +
    'AAAAAwgICAAAAAxhdjFDgQAMAAAAABNjb2xybmNseAABAA0ABgAAAAAXaXBtYQAAAAAAAAABAAEEAQKDBAAAAqFtb292AAAAeG12' +
    'aGQBAAAAAAAAAOctxQcAAAAA5y3FBwAAABkAAAAAAAAAAgABAAABAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAEAAAAAAAAA' +
    'AAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAACIXRyYWsAAABodGtoZAEAAAEAAAAA5y3FBwAAAADnLcUH' +
    'AAAAAQAAAAAAAAAAAAAAAgAAAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAEAAAAAAQAAAAEAA' +
    'AAAAAbFtZGlhAAAALG1kaGQBAAAAAAAAAOctxQcAAAAA5y3FBwAAABkAAAAAAAAAAlXEAAAAAAAoaGRscgAAAAAAAAAAcGljdAAA' +
    'AAAAAAAAAAAAAGxpYmF2aWYAAAABVW1pbmYAAAAUdm1oZAAAAAEAAAAAAAAAAAAAACRkaW5mAAAAHGRyZWYAAAAAAAAAAQAAAAx1' +
    'cmwgAAAAAQAAARVzdGJsAAAAFHN0Y28AAAAAAAAAAQAAA8cAAAAcc3RzYwAAAAAAAAABAAAAAQAAAAIAAAABAAAAHHN0c3oAAAAA' +
    'AAAAAAAAAAIAAAAnAAAAHwAAABRzdHNzAAAAAAAAAAEAAAABAAAAGHN0dHMAAAAAAAAAAQAAAAIAAAABAAAAlXN0c2QAAAAAAAAA' +
    'AQAAAIVhdjAxAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAEAAQABIAAAASAAAAAAAAAABCkFPTSBDb2RpbmcAAAAAAAAAAAAAAAAA' +
    'AAAAAAAAAAAAGP//AAAADGF2MUOBAAwAAAAAE2NvbHJuY2x4AAEADQAGAAAAABBjY3N0AAAAAHwAAAAAAABObWRhdBIACg0AAAAC' +
    'r/+bXyICGgwIMhQQALAAAAJAAAADzg770qnOG2DKJBIAMhswA8CAAABGsAAAAkAAIAAfPWy24KqukIvDpWA=',
  'base64',
)

/**
 * Bars of 8 pixels in gray 148, 191, 255 and 0, the reds (206, 76, 39) and (234, 51, 35), and (148, 60, 20), as libavif 0.11
 * writes them.
 */
const barsAvif = Buffer.from(
  'AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUEAAADybWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAA' +
    'AGxpYmF2aWYAAAAADnBpdG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAABGgAAAD0AAAAoaWluZgAAAAAAAQAAABppbmZl' +
    'AgAAAAABAABhdjAxQ29sb3IAAAAAamlwcnAAAABLaXBjbwAAABRpc3BlAAAAAAAAAEAAAAAQAAAAEHBpeGkAAAAAAwgICAAAAAxh' +
    'djFDgSAAAAAAABNjb2xybmNseAABAA0ABoAAAAAXaXBtYQAAAAAAAAABAAEEAQKDBAAAAEVtZGF0EgAKCDgU//YQENBpMi9EAAD1' +
    'TH8DbZUZiG4Pt9bA81ovN8ecizQpYLVCTuAaPVBcsYrCU0affV653nl2+A==',
  'base64',
)

/** One color in all frames, in as few bytes as possible. */
function gif(side: number, frames: number): Buffer {
  const size = Buffer.from([side & 255, side >> 8, side & 255, side >> 8])
  const screen = Buffer.concat([Buffer.from('GIF89a'), size, Buffer.from([0x80, 0, 0, 200, 30, 60, 0, 0, 0])])
  const frame = Buffer.concat([
    Buffer.from('21f9040005000000', 'hex'),
    Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0]),
    // The code size, and one block: clear, 0, end.
    Buffer.from('02024401003b', 'hex').subarray(0, 5),
  ])
  return Buffer.concat([screen, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])])
}

describe('colors that a PNG defines', () => {
  const uint32 = (...values: number[]) =>
    Buffer.concat(
      values.map((value) => {
        const bytes = Buffer.alloc(4)
        bytes.writeUInt32BE(value)
        return bytes
      }),
    )
  const gamma = (value: number) => chunk('gAMA', uint32(Math.round(value * 100_000)))
  const chromaticities = (...values: number[]) =>
    chunk('cHRM', uint32(...values.map((value) => Math.round(value * 100_000))))
  const adobe = chromaticities(0.3127, 0.329, 0.64, 0.33, 0.21, 0.71, 0.15, 0.06)
  /** Two by two pixels of one color. */
  const pixel = (color: readonly number[], ...chunks: Buffer[]) => {
    const row = Buffer.from([0, ...color, ...color])
    return png(
      header(2, 2, 8, 2),
      ...chunks,
      chunk('IDAT', deflateSync(Buffer.concat([row, row]))),
      chunk('IEND', Buffer.alloc(0)),
    )
  }
  const colorOf = async (bytes: Buffer) => [...(await drawn(bytes, 'png')).data.subarray(0, 3)]
  const assertNear = (found: number[], expected: number[]) =>
    assert.ok(
      found.every((value, at) => Math.abs(value - expected[at]!) <= 2),
      `${found} instead of ${expected}`,
    )

  test('colors that a PNG defines are converted from another gamma', async () => {
    // 0.216 of linear light is #808080 in sRGB.
    assertNear(await colorOf(pixel([55, 55, 55], gamma(1))), [128, 128, 128])
    // An old Macintosh with gamma 1.8: 128 is (128 / 255) ^ 1.8 of the light.
    assertNear(await colorOf(pixel([128, 128, 128], gamma(1 / 1.8))), [146, 146, 146])
  })

  test('colors that a PNG defines are converted from other primaries', async () => {
    // Adobe RGB (1998), whose green is outside sRGB, while a mixed color is inside.
    assertNear(await colorOf(pixel([128, 160, 96], gamma(1 / 2.19921875), adobe)), [113, 161, 92])
  })

  test('colors that a PNG defines by code points are converted, and take precedence over other chunks', async () => {
    const codePoints = (primaries: number, transfer: number) =>
      chunk('cICP', Buffer.from([primaries, transfer, 0, 1]))
    const near = async (color: readonly number[], expected: number[], ...chunks: Buffer[]) => {
      const found = await colorOf(pixel(color, ...chunks))
      assert.ok(
        found.every((value, at) => Math.abs(value - expected[at]!) <= 6),
        `${found} for ${color}`,
      )
    }
    // The red of sRGB in Display P3.
    await near([234, 51, 35], [255, 0, 0], codePoints(12, 13), chunk('sRGB', Buffer.from([0])))
    // White paper (203 cd/m²) is at 58 % of PQ.
    await near([148, 148, 148], [231, 231, 231], codePoints(9, 16))
    await near([55, 110, 220], [55, 110, 220], codePoints(1, 13), gamma(1))
  })

  test('colors that a PNG defines are unchanged for sRGB, and if the values are missing or invalid', async () => {
    const stated = chunk('sRGB', Buffer.from([0]))
    const color = [55, 110, 220]
    for (const chunks of [[], [gamma(0.45455)], [stated, gamma(1)], [gamma(0)], [gamma(0.00001)]])
      assert.deepEqual(await colorOf(pixel(color, ...chunks)), color)
  })
})
