// Engines: postgres
// Presets, which are named sizes and formats, and the links to images in them.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { asCompany } from '../src/db/tenancy.ts'
import { parseId } from '../src/ids.ts'
import { withProfile } from '../src/images/png.ts'
import { readXmp } from '../src/images/xmp.ts'
import type { JobContext } from '../src/jobs/job.ts'
import { presetsMax } from '../src/presets/body.ts'
import { purgePreset } from '../src/presets/purge-job.ts'
import type { Services } from '../src/services.ts'
import { purgeCompany } from '../src/trash/purge.ts'
import { asOwner, newCaller, newCompany } from './support/companies.ts'
import { startService } from './support/service.ts'
import { picture, settled, upload } from './support/uploads.ts'

const service = await startService()
const acme = await newCompany(service, 'Acme')
const globex = await newCompany(service, 'Globex')
const reader = await newCaller(service, {
  name: 'reader',
  enterpriseId: acme.enterpriseId,
  companyId: acme.companyId,
  ownerId: acme.ownerId,
  scopes: ['assets:read'],
})

type Fields = Record<string, unknown>
const made = async (body: Fields, company = acme) => {
  const { status, body: answer } = await company.post('/api/presets', body)
  assert.equal(status, 201, JSON.stringify(answer))
  return answer.data
}
const add = async (bytes: Buffer, fields: Record<string, string> = {}, name = 'Forest walk.png') => {
  const { status, body } = await upload(service, acme, { bytes, name }, fields)
  assert.equal(status, 201, JSON.stringify(body))
  return settled(acme, body.data.id)
}
const link = (id: string, query: string) => acme.get(`/api/assets/${id}/link?${query}`)
async function open(url: string) {
  const response = await fetch(url)
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes }
}
async function downloaded(id: string, preset: string) {
  const { status, body } = await link(id, `preset=${preset}&download=true`)
  assert.equal(status, 200, JSON.stringify(body))
  const file = await open(body.data.url)
  assert.equal(file.status, 200)
  assert.equal(file.headers.get('content-type'), body.data.mime_type)
  const image = await sharp(file.bytes).metadata()
  assert.deepEqual([image.width, image.height], [body.data.width, body.data.height])
  return { ...file, image, name: /filename="([^"]*)"/.exec(file.headers.get('content-disposition')!)![1] }
}
const pixelsOf = async (bytes: Buffer, x: number, y: number) => [
  ...(await sharp(bytes, { ignoreIcc: true })
    .extract({ left: x, top: y, width: 1, height: 1 })
    .raw()
    .toBuffer()),
]

/** Red on the left, blue on the right. */
const halves = async (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#ff0000' } })
    .composite([
      {
        input: { create: { width: width / 2, height, channels: 3, background: '#0000ff' } },
        left: width / 2,
        top: 0,
      },
    ])
    .png()
    .toBuffer()

const asset = await add(await halves(400, 200))

describe('a preset', () => {
  // Holds R-PRESET-1.
  test('a preset is created with defaults, updated and deleted, with events', async () => {
    const preset = await made({ name: 'web' })
    assert.deepEqual(
      { ...preset, id: undefined, created_by: undefined, created_at: undefined, updated_at: undefined },
      {
        id: undefined,
        name: 'web',
        label: 'web',
        width: null,
        height: null,
        fit: 'inside',
        format: 'original',
        quality: 80,
        background: null,
        color_profile: 'srgb',
        metadata: 'none',
        enlarge: false,
        created_by: undefined,
        created_at: undefined,
        updated_at: undefined,
      },
    )
    const change = { label: 'For the web', width: 300, background: '#aabbcc' }
    const { body } = await acme.patch(`/api/presets/${preset.id}`, change)
    assert.deepEqual(
      [body.data.label, body.data.width, body.data.background],
      ['For the web', 300, '#AABBCC'],
    )
    assert.equal((await acme.delete(`/api/presets/${preset.id}`)).status, 204)
    assert.equal((await acme.get(`/api/presets/${preset.id}`)).status, 404)
    const { body: feed } = await acme.get('/api/changes?types=preset.created,preset.updated,preset.deleted')
    assert.deepEqual(
      feed.data.map(({ type, resource_id }: Fields) => [type, resource_id]),
      [
        ['preset.created', preset.id],
        ['preset.updated', preset.id],
        ['preset.deleted', preset.id],
      ],
    )
  })

  // Holds R-PRESET-1.
  test('an invalid preset is rejected by field, with advice', async () => {
    await made({ name: 'taken' })
    const slug =
      'The name field must be 1 to 50 lowercase letters, digits and single hyphens, such as web-2000.'
    for (const [body, refusal] of [
      [{ name: 'taken' }, { name: ['The name has already been taken.'] }],
      [{ name: 'Für Web' }, { name: [slug] }],
      [{ name: 'a'.repeat(51) }, { name: [slug] }],
      [{ name: 'large' }, { name: ['The name field must not be original, large, small, thumb, poster.'] }],
      [{ name: 'x', width: 10_001 }, { width: ['The width field must be a whole number from 1 to 10,000.'] }],
      [{ name: 'x', fit: 'cover', width: 5 }, { fit: ['The fit cover needs a width and a height.'] }],
      [
        { name: 'x', enlarge: true },
        { enlarge: ['The preset has no width or height to enlarge images to.'] },
      ],
      [
        { name: 'x', format: 'png', color_profile: 'cmyk' },
        { color_profile: ['The color profile cmyk needs the format jpeg or tiff.'] },
      ],
      [
        { name: 'x', format: 'avif', metadata: 'embed' },
        {
          metadata: ['Metadata cannot be written into AVIF files. Set it to none, or choose another format.'],
        },
      ],
      [{ name: 'x', background: 'red' }, { background: ['The background field must be #RRGGBB.'] }],
    ] as const) {
      const { status, body: answer } = await acme.post('/api/presets', body)
      assert.deepEqual([status, answer], [422, refusal])
    }
    const preset = await made({ name: 'frame', fit: 'cover', width: 5, height: 5 })
    const { status, body } = await acme.patch(`/api/presets/${preset.id}`, { height: null })
    assert.deepEqual([status, Object.keys(body)], [422, ['fit']])
    assert.equal((await reader.post('/api/presets', { name: 'x' })).status, 403)
    assert.equal((await reader.get('/api/presets')).status, 200)
  })

  // Holds R-PRESET-1.
  test(`a company can have up to ${presetsMax} presets`, async () => {
    const full = await newCompany(service, 'Full')
    for (let at = 0; at < presetsMax; at++) await made({ name: `preset-${at}` }, full)
    const { status, body } = await full.post('/api/presets', { name: 'more' })
    assert.deepEqual(
      [status, body],
      [422, { name: ['The limit of 50 presets is reached. Delete old ones.'] }],
    )
  })
})

describe('a link with a preset', () => {
  // Holds R-PRESET-2.
  test('a preset link opens the image in the size and format of the preset, under a file name with the right extension', async () => {
    await made({ name: 'social', width: 100, height: 100, fit: 'cover', format: 'jpeg' })
    const { image, name } = await downloaded(asset.id, 'social')
    assert.deepEqual([image.format, image.width, image.height, name], ['jpeg', 100, 100, 'Forest walk.jpg'])
  })

  // Holds R-PRESET-3.
  test('a preset link crops around the focal point', async () => {
    await made({ name: 'left', width: 100, height: 100, fit: 'cover', format: 'png' })
    const colorAt = async (bytes: Buffer, x: number) => {
      const [red, , blue] = await pixelsOf(bytes, x, 50)
      return red! > blue! ? 'red' : 'blue'
    }
    const ends = async () => {
      const { bytes } = await downloaded(asset.id, 'left')
      return [await colorAt(bytes, 2), await colorAt(bytes, 97)]
    }
    assert.deepEqual(await ends(), ['red', 'blue'])
    await acme.patch(`/api/assets/${asset.id}`, { focal_point: { x: 0, y: 0.5 } })
    assert.deepEqual(await ends(), ['red', 'red'])
    await acme.patch(`/api/assets/${asset.id}`, { focal_point: null })
  })

  // Holds R-PRESET-3.
  test('a preset link enlarges a smaller image only if the preset allows it', async () => {
    await made({ name: 'wide', width: 800 })
    await made({ name: 'wider', width: 800, enlarge: true })
    assert.equal((await downloaded(asset.id, 'wide')).image.width, 400)
    assert.equal((await downloaded(asset.id, 'wider')).image.width, 800)
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><path d="M0 0h20v10z"/></svg>'
    const vector = await add(Buffer.from(svg), {}, 'Logo.svg')
    assert.equal((await downloaded(vector.id, 'wide')).image.width, 800)
  })

  test('a preset link without a size and with the format original keeps the size and the format of the image', async () => {
    await made({ name: 'same' })
    for (const [format, extension] of [
      ['jpeg', 'jpg'],
      ['tiff', 'tiff'],
      ['png', 'png'],
    ] as const) {
      const { id } = await add(await picture({ format: format as 'png' }), {}, `Same.${extension}`)
      const { image, name } = await downloaded(id, 'same')
      assert.deepEqual([image.format, image.width, image.height, name], [format, 60, 40, `Same.${extension}`])
    }
    const gif = await add(
      await sharp(await picture())
        .gif()
        .toBuffer(),
      {},
      'Moving.gif',
    )
    assert.equal((await downloaded(gif.id, 'same')).name, 'Moving.webp')
  })

  test('a preset link fills the border and transparent areas with the background', async () => {
    const clear = await add(
      await sharp({ create: { width: 50, height: 20, channels: 4, background: '#00000000' } })
        .png()
        .toBuffer(),
    )
    const frame = { width: 50, height: 50, fit: 'contain' }
    await made({ name: 'framed', ...frame, format: 'png', background: '#00ff00' })
    await made({ name: 'white', ...frame, format: 'jpeg' })
    await made({ name: 'clear', ...frame, format: 'png' })
    for (const [preset, color] of [
      ['framed', [0, 255, 0]],
      ['white', [255, 255, 255]],
    ] as const) {
      const { bytes } = await downloaded(clear.id, preset)
      assert.deepEqual(await pixelsOf(bytes, 25, 2), color, preset)
      assert.deepEqual(await pixelsOf(bytes, 25, 25), color, preset)
    }
    const [, , , alpha] = await pixelsOf((await downloaded(clear.id, 'clear')).bytes, 25, 2)
    assert.equal(alpha, 0)
  })

  // Holds R-PRESET-2.
  test('a preset link is rejected for an unknown name, with the known names, and together with other sizes', async () => {
    const { status, body } = await link(asset.id, 'preset=nope')
    assert.equal(status, 422)
    assert.match(body.preset[0], /^The preset does not exist\. The presets are: .*\bsocial\b.*\.$/)
    const { body: other } = await link(asset.id, 'preset=social&w=10')
    assert.deepEqual(other, { w: ['The w must not be combined with preset, which determines it.'] })
    const { body: none } = await globex.get(
      `/api/assets/${(await upload(service, globex, { bytes: await picture() })).body.data.id}/link?preset=social`,
    )
    assert.deepEqual(none, {
      preset: ['The preset does not exist: the company has no presets. Create one with POST /api/presets.'],
    })
  })

  // Holds R-PRESET-3.
  test('a preset link is rejected for files that are not images, cannot be rendered, or would be too large', async () => {
    const refusal = async (id: string, preset = 'social') => {
      const { status, body } = await link(id, `preset=${preset}`)
      assert.equal(status, 422)
      return body.preset[0]
    }
    const sound = await add(Buffer.from('fLaC\0\0\0\x22'), {}, 'Song.flac')
    assert.equal(await refusal(sound.id), 'The asset is not an image, but audio/flac.')
    await made({ name: 'huge', width: 10_000, enlarge: true })
    const square = await add(await sharp(await picture({ width: 40, height: 60 })).toBuffer())
    assert.equal(
      await refusal(square.id, 'huge'),
      'The asset would have 10000 × 15000 pixels in this preset, more than 100 megapixels.',
    )
    await made({
      name: 'full-frame',
      width: 2_000,
      height: 2_000,
      fit: 'cover',
      format: 'png',
      enlarge: true,
    })
    const narrow = await add(await picture({ width: 1_000, height: 1 }))
    assert.equal(
      await refusal(narrow.id, 'full-frame'),
      'The asset would have 2000000 × 2000 pixels in this preset before it is cropped, and a png file can have ' +
        'sides of 65535.',
    )
    await made({ name: 'long', height: 10_000, width: 10_000, format: 'webp', enlarge: true })
    const line = await add(await sharp(await picture({ width: 500, height: 1 })).toBuffer())
    assert.equal((await downloaded(line.id, 'long')).image.width, 10_000)
  })

  test('a preset link is rejected while the asset is unavailable', async () => {
    const late = await add(await picture(), { available_from: '2999-01-01T00:00:00Z' })
    assert.equal((await link(late.id, 'preset=social')).status, 409)
    assert.equal((await link(late.id, 'preset=social&include_unavailable=true')).status, 200)
  })

  test('a preset link works only for the parameters that it was signed for', async () => {
    await made({ name: 'signed', width: 50, format: 'jpeg' })
    const { url } = (await link(asset.id, 'preset=signed')).body.data
    assert.match(url, /preset=pre_/)
    for (const changed of [
      url.replace('w=50', 'w=51'),
      url.replace('&w=50', ''),
      url.replace('w=50', 'w=50&enlarge=1'),
      url.replace('preset=pre_', 'preset=pra_'),
      url.replace('w=50', 'w=50&profile=cmyk'),
    ])
      assert.equal((await open(changed)).status, 403, changed)
  })

  test('a preset link draws the image once and stores it', async () => {
    await made({ name: 'once', width: 77, format: 'jpeg' })
    const { url } = (await link(asset.id, 'preset=once')).body.data
    const files = await Promise.all(Array.from({ length: 5 }, () => open(url)))
    assert.equal(new Set(files.map(({ headers }) => headers.get('etag'))).size, 1)
    assert.equal(await storedOf('once'), 1)
  })
})

const fogra39 = readFileSync(new URL('../src/drawing/profiles/coated-fogra39.icc', import.meta.url))

// Holds R-PRESET-4.
describe('the color profile of a preset', () => {
  test('the color profile p3 keeps colors outside sRGB and converts colors within sRGB', async () => {
    const red = await sharp({ create: { width: 30, height: 30, channels: 3, background: '#ff0000' } })
      .png()
      .toBuffer()
    const { icc } = await sharp(await sharp(red).withIccProfile('p3').png().toBuffer()).metadata()
    const vivid = await add(withProfile(red, icc!))
    const plain = await add(red)
    await made({ name: 'p3', width: 20, format: 'png', color_profile: 'p3' })
    await made({ name: 'srgb', width: 20, format: 'png' })
    const inP3 = await downloaded(vivid.id, 'p3')
    assert.deepEqual(await pixelsOf(inP3.bytes, 5, 5), [255, 0, 0])
    assert.deepEqual([inP3.image.hasProfile, inP3.image.depth], [true, 'uchar'])
    assert.deepEqual(
      await pixelsOf((await downloaded(plain.id, 'p3')).bytes, 5, 5),
      [234, 51, 34],
      'red of sRGB is less vivid than red of P3',
    )
    const inSrgb = await downloaded(vivid.id, 'srgb')
    assert.deepEqual([await pixelsOf(inSrgb.bytes, 5, 5), inSrgb.image.hasProfile], [[255, 0, 0], false])
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><path fill="#f00" d="M0 0h20v20H0z"/></svg>'
    const vector = await add(Buffer.from(svg), {}, 'Red.svg')
    assert.deepEqual(
      (await pixelsOf((await downloaded(vector.id, 'p3')).bytes, 5, 5)).slice(0, 3),
      [234, 51, 34],
    )
  })

  for (const format of ['jpeg', 'tiff'] as const)
    test(`the color profile cmyk makes a ${format} of four inks, with the profile, that looks the same`, async () => {
      await made({ name: `print-${format}`, format, color_profile: 'cmyk', quality: 95 })
      const { id } = await add(await picture({ color: '#c83c28' }))
      const { image, bytes } = await downloaded(id, `print-${format}`)
      assert.deepEqual([image.space, image.channels, image.hasProfile], ['cmyk', 4, true])
      assert.deepEqual(image.icc, fogra39)
      const shown = await sharp(bytes)
        .extract({ left: 30, top: 20, width: 1, height: 1 })
        .toColorspace('srgb')
        .raw()
        .toBuffer()
      const wanted = [0xc8, 0x3c, 0x28]
      assert.ok(
        [...shown.subarray(0, 3)].every((value, at) => Math.abs(value - wanted[at]!) < 12),
        `${[...shown.subarray(0, 3)]}`,
      )
    })
})

// Holds R-PRESET-4.
test('a preset writes all metadata, only the copyright metadata, or none', async () => {
  const fields = {
    name: 'Harbor',
    description: 'At dawn',
    copyright: '© 2026 Acme',
    usage_terms: 'Press only',
  }
  const { id } = await add(await picture(), fields)
  const written = { width: 30, format: 'jpeg' }
  await made({ name: 'full', ...written, metadata: 'embed' })
  await made({ name: 'rights', ...written, metadata: 'copyright' })
  await made({ name: 'bare', ...written, metadata: 'none' })
  const xmpOf = async (preset: string) => {
    const { image } = await downloaded(id, preset)
    assert.equal(image.exif, undefined)
    if (!image.xmp) return undefined
    const read = readXmp(image.xmp)
    const [title] = read('dc', 'title')
    const [description] = read('dc', 'description')
    const [copyright] = read('dc', 'rights')
    const [usage_terms] = read('rights', 'UsageTerms')
    return { title, description, copyright, usage_terms }
  }
  const rights = { copyright: '© 2026 Acme', usage_terms: 'Press only' }
  assert.deepEqual(await xmpOf('full'), { title: 'Harbor', description: 'At dawn', ...rights })
  assert.deepEqual(await xmpOf('rights'), { title: undefined, description: undefined, ...rights })
  assert.equal(await xmpOf('bare'), undefined)
  await acme.patch(`/api/assets/${id}`, { copyright: '© 2027 Acme' })
  assert.equal((await xmpOf('rights'))?.copyright, '© 2027 Acme')
})

/** The number of stored renditions of a preset. */
async function storedOf(name: string): Promise<number> {
  const { body } = await acme.get('/api/presets?per_page=100')
  return storedOfId(body.data.find((preset: Fields) => preset.name === name).id)
}
async function storedOfId(id: string): Promise<number> {
  const { rows } = await asCompany(service.db, acme.companyId, (trx) =>
    sql<{ key: string }>`select key from renditions where spec like ${`preset=${id}&%`}`.execute(trx),
  )
  return rows.length
}

// Holds R-PRESET-5.
test('a link shows the preset as it was, and renditions of an old preset are purged', async () => {
  const { id } = await made({ name: 'former', width: 60, format: 'jpeg' })
  const before = (await link(asset.id, 'preset=former')).body.data.url
  assert.equal((await open(before)).status, 200)
  await acme.patch(`/api/presets/${id}`, { width: 50 })
  const after = (await link(asset.id, 'preset=former')).body.data.url
  const widthOf = async (url: string) => (await sharp((await open(url)).bytes).metadata()).width
  assert.deepEqual([await widthOf(before), await widthOf(after)], [60, 50])
  assert.equal(await storedOfId(id), 2)
  const purge = () =>
    purgePreset.run({ companyId: acme.companyId, presetId: parseId('preset', id)! }, {
      ...service,
      job: { signal: new AbortController().signal },
    } as unknown as JobContext)
  const keys = async () => {
    const found: string[] = []
    for await (const { key } of service.storage.list(acme.companyId)) found.push(key)
    return found.length
  }
  const files = await keys()
  // The job of an earlier change leaves the renditions to the job of the last change, because links still work.
  await purge()
  assert.deepEqual([await storedOfId(id), await keys()], [2, files])
  assert.deepEqual([await widthOf(before), await widthOf(after)], [60, 50])
  const begin = () =>
    asOwner(
      service.db,
      sql`
        delete from pgboss.job_common
        where name = 'preset.purge' and data ->> 'presetId' = ${parseId('preset', id)}`,
    )
  await begin()
  await purge()
  assert.deepEqual([await storedOfId(id), await keys()], [1, files - 1])
  assert.equal(await widthOf(after), 50)
  await acme.delete(`/api/presets/${id}`)
  await purge()
  assert.equal(await storedOfId(id), 1)
  await begin()
  await purge()
  assert.deepEqual([await storedOfId(id), await keys()], [0, files - 2])
})

// Holds R-PRESET-5.
test('a changed or deleted preset is purged when no link to it works', async () => {
  const waiting = async (id: string) => {
    const rows = await asOwner(
      service.db,
      sql`
        select extract(epoch from start_after - now())::float8 / 3600 as hours from pgboss.job_common
        where name = 'preset.purge' and data ->> 'presetId' = ${parseId('preset', id)}`,
    )
    return (rows as { hours: number }[]).map(({ hours }) => hours)
  }
  const preset = await made({ name: 'patient', width: 60 })
  await acme.patch(`/api/presets/${preset.id}`, { label: 'Only another label' })
  assert.deepEqual(await waiting(preset.id), [])
  await acme.patch(`/api/presets/${preset.id}`, { width: 61 })
  await acme.patch(`/api/presets/${preset.id}`, { width: 62 })
  const other = await made({ name: 'short-lived' })
  await acme.delete(`/api/presets/${other.id}`)
  for (const hours of [await waiting(preset.id), await waiting(other.id)]) {
    assert.ok(hours.length > 0 && hours.length <= 2, `${hours}`)
    assert.ok(
      hours.every((one) => one > 24 && one < 27),
      `${hours}`,
    )
  }
})

test('renditions of a preset are deleted with their asset', async () => {
  const { id } = await made({ name: 'purged', width: 20 })
  const { id: gone } = await add(await picture({ color: '#123456' }))
  await downloaded(gone, 'purged')
  assert.equal(await storedOfId(id), 1)
  await acme.delete(`/api/assets/${gone}`)
  await purgeCompany(service as unknown as Services, acme.companyId, new Date(Date.now() + 60_000))
  assert.equal(await storedOfId(id), 0)
})
