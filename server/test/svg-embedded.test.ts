// Engines: embedded
// Images in an SVG are drawn, for any format and media type.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { newId } from '../src/ids.ts'
import { decoderLimits, openDecoder } from '../src/images/decoder.ts'

const directory = await mkdtemp(join(tmpdir(), 'atelier-embedded-'))
const decoder = openDecoder(directory, decoderLimits(8 * 1024 ** 3, 1))
after(async () => {
  await decoder.close()
  await rm(directory, { recursive: true })
})

/** Decodes a document that is covered by one image. */
async function drawn(href: string) {
  const path = join(directory, newId())
  const image = `<image width="40" height="20" preserveAspectRatio="none" href="${href}"/>`
  await writeFile(path, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">${image}</svg>`)
  const { cleaned } = await decoder.inspect(newId(), path)
  const target = { path: `${path}.png`, width: 80, fit: 'inside', format: 'png', quality: 80 } as const
  await decoder.render(newId(), cleaned!.path, 'svg', [target])
  const pixels = await sharp(await readFile(target.path))
    .ensureAlpha()
    .raw()
    .toBuffer()
  const at = (x: number) => [...pixels.subarray((20 * 80 + x) * 4, (20 * 80 + x) * 4 + 4)]
  return { left: at(10), right: at(70), document: await readFile(cleaned!.path, 'utf8') }
}

/** An image that is red on the left, and transparent or blue on the right. */
const halves = (right: string) =>
  sharp({ create: { width: 8, height: 4, channels: 4, background: right } }).composite([
    {
      input: { create: { width: 4, height: 4, channels: 4, background: '#ff0000' } },
      left: 0,
      top: 0,
    },
  ])
const dataUrl = (label: string, bytes: Buffer) => `data:${label};base64,${bytes.toString('base64')}`
const isNear = (actual: number[], expected: number[]) =>
  assert.ok(
    actual.every((value, at) => Math.abs(value - expected[at]!) <= 4),
    `${actual}`,
  )

describe('images in an SVG', () => {
  for (const format of ['png', 'jpeg', 'gif', 'webp', 'avif'] as const) {
    for (const label of [`image/${format}`, 'image/png', '', 'application/octet-stream'])
      test(`a ${format} image labelled «${label}» in an SVG is drawn`, async () => {
        const bytes = await halves('#0000ff').toFormat(format, { quality: 100 }).toBuffer()
        const { left, right } = await drawn(dataUrl(label, bytes))
        isNear(left, [255, 0, 0, 255])
        isNear(right, [0, 0, 255, 255])
      })
  }

  for (const format of ['png', 'gif', 'webp', 'avif'] as const)
    test(`a ${format} image with transparency in an SVG is drawn`, async () => {
      const { left, right } = await drawn(
        dataUrl(`image/${format}`, await halves('#0000').toFormat(format, { quality: 100 }).toBuffer()),
      )
      isNear(left, [255, 0, 0, 255])
      assert.equal(right[3], 0)
    })

  test('an SVG image with embedded images in an SVG is drawn', async () => {
    const webp = dataUrl('image/webp', await halves('#0000ff').webp({ lossless: true }).toBuffer())
    const inner = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4"><image width="8" height="4" href="${webp}"/></svg>`
    for (const href of [
      dataUrl('image/svg+xml', Buffer.from(inner)),
      `data:image/svg+xml,${encodeURIComponent(inner)}`,
    ]) {
      const { left, right } = await drawn(href)
      isNear(left, [255, 0, 0, 255])
      isNear(right, [0, 0, 255, 255])
    }
  })
})

test('a large photograph in WebP does not make the document many times larger', async () => {
  const noise = Buffer.from(Array.from({ length: 1200 * 1000 * 3 }, (_, at) => (at * at * 7919) % 251))
  const webp = await sharp(noise, { raw: { width: 1200, height: 1000, channels: 3 } })
    .webp()
    .toBuffer()
  const { document } = await drawn(dataUrl('image/webp', webp))
  assert.match(document, /href="data:image\/jpeg;base64,/)
})

test('a broken image is removed, and the rest of the document is drawn', async () => {
  const webp = (await halves('#0000ff').webp().toBuffer()).subarray(0, 60)
  assert.deepEqual((await drawn(dataUrl('image/webp', webp))).left, [0, 0, 0, 0])
})

test('a compressed or UTF-16 document is recognized as an SVG and stored as plain text', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="4"><rect width="8" height="4"/></svg>'
  const padded = `<?xml version="1.0"?><!-- ${'x'.repeat(5_000)} -->${svg}`
  const wide = Buffer.from(`\ufeff${svg}`, 'utf16le')
  for (const bytes of [gzipSync(padded), wide, Buffer.from(wide).swap16()]) {
    const path = join(directory, newId())
    await writeFile(path, bytes)
    const { mimeType, width, height, cleaned } = await decoder.inspect(newId(), path)
    assert.deepEqual([mimeType, width, height], ['image/svg+xml', 8, 4])
    assert.equal(await readFile(cleaned!.path, 'utf8'), svg.replace('></rect>', '/>'))
  }
  const archive = join(directory, newId())
  await writeFile(archive, gzipSync('no picture'))
  assert.equal((await decoder.inspect(newId(), archive)).mimeType, 'application/gzip')
})
