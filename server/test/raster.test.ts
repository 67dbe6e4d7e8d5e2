// Engines: embedded
// Pixel images that viewers open although something about them is odd: they are decoded as they are meant.
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

/** The rendition at full size, as RGB. */
async function drawn(bytes: Buffer, extension: string) {
  const path = join(directory, newId())
  const target = { path, width: 4_000, height: 4_000, fit: 'inside', format: 'png', quality: 80 } as const
  await decoder.render(acme, await placed(bytes), extension, [target])
  return sharp(path).removeAlpha().toColorspace('srgb').raw().toBuffer({ resolveWithObject: true })
}

const truncated = [{ type: 'truncated', message: 'The file ends early. It is shown as far as it goes.' }]

describe('a file that ends early is decoded as far as it goes, with a warning', () => {
  // Hardly compressible, so that half of the file is half of the rows.
  const [width, height] = [300, 200]
  const noise = randomBytes(width * height * 3)
  const noisy = Buffer.from(
    Array.from({ length: width * height * 3 }, (_, at) => [0xc0, 0x20, 0x40][at % 3]! + (noise[at]! & 7)),
  )
  const pixels = sharp(noisy, { raw: { width, height, channels: 3 } })
  for (const format of ['jpeg', 'png'] as const)
    for (const [what, cut] of [
      ['without its last two bytes', () => 2],
      ['without its end', () => 14],
      ['of which half is there', (length: number) => length >> 1],
    ] as const)
      test(`${format} ${what}`, async () => {
        const whole = await pixels.clone().toFormat(format, { progressive: false }).toBuffer()
        const bytes = whole.subarray(0, whole.length - cut(whole.length))
        const facts = await inspected(bytes)
        assert.deepEqual([facts.width, facts.height, facts.warnings], [width, height, truncated])
        const { data } = await drawn(bytes, format === 'jpeg' ? 'jpg' : 'png')
        // Its beginning is there.
        assert.ok(Math.abs(data[3 * 20]! - 0xc0) < 12 && Math.abs(data[3 * 20 + 1]! - 0x20) < 12)
        assert.deepEqual((await inspected(whole)).warnings, [])
      })

  test('one that ends before its pixels begin is refused', async () => {
    const whole = await pixels.clone().jpeg().toBuffer()
    await assert.rejects(inspected(whole.subarray(0, 100)), {
      fault: 'damaged',
      reason: 'The file is a JPEG image, but it is damaged.',
    })
  })

  test('data behind the end of a JPEG is no reason for a warning', async () => {
    const whole = await pixels.clone().jpeg().toBuffer()
    assert.deepEqual((await inspected(Buffer.concat([whole, Buffer.alloc(50_000)]))).warnings, [])
  })
})

describe('an animation', () => {
  test('may have more pixels in all its frames than are decoded at once', async () => {
    const frames = 150
    const side = 1080
    const bytes = gif(side, frames)
    const { width, height, frames: found } = await inspected(bytes)
    assert.deepEqual([width, height, found], [side, side, frames])
  })

  test('of PNG is known as animated', async () => {
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

/** One color in all frames, in as few bytes as GIF needs. */
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

describe('the colors that a PNG states', () => {
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

  test('are converted from another gamma', async () => {
    // Linear light: 0.216 is #808080 in sRGB.
    assertNear(await colorOf(pixel([55, 55, 55], gamma(1))), [128, 128, 128])
    // A Macintosh of old, at 1.8: 128 is (128 / 255) ^ 1.8 of the light.
    assertNear(await colorOf(pixel([128, 128, 128], gamma(1 / 1.8))), [146, 146, 146])
  })

  test('are converted from other primaries', async () => {
    // Adobe RGB (1998): its green is beyond sRGB, a mixed color is not.
    assertNear(await colorOf(pixel([128, 160, 96], gamma(1 / 2.19921875), adobe)), [113, 161, 92])
  })

  test('stay as they are for sRGB, and where nothing or nonsense is stated', async () => {
    const stated = chunk('sRGB', Buffer.from([0]))
    const color = [55, 110, 220]
    for (const chunks of [[], [gamma(0.45455)], [stated, gamma(1)], [gamma(0)], [gamma(0.00001)]])
      assert.deepEqual(await colorOf(pixel(color, ...chunks)), color)
  })
})
