// Engines: postgres
// Edits of images: their pixels, colors and metadata, as a version and as a copy, and all rejections.
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { describe, test } from 'node:test'
import sharp, { type Sharp } from 'sharp'
import { newCompany } from './support/companies.ts'
import { pdf } from './support/pdf-files.ts'
import { decoderProcesses } from './support/processes.ts'
import { startService } from './support/service.ts'
import { until } from './support/until.ts'
import { picture, quiet, settled, upload } from './support/uploads.ts'

const service = await startService()
const acme = await newCompany(service, 'Acme')
const globex = await newCompany(service, 'Globex')

type Fields = Record<string, unknown>

const add = async (bytes: Buffer, name = 'file.png', fields = {}) =>
  (await upload(service, acme, { bytes, name }, fields)).body.data
const edit = (id: string, body: Fields, headers = {}) => acme.post(`/api/assets/${id}/edits`, body, headers)
const edited = async (id: string, body: Fields) => {
  const { status, text, body: answer } = await edit(id, { as: 'copy', ...body })
  assert.equal(status, 201, text)
  return answer.data
}
const bytesAt = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer())
const pixelsOf = async (image: Sharp) => {
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return (x: number, y: number) => [...data.subarray((y * info.width + x) * info.channels).subarray(0, 3)]
}

/** Six fields of different colors, in two rows: a b c, d e f. */
const colors = { a: '#e00000', b: '#00c000', c: '#0000e0', d: '#e0e000', e: '#00d0d0', f: '#202020' }
const fieldSide = 20
const drawnFields = await sharp({
  create: { width: 3 * fieldSide, height: 2 * fieldSide, channels: 3, background: '#fff' },
})
  .composite(
    Object.values(colors).map((background, at) => ({
      input: { create: { width: fieldSide, height: fieldSide, channels: 3, background } },
      left: (at % 3) * fieldSide,
      top: Math.floor(at / 3) * fieldSide,
    })),
  )
  .png()
  .toBuffer()
const fields = () => sharp(drawnFields)

/** The fields of a result, row by row: `ab de` for the left two columns. */
async function fieldsIn(bytes: Buffer, side = fieldSide): Promise<string> {
  const { width, height } = await sharp(bytes).metadata()
  const at = await pixelsOf(sharp(bytes))
  const nearest = (pixel: number[]) =>
    Object.entries(colors)
      .map(([name, color]) => {
        const wanted = [1, 3, 5].map((from) => Number.parseInt(color.slice(from, from + 2), 16))
        return { name, distance: Math.hypot(...wanted.map((value, channel) => value - pixel[channel]!)) }
      })
      .sort((one, other) => one.distance - other.distance)[0]!.name
  const rows = Array.from({ length: Math.round(height / side) }, (_, y) =>
    Array.from({ length: Math.round(width / side) }, (_, x) =>
      nearest(at(Math.floor((x + 0.5) * side), Math.floor((y + 0.5) * side))),
    ).join(''),
  )
  return rows.join(' ')
}

const asset = await add(await fields().png().toBuffer())
/** The same image, as stored by a camera that was held upright. */
const portrait = await add(
  await fields()
    .rotate(270)
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .toBuffer(),
  'upright.jpg',
)

describe('an edit', () => {
  for (const [body, expected] of [
    [{ rotate: 90 }, 'da eb fc'],
    [{ rotate: 180 }, 'fed cba'],
    [{ rotate: 270 }, 'cf be ad'],
    [{ flip: 'horizontal' }, 'cba fed'],
    [{ flip: 'vertical' }, 'def abc'],
    [{ rotate: 0, flip: 'vertical' }, 'def abc'],
    [{ rotate: 90, flip: 'horizontal' }, 'ad be cf'],
    [{ rotate: 270, flip: 'vertical' }, 'ad be cf'],
    [{ rotate: 180, flip: 'horizontal' }, 'def abc'],
    [{ crop: { x: 20, y: 0, width: 40, height: 40 } }, 'bc ef'],
    [{ crop: { x: 0, y: 20, width: 20, height: 20 } }, 'd'],
    [{ rotate: 90, crop: { x: 0, y: 20, width: 40, height: 40 } }, 'eb fc'],
    [{ rotate: 90, flip: 'horizontal', crop: { x: 0, y: 20, width: 20, height: 40 } }, 'b c'],
    [{ rotate: 180, crop: { x: 40, y: 20, width: 20, height: 20 } }, 'a'],
    [{ rotate: 270, flip: 'horizontal', crop: { x: 20, y: 0, width: 20, height: 40 } }, 'c b'],
  ] as const) {
    // Holds R-ASSET-15.
    test(`an edit with ${JSON.stringify(body)} keeps the fields ${expected}, whatever the orientation in EXIF`, async () => {
      for (const id of [asset.id, portrait.id]) {
        const copy = await edited(id, { ...body, format: 'png' })
        assert.equal(await fieldsIn(await bytesAt(copy.url)), expected)
      }
    })
  }

  for (const [body, width, height, expected] of [
    [{ width: 30 }, 30, 20, 'abc def'],
    [{ height: 20 }, 30, 20, 'abc def'],
    [{ rotate: 90, width: 20 }, 20, 30, 'da eb fc'],
    [{ rotate: 90, flip: 'vertical', height: 30 }, 20, 30, 'fc eb da'],
    [{ crop: { x: 20, y: 0, width: 40, height: 40 }, width: 20 }, 20, 20, 'bc ef'],
    [{ crop: { x: 0, y: 0, width: 40, height: 40 }, width: 10, height: 20 }, 10, 20, 'a d'],
  ] as const)
    test(`an edit with ${JSON.stringify(body)} has ${width} × ${height} pixels`, async () => {
      const copy = await edited(asset.id, { ...body, format: 'png' })
      assert.deepEqual([copy.width, copy.height], [width, height])
      const bytes = await bytesAt(copy.url)
      const made = await sharp(bytes).metadata()
      assert.deepEqual([made.width, made.height], [width, height])
      if (!('crop' in body && 'height' in body)) assert.equal(await fieldsIn(bytes, 10), expected)
    })

  test('an edit that fills a width and a height keeps the focal point', async () => {
    const one = await add(await fields().png().toBuffer(), 'focus.png', { focal_point: '{"x":0.9,"y":0.9}' })
    const right = await edited(one.id, { width: 20, height: 40 })
    assert.equal(await fieldsIn(await bytesAt(right.url)), 'c f')
    const top = await edited(one.id, { rotate: 180, width: 20, height: 20 })
    assert.equal(await fieldsIn(await bytesAt(top.url), 10), 'fe cb')
    assert.deepEqual([top.width, top.height], [20, 20])
  })

  for (const [body, point] of [
    [{ rotate: 90 }, { x: 0.75, y: 0.1 }],
    [{ rotate: 180 }, { x: 0.9, y: 0.75 }],
    [{ rotate: 270 }, { x: 0.25, y: 0.9 }],
    [{ flip: 'horizontal' }, { x: 0.9, y: 0.25 }],
    [{ flip: 'vertical' }, { x: 0.1, y: 0.75 }],
    [{ crop: { x: 0, y: 0, width: 30, height: 20 } }, { x: 0.2, y: 0.5 }],
    [
      { rotate: 90, crop: { x: 20, y: 0, width: 20, height: 30 } },
      { x: 0.5, y: 0.2 },
    ],
    [{ crop: { x: 20, y: 0, width: 30, height: 20 } }, null],
    [
      { rotate: 90, focal_point: { x: 0.5, y: 0.4 } },
      { x: 0.5, y: 0.4 },
    ],
    [{ rotate: 90, focal_point: null }, null],
    [{ width: 30 }, { x: 0.1, y: 0.25 }],
  ] as const) {
    // Holds R-ASSET-15.
    test(`an edit with ${JSON.stringify(body)} moves the focal point to ${JSON.stringify(point)}`, async () => {
      const one = await add(await fields().png().toBuffer(), 'focus.png', {
        focal_point: '{"x":0.1,"y":0.25}',
      })
      assert.deepEqual((await edited(one.id, body)).focal_point, point)
    })
  }
})

describe('the result of an edit', () => {
  test('the result of an edit has the requested format, or else the format of the asset', async () => {
    for (const [id, format, mimeType, extension] of [
      [asset.id, undefined, 'image/png', 'png'],
      [portrait.id, undefined, 'image/jpeg', 'jpg'],
      [asset.id, 'jpeg', 'image/jpeg', 'jpg'],
      [asset.id, 'webp', 'image/webp', 'webp'],
      [asset.id, 'avif', 'image/avif', 'avif'],
      [portrait.id, 'png', 'image/png', 'png'],
    ] as const) {
      const copy = await edited(id, { rotate: 90, ...(format && { format }) })
      assert.deepEqual([copy.mime_type, copy.extension], [mimeType, extension])
      assert.equal(copy.filename, `${id === asset.id ? 'file' : 'upright'}.${extension}`)
      assert.deepEqual(copy.warnings, [])
    }
    const tiff = await add(await fields().tiff().toBuffer(), 'scan.tif')
    assert.equal((await edited(tiff.id, { rotate: 90 })).mime_type, 'image/png')
  })

  // Holds R-ASSET-15.
  test('the result of an edit keeps transparency, which becomes white in a JPEG', async () => {
    const half = {
      create: { width: 40, height: 40, channels: 4 as const, background: { r: 200, g: 0, b: 0, alpha: 0 } },
    }
    const left = {
      create: { width: 20, height: 40, channels: 4 as const, background: { r: 200, g: 0, b: 0, alpha: 0.5 } },
    }
    const bytes = await sharp(half)
      .composite([{ input: left, left: 0, top: 0 }])
      .png()
      .toBuffer()
    const one = await add(bytes)
    for (const format of ['png', 'webp', 'avif'] as const) {
      const copy = await edited(one.id, { rotate: 180, format, quality: 100 })
      assert.equal(copy.has_alpha, true, format)
      const { data, info } = await sharp(await bytesAt(copy.url))
        .raw()
        .toBuffer({ resolveWithObject: true })
      const alphaAt = (x: number) => data[(20 * info.width + x) * 4 + 3]!
      assert.ok(alphaAt(5) < 4, format)
      assert.ok(Math.abs(alphaAt(35) - 128) < 4, format)
    }
    const jpeg = await edited(one.id, { rotate: 180, format: 'jpeg', quality: 100 })
    const at = await pixelsOf(sharp(await bytesAt(jpeg.url)))
    assert.ok(at(5, 20).every((value) => value > 250))
    const [red, green] = at(35, 20)
    assert.ok(red! > 215 && Math.abs(green! - 127) < 8, `${at(35, 20)}`)
  })

  // Holds R-ASSET-15.
  test('the result of an edit keeps the color profile and its values, in every format', async () => {
    const p3 = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c81e1e' } })
      .withIccProfile('p3')
      .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
      .toBuffer()
    const before = (await pixelsOf(sharp(p3, { ignoreIcc: true })))(10, 10)
    const one = await add(p3, 'wide.jpg')
    for (const format of ['png', 'jpeg', 'webp', 'avif'] as const) {
      const copy = await edited(one.id, { rotate: 90, width: 20, format, quality: 100 })
      const bytes = await bytesAt(copy.url)
      assert.deepEqual((await sharp(bytes).metadata()).icc, (await sharp(p3).metadata()).icc, format)
      const after = (await pixelsOf(sharp(bytes, { ignoreIcc: true })))(10, 10)
      assert.ok(
        after.every((value, channel) => Math.abs(value - before[channel]!) <= 3),
        `${format}: ${after}`,
      )
      assert.equal(copy.embedded.color_profile, one.embedded.color_profile)
    }
  })

  // Holds R-ASSET-15.
  test('editing a CMYK image produces sRGB with the same colors', async () => {
    const cmyk = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c03040' } })
      .toColorspace('cmyk')
      .withIccProfile('cmyk')
      .jpeg({ quality: 100 })
      .toBuffer()
    const shown = (await pixelsOf(sharp(cmyk).toColorspace('srgb')))(10, 10)
    const copy = await edited((await add(cmyk, 'print.jpg')).id, { flip: 'vertical', quality: 100 })
    const bytes = await bytesAt(copy.url)
    const { space, icc } = await sharp(bytes).metadata()
    assert.deepEqual([space, icc], ['srgb', undefined])
    const after = (await pixelsOf(sharp(bytes)))(10, 10)
    assert.ok(
      after.every((value, channel) => Math.abs(value - shown[channel]!) <= 4),
      `${after} ${shown}`,
    )
  })

  test('editing a 16-bit PNG produces 16 bits as PNG and 8 bits in other formats', async () => {
    const deep = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c03040' } })
      .toColorspace('rgb16')
      .png()
      .toBuffer()
    const one = await add(deep)
    const depthOf = async (body: Fields) =>
      (await sharp(await bytesAt((await edited(one.id, body)).url)).metadata()).depth
    assert.equal(await depthOf({ rotate: 90 }), 'ushort')
    assert.equal(await depthOf({ rotate: 90, format: 'jpeg' }), 'uchar')
    const at = await pixelsOf(
      sharp(await bytesAt((await edited(one.id, { rotate: 90, format: 'webp', quality: 100 })).url)),
    )
    assert.ok(
      at(10, 10).every((value, channel) => Math.abs(value - [0xc0, 0x30, 0x40][channel]!) < 4),
      `${at(10, 10)}`,
    )
  })

  test('editing a gray image with a profile keeps its brightness', async () => {
    const gray = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#808080' } })
      .grayscale()
      .toColorspace('b-w')
      .png()
      .toBuffer()
    const copy = await edited((await add(gray)).id, { rotate: 90 })
    assert.ok(
      (await pixelsOf(sharp(await bytesAt(copy.url))))(5, 5).every((value) => Math.abs(value - 128) < 2),
    )
  })

  // Holds R-ASSET-15.
  test('the result of an edit keeps the text metadata in the file, but no camera data, location or thumbnail', async () => {
    const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator><rdf:Seq><rdf:li>Ada Winter</rdf:li></rdf:Seq></dc:creator>
<dc:subject><rdf:Bag><rdf:li>Edited harbor</rdf:li></rdf:Bag></dc:subject></rdf:Description></rdf:RDF></x:xmpmeta>`
    const bytes = await fields()
      .withExif({
        IFD0: { Make: 'Acme', Model: 'Acme One', Copyright: 'Acme 2026' },
        IFD3: {
          GPSLatitudeRef: 'S',
          GPSLatitude: '33/1 51/1 0/1',
          GPSLongitudeRef: 'E',
          GPSLongitude: '151/1 12/1 0/1',
        },
      })
      .withXmp(xmp)
      .jpeg()
      .toBuffer()
    const one = await add(bytes, 'harbor.jpg')
    assert.ok(one.embedded.location)
    for (const format of ['jpeg', 'png', 'webp', 'avif']) {
      const { body } = await edit(one.id, { as: 'copy', rotate: 90, format })
      const { creators, keywords, copyright, ...rest } = body.data.embedded
      assert.deepEqual(
        [creators, keywords, copyright],
        [['Ada Winter'], ['Edited harbor'], 'Acme 2026'],
        format,
      )
      assert.deepEqual([rest.camera, rest.location], [undefined, undefined], format)
      assert.equal((await sharp(await bytesAt(body.data.url)).metadata()).exif, undefined, format)
      assert.deepEqual(
        body.data.tags.map(({ name, source }: Fields) => [name, source]),
        [['Edited harbor', 'embedded']],
      )
    }
  })

  test('editing an SVG draws it at the requested size', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><rect width="15" height="20" fill="#e00000"/></svg>'
    const one = await add(Buffer.from(svg), 'logo.svg')
    const copy = await edited(one.id, { rotate: 90, crop: { x: 0, y: 0, width: 20, height: 15 }, width: 800 })
    assert.deepEqual(
      [copy.width, copy.height, copy.mime_type, copy.has_alpha],
      [800, 600, 'image/png', false],
    )
    const at = await pixelsOf(sharp(await bytesAt(copy.url)))
    assert.deepEqual(
      [at(2, 2), at(797, 597)],
      [
        [0xe0, 0, 0],
        [0xe0, 0, 0],
      ],
    )
    const whole = await edited(one.id, { width: 4096 })
    assert.deepEqual([whole.width, whole.height, whole.has_alpha], [4096, 2731, true])
  })

  test('an edit of one pixel of a huge SVG does not draw the whole document at that scale', async () => {
    const side = 60_000
    const half = `width="${side / 2}" height="${side / 2}"`
    const svg =
      `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><rect ${half} fill="#e00000"/>` +
      `<rect x="${side / 2}" y="${side / 2}" ${half} fill="#0000e0"/></svg>`
    const one = await add(Buffer.from(svg), 'plan.svg')
    const copy = await edited(one.id, { crop: { x: 45_000, y: 45_000, width: 1, height: 1 } })
    assert.deepEqual((await pixelsOf(sharp(await bytesAt(copy.url))))(0, 0), [0, 0, 0xe0])
  })

  test('editing an animation produces a copy of its first frame', async () => {
    const frame = (color: string) => picture({ color, width: 30, height: 20 })
    const gif = await sharp([await frame('#ff0000'), await frame('#0000ff')], { join: { animated: true } })
      .gif({ delay: [100, 100] })
      .toBuffer()
    const one = await add(gif, 'moving.gif')
    assert.equal(one.is_animated, true)
    const copy = await edited(one.id, { rotate: 90 })
    assert.deepEqual(
      [copy.mime_type, copy.is_animated, copy.width, copy.height],
      ['image/png', false, 20, 30],
    )
    const { status, body } = await edit(one.id, { as: 'version', rotate: 90 })
    assert.deepEqual([status, Object.keys(body)], [422, ['as']])
  })
})

describe('an edit as a version', () => {
  // Holds R-ASSET-15.
  test('an edit as a version becomes the current file of the same asset, and the earlier version can be restored', async () => {
    const source = await fields().png().toBuffer()
    const one = await add(source, 'poster.png', {
      name: 'Launch',
      alt_text: 'x',
      focal_point: '{"x":0.1,"y":0.25}',
    })
    await quiet(service)
    const { seq } = (await acme.get('/api/changes?since=0&per_page=1000')).body.data.at(-1)
    const { status, headers, body } = await edit(one.id, { as: 'version', rotate: 90, format: 'jpeg' })
    assert.equal(status, 201)
    assert.equal(headers.get('location'), `/api/assets/${one.id}`)
    assert.ok(headers.get('etag'))
    const { id, name, alt_text, filename, version, width, height, focal_point, orientation } = body.data
    assert.deepEqual(
      { id, name, alt_text, filename, version, width, height, focal_point, orientation },
      {
        id: one.id,
        name: 'Launch',
        alt_text: 'x',
        filename: 'poster.jpg',
        version: 2,
        width: 40,
        height: 60,
        focal_point: { x: 0.75, y: 0.1 },
        orientation: 'portrait',
      },
    )
    const { body: feed } = await acme.get(`/api/changes?since=${seq}`)
    assert.deepEqual(
      feed.data.slice(0, 1).map(({ type, resource_id, data }: Fields) => [type, resource_id, data]),
      [['asset.updated', one.id, { fields: ['file', 'focal_point'] }]],
    )
    const ready = await settled(acme, one.id)
    assert.ok((ready.renditions as Fields[]).every(({ width, height }) => Number(height) > Number(width)))
    const { body: list } = await acme.get(`/api/assets/${one.id}/versions`)
    assert.deepEqual(
      list.data.map(({ version, filename, mime_type }: Fields) => [version, filename, mime_type]),
      [
        [2, 'poster.jpg', 'image/jpeg'],
        [1, 'poster.png', 'image/png'],
      ],
    )
    assert.deepEqual(await bytesAt(list.data[1].url), source)
    const restored = await acme.post(`/api/assets/${one.id}/versions/1/restoration`)
    assert.deepEqual([restored.status, restored.body.data.width], [200, 60])
  })

  test('an edit as a version with an outdated If-Match returns 412, and nothing is drawn', async () => {
    const one = await add(await fields().png().toBuffer())
    const { headers } = await acme.get(`/api/assets/${one.id}`)
    const etag = headers.get('etag')!
    await acme.patch(`/api/assets/${one.id}`, { name: 'Changed' })
    assert.equal((await edit(one.id, { as: 'version', rotate: 90 }, { 'if-match': etag })).status, 412)
    const { headers: now } = await acme.get(`/api/assets/${one.id}`)
    const same = { 'if-match': now.get('etag')! }
    assert.equal((await edit(one.id, { as: 'version', rotate: 90 }, same)).status, 201)
  })

  // Holds R-ASSET-15.
  test('an edit as a version returns 412 if the file was replaced while it was drawn, and an edit as a copy does not', async (t) => {
    for (const [as, expected] of [
      ['version', 412],
      ['copy', 201],
    ] as const) {
      const one = await add(await fields().png().toBuffer())
      await edit(one.id, { as: 'version', rotate: 90 })
      await quiet(service)
      // At this point, the edit has read its asset and waits for a decoder.
      const stopped = decoderProcesses()
      const resume = () => stopped.forEach((pid) => void process.kill(pid, 'SIGCONT'))
      for (const pid of stopped) process.kill(pid, 'SIGSTOP')
      t.after(resume)
      const answer = edit(one.id, { as, rotate: 90 })
      await until('the edit has begun', async () => (await temporaryFiles()).length > 0)
      assert.equal((await acme.post(`/api/assets/${one.id}/versions/1/restoration`)).status, 200)
      resume()
      assert.equal((await answer).status, expected)
    }
  })
})

describe('an edit as a copy', () => {
  // Holds R-ASSET-15.
  test('an edit as a copy creates a new asset in the same folder with the same tags, texts and rights', async () => {
    await acme.post('/api/asset-tags', { name: 'Copied' })
    const folder = (await acme.post('/api/folders', { name: 'Edits' })).body.data.id
    const one = await add(await fields().png().toBuffer(), 'poster.png', {
      name: 'Launch',
      folder_id: folder,
      tags: 'copied',
      alt_text: 'Six fields',
      description: 'Of many colors',
      copyright: '© Acme',
      expires_at: '2031-01-01T00:00:00.000Z',
      external_id: 'pim-1',
      metadata: '{"sku":1}',
    })
    const { status, headers, body } = await edit(one.id, {
      as: 'copy',
      name: 'Launch, square',
      width: 40,
      height: 40,
    })
    assert.equal(status, 201)
    const copy = body.data
    assert.equal(headers.get('location'), `/api/assets/${copy.id}`)
    assert.notEqual(copy.id, one.id)
    assert.deepEqual(
      [
        copy.name,
        copy.version,
        copy.folder_id,
        copy.alt_text,
        copy.description,
        copy.copyright,
        copy.expires_at,
      ],
      ['Launch, square', 1, folder, 'Six fields', 'Of many colors', '© Acme', '2031-01-01T00:00:00.000Z'],
    )
    assert.deepEqual([copy.external_id, copy.metadata], [null, {}])
    assert.deepEqual(
      copy.tags.map(({ name }: Fields) => name),
      ['Copied'],
    )
    const { body: same } = await acme.get(`/api/assets/${one.id}`)
    assert.deepEqual([same.data.version, same.data.url.split('?')[0]], [1, one.url.split('?')[0]])
    const { body: changes } = await acme.get('/api/changes?since=0&per_page=1000&types=asset.created')
    assert.equal(changes.data.at(-1).resource_id, copy.id)
    assert.equal((await edited(one.id, { rotate: 90 })).name, 'Launch')
  })

  test('an edit as a copy whose bytes equal an existing file is stored once, and the response names the existing asset', async () => {
    const one = await add(await fields().png().toBuffer())
    const first = await edit(one.id, { as: 'copy', crop: { x: 1, y: 2, width: 13, height: 11 } })
    await quiet(service)
    const before = await storedKeys()
    const second = await edit(one.id, { as: 'copy', crop: { x: 1, y: 2, width: 13, height: 11 } })
    assert.equal(second.headers.get('x-duplicate-of'), first.body.data.id)
    await quiet(service)
    assert.deepEqual((await storedKeys()).length, before.length)
  })

  test('an edit as a copy is created once per Idempotency-Key', async () => {
    const one = await add(await fields().png().toBuffer())
    const key = { 'idempotency-key': 'edit-1' }
    const first = await edit(one.id, { as: 'copy', rotate: 90 }, key)
    const again = await edit(one.id, { as: 'copy', rotate: 90 }, key)
    assert.deepEqual(again.body, first.body)
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assert.equal((await edit(one.id, { as: 'copy', rotate: 180 }, key)).status, 422)
  })
})

const temporaryFiles = async () =>
  (await readdir(service.storage.incomingDirectory)).filter((name) => !name.startsWith('copies'))
const storedKeys = async () => {
  const keys: string[] = []
  for await (const { key } of service.storage.list(acme.companyId)) keys.push(key)
  return keys
}

describe('a rejected edit', () => {
  const whole = { x: 0, y: 0, width: 60, height: 40 }
  for (const [body, expected] of [
    [{}, { as: ['The as field must be version or copy.'] }],
    [
      { as: 'copy' },
      { as: ['The edit changes nothing. Send rotate, flip, crop, width, height, format or quality.'] },
    ],
    [
      { as: 'copy', rotate: 0 },
      { as: ['The edit changes nothing. Send rotate, flip, crop, width, height, format or quality.'] },
    ],
    [{ as: 'draft', rotate: 90 }, { as: ['The as field must be version or copy.'] }],
    [{ as: 'copy', rotate: 45 }, { rotate: ['The rotate field must be 0, 90, 180 or 270.'] }],
    [{ as: 'copy', rotate: '90' }, { rotate: ['The rotate field must be 0, 90, 180 or 270.'] }],
    [{ as: 'copy', flip: 'both' }, { flip: ['The flip field must be horizontal or vertical.'] }],
    [
      { as: 'copy', crop: [0, 0, 1, 1] },
      { crop: ['The crop field must be an object of x, y, width and height.'] },
    ],
    [
      { as: 'copy', crop: { ...whole, x: -1, width: 0.5 } },
      {
        'crop.x': ['The crop.x field must be a whole number from 0 to 65535.'],
        'crop.width': ['The crop.width field must be a whole number from 1 to 65535.'],
      },
    ],
    [
      { as: 'copy', crop: { ...whole, x: 1 } },
      { crop: ['The crop must lie within the turned picture, which has 60 × 40 pixels.'] },
    ],
    [
      { as: 'copy', rotate: 90, crop: whole },
      { crop: ['The crop must lie within the turned picture, which has 40 × 60 pixels.'] },
    ],
    [{ as: 'copy', width: 0 }, { width: ['The width field must be a whole number from 1 to 65535.'] }],
    [
      { as: 'copy', width: 61 },
      {
        width: [
          'The result would have 61 × 41 pixels. As png it can have at most 60 × 40, because images are not enlarged. Send a smaller width.',
        ],
      },
    ],
    [
      { as: 'copy', height: 80 },
      {
        height: [
          'The result would have 120 × 80 pixels. As png it can have at most 60 × 40, because images are not enlarged. Send a smaller height.',
        ],
      },
    ],
    [{ as: 'copy', format: 'gif' }, { format: ['The format field must be among webp, avif, jpeg, png.'] }],
    [
      { as: 'copy', format: 'jpeg', quality: 101 },
      { quality: ['The quality field must be a whole number from 1 to 100.'] },
    ],
    [{ as: 'version', rotate: 90, name: 'Other' }, { name: ['The name field is only for a copy.'] }],
    [{ as: 'copy', rotate: 90, name: ' ' }, { name: ['The name field is required.'] }],
    [{ as: 'copy', rotate: 90, folder_id: null }, { folder_id: ['The folder id field is not known here.'] }],
  ] as const) {
    // Holds R-ASSET-15.
    test(`${JSON.stringify(body)} returns 422`, async () => {
      const { status, body: answer } = await edit(asset.id, body)
      assert.deepEqual([status, answer], [422, expected])
    })
  }

  // Holds R-ASSET-15.
  test('an edit of a file that is not an image returns 422 on id', async () => {
    const others = [
      await add(Buffer.from('words'), 'notes.txt'),
      await add(pdf([{ width: 200, height: 100, color: '1 0 0' }]), 'one.pdf'),
    ]
    for (const { id, mime_type } of others) {
      const { status, body } = await edit(id, { as: 'copy', rotate: 90 })
      assert.equal(status, 422)
      assert.deepEqual(body, {
        id: [`The asset cannot be edited: only images that can be rendered can, and this is ${mime_type}.`],
      })
    }
  })

  test('an edit with a side longer than its format allows returns 422', async () => {
    const wide = await sharp({ create: { width: 17_000, height: 2, channels: 3, background: '#123456' } })
      .png()
      .toBuffer()
    const { id } = await add(wide)
    const { status, body } = await edit(id, { as: 'copy', format: 'webp' })
    assert.equal(status, 422)
    assert.deepEqual(body, {
      width: [
        'The result would have 17000 × 2 pixels. As webp it can have at most 16383 × 2. Send a smaller width.',
      ],
    })
    assert.equal((await edited(id, { format: 'webp', width: 16_383 })).width, 16_383)
  })

  test("an edit of another company's asset returns the same response as for an unknown asset", async () => {
    const { status, text } = await globex.post(`/api/assets/${asset.id}/edits`, { as: 'copy', rotate: 90 })
    assert.deepEqual([status, text], [404, '{"message":"Not Found."}'])
  })

  test('a rejected edit leaves no file behind, and a successful edit leaves only its result', async () => {
    await quiet(service)
    const before = (await storedKeys()).length
    await edit(asset.id, { as: 'copy', width: 61 })
    await edit(asset.id, { as: 'copy', crop: { x: 0, y: 0, width: 9, height: 7 } })
    await quiet(service)
    // The result and its three renditions.
    assert.equal((await storedKeys()).length, before + 4)
    assert.deepEqual(await temporaryFiles(), [])
  })
})
