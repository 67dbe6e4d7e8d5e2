// Engines: postgres
// Renditions of assets in other sizes and formats. They are rendered when their signed link is opened, and kept.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { asCompany } from '../src/db/tenancy.ts'
import { newCompany } from './support/companies.ts'
import { held } from './support/held.ts'
import { pdf } from './support/pdf-files.ts'
import { decoderProcesses } from './support/processes.ts'
import { startService } from './support/service.ts'
import { picture, quiet, settled, upload } from './support/uploads.ts'

const service = await startService()
const acme = await newCompany(service, 'Acme')
const globex = await newCompany(service, 'Globex')

const add = async (bytes: Buffer, fields = {}, name = 'file') =>
  (await upload(service, acme, { bytes, name }, fields)).body.data
const link = (id: string, query: string) => acme.get(`/api/assets/${id}/link?${query}`)
const open = async (url: string) => {
  const response = await fetch(url)
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}
const storedKeys = async () => {
  await quiet(service)
  const keys: string[] = []
  for await (const { key } of service.storage.list(acme.companyId)) keys.push(key)
  return keys
}

/** Creates an image that is red on the left and blue on the right. */
async function halves(width: number, height: number) {
  const half = (background: string) => ({
    create: { width: width / 2, height, channels: 3 as const, background },
  })
  return sharp({ create: { width, height, channels: 3, background: '#fff' } })
    .composite([
      { input: await sharp(half('#ff0000')).png().toBuffer(), left: 0, top: 0 },
      { input: await sharp(half('#0000ff')).png().toBuffer(), left: width / 2, top: 0 },
    ])
    .png()
    .toBuffer()
}

const asset = await settled(acme, (await add(await halves(400, 200))).id)

describe('a rendition', () => {
  for (const [query, width, height, format] of [
    ['w=100', 100, 50, 'webp'],
    ['h=100', 200, 100, 'webp'],
    ['w=100&h=100', 100, 50, 'webp'],
    ['w=100&h=100&fit=inside', 100, 50, 'webp'],
    ['w=100&h=100&fit=cover', 100, 100, 'webp'],
    ['w=100&h=100&fit=contain', 100, 100, 'webp'],
    ['w=800', 400, 200, 'webp'],
    ['w=800&h=800&fit=cover', 200, 200, 'webp'],
    ['w=800&h=800&fit=contain', 800, 800, 'webp'],
    ['w=64&format=jpeg&q=50', 64, 32, 'jpeg'],
    ['w=64&format=png', 64, 32, 'png'],
    ['w=64&format=avif', 64, 32, 'heif'],
    ['format=jpeg', 400, 200, 'jpeg'],
  ] as const) {
    // Holds R-ASSET-7.
    test(`a rendition requested with ${query} is ${width} × ${height}, as ${format}`, async () => {
      const { data } = (await link(asset.id, query)).body
      assert.deepEqual([data.width, data.height], [width, height])
      const { status, headers, bytes } = await open(data.url)
      assert.equal(status, 200)
      assert.equal(headers.get('content-type'), data.mime_type)
      const made = await sharp(bytes).metadata()
      assert.deepEqual([made.width, made.height, made.format], [width, height, format])
    })
  }

  test('a rendition that is cropped keeps the focal point', async () => {
    const colorAt = async (query: string, x: number) => {
      const { bytes } = await open((await link(asset.id, query)).body.data.url)
      const pixel = { left: x, top: 50, width: 1, height: 1 }
      const [red, , blue] = await sharp(bytes).extract(pixel).removeAlpha().raw().toBuffer()
      return red! > blue! ? 'red' : 'blue'
    }
    const cover = 'w=100&h=100&fit=cover&format=png'
    const colors = async () => [await colorAt(cover, 5), await colorAt(cover, 95)]
    assert.deepEqual(await colors(), ['red', 'blue'])
    await acme.patch(`/api/assets/${asset.id}`, { focal_point: { x: 0.05, y: 0.5 } })
    assert.deepEqual(await colors(), ['red', 'red'])
    await acme.patch(`/api/assets/${asset.id}`, { focal_point: { x: 1, y: 0 } })
    assert.deepEqual(await colors(), ['blue', 'blue'])
    const corner = (await link(asset.id, 'w=100&format=png')).body.data.url
    assert.doesNotMatch(corner, /focus/)
  })

  test('a rendition with padding has a transparent border, or a white border in formats without transparency', async () => {
    const top = async (format: string) => {
      const { url } = (await link(asset.id, `w=100&h=100&fit=contain&format=${format}`)).body.data
      return [
        ...(await sharp((await open(url)).bytes)
          .extract({ left: 1, top: 1, width: 1, height: 1 })
          .raw()
          .toBuffer()),
      ]
    }
    assert.deepEqual((await top('png'))[3], 0)
    assert.deepEqual(await top('jpeg'), [255, 255, 255])
  })

  test('a rendition of an SVG is sharp at any size', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><rect width="10" height="10"/></svg>'
    const { id } = await add(Buffer.from(svg))
    const { data } = (await link(id, 'w=1000&format=png')).body
    assert.deepEqual([data.width, data.height], [1000, 500])
    const { bytes } = await open(data.url)
    const row = await sharp(bytes)
      .extract({ left: 0, top: 250, width: 1000, height: 1 })
      .ensureAlpha()
      .raw()
      .toBuffer()
    const soft = Array.from({ length: 1000 }, (_, x) => row[x * 4 + 3]!).filter(
      (alpha) => alpha > 0 && alpha < 255,
    )
    assert.ok(soft.length <= 2, `${soft.length} blurred pixels`)
  })
})

describe('a rendition link', () => {
  test('a rendition link works only for the rendition it was signed for', async () => {
    const { url } = (await link(asset.id, 'w=120')).body.data
    for (const changed of [
      url.replace('w=120', 'w=121'),
      url.replace('w=120&', ''),
      url.replace('w=120', 'w=120&h=120'),
      url.replace('w=120', 'w=120&w=4000'),
      url.replace('w=120', 'w=120&fit=cover'),
      `${url}&download=x.exe`,
      asset.url.replace('?', '?w=120&'),
    ]) {
      assert.equal((await open(changed)).status, 403, changed)
    }
    assert.equal((await open(`${url}&utm_source=mail`)).status, 200)
  })

  // Holds R-ASSET-7.
  test('a rendition link is rejected with the name of the invalid field', async () => {
    for (const [query, field] of [
      ['w=0', 'w'],
      ['w=4097', 'w'],
      ['h=-1', 'h'],
      ['w=1e3', 'w'],
      ['fit=stretch', 'fit'],
      ['format=gif', 'format'],
      ['q=101', 'q'],
      ['w=1&w=2', 'w'],
    ] as const) {
      const { status, body } = await link(asset.id, query)
      assert.deepEqual([status, Object.keys(body)], [422, [field]], query)
    }
    const sound = await add(Buffer.from('fLaC\0\0\0\x22'))
    assert.deepEqual((await link(sound.id, 'w=100')).body, {
      format: ['Renditions of audio/flac files are not available.'],
    })
    assert.equal((await globex.get(`/api/assets/${asset.id}/link?w=10`)).status, 404)
  })

  test("a rendition link for download contains the file's name, with any characters", async () => {
    const name = 'Plakat "Été" 100% \\ 日本; filename=x'
    const named = await add(await picture(), { filename: `${name}.png` })
    const { url, mime_type } = (await link(named.id, 'download=true')).body.data
    assert.equal(mime_type, 'image/png')
    const { headers } = await open(url)
    const disposition = headers.get('content-disposition')!
    const [, plain, encoded] = /^attachment; filename="([\x20-\x7e]*)"; filename\*=UTF-8''(\S+)$/.exec(
      disposition,
    )!
    assert.doesNotMatch(plain!, /["\\]/)
    assert.equal(decodeURIComponent(encoded!), `${name}.png`)
    const jpeg = (await link(named.id, 'download=1&w=20&format=jpeg')).body.data
    assert.match((await open(jpeg.url)).headers.get('content-disposition')!, /\.jpg"/)
    assert.match((await open(named.url)).headers.get('content-disposition')!, /^inline; filename="/)
  })
})

describe('a finished rendition', () => {
  test('a finished rendition is stored: the second request returns the same file', async () => {
    const { url } = (await link(asset.id, 'w=77')).body.data
    const first = await open(url)
    const before = await storedKeys()
    const second = await open(url)
    assert.deepEqual(second.bytes, first.bytes)
    assert.equal(second.headers.get('etag'), first.headers.get('etag'))
    assert.deepEqual(await storedKeys(), before)
  })

  test('a finished rendition is rendered once for 20 concurrent requests, including those that looked it up before it was stored', async () => {
    const before = await storedKeys()
    const { url } = (await link(asset.id, 'w=78')).body.data
    const { take } = service.storage
    let taken = 0
    service.storage.take = (...file) => {
      taken++
      return take(...file)
    }
    const isThere = held()
    const { transaction } = service.db
    after(() => {
      service.db.transaction = transaction
    })
    let looking = 0
    // All requests except the first, which renders the file, get the result of their lookup only after the
    // rendition was stored.
    service.db.transaction = () => {
      const begun = transaction.call(service.db)
      if (taken > 0 || looking++ === 0) return begun
      const { execute } = begun
      begun.execute = async (work) => {
        const found = await execute.call(begun, work)
        await isThere.promise
        return found as never
      }
      return begun
    }
    const asked = Array.from({ length: 20 }, () => open(url))
    await Promise.race(asked)
    isThere.resolve()
    const answers = await Promise.all(asked)
    service.db.transaction = transaction
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
    assert.equal(new Set(answers.map(({ headers }) => headers.get('etag'))).size, 1)
    assert.equal((await storedKeys()).length, before.length + 1)
    assert.equal(taken, 1)
  })

  test('the number of finished renditions per file is limited', async () => {
    const small = await settled(acme, (await add(await picture())).id)
    const insert = Array.from({ length: 196 }, (_, n) => n + 1)
    const { url } = (await link(small.id, 'w=1')).body.data
    const source = new URL(url).pathname.replace('/files/', '')
    await asCompany(service.db, acme.companyId, (trx) =>
      trx
        .insertInto('renditions')
        .values(
          insert.map((n) => ({
            company_id: acme.companyId,
            source_key: source,
            spec: `w=${n}&q=1`,
            key: source,
            mime_type: 'image/webp',
            width: 1,
            height: 1,
            created_at: new Date(),
          })),
        )
        .execute(),
    )
    assert.equal((await open(url)).status, 200)
    assert.equal((await link(small.id, 'w=1')).status, 200)
    assert.deepEqual((await link(small.id, 'w=2')).body, {
      w: ['The limit of renditions for this file is reached.'],
    })
  })
})

describe('a rendition of a page', () => {
  const colors = ['1 0 0', '0 1 0', '0 0 1']
  const pages = colors.map((color, at) => ({ width: 200 + 100 * at, height: 200, color }))

  // Holds R-ASSET-7.
  test('a rendition of a page shows that page of a PDF in its own proportions', async () => {
    const { id } = await settled(acme, (await add(pdf(pages), {}, 'three.pdf')).id)
    for (const [at, [red, green, blue]] of [
      [255, 0, 0],
      [0, 255, 0],
      [0, 0, 255],
    ].entries()) {
      const { status, body } = await link(id, `page=${at + 1}&w=100&format=png`)
      assert.equal(status, 200)
      assert.deepEqual([body.data.width, body.data.height], [null, null])
      const { bytes } = await open(body.data.url)
      const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
      assert.deepEqual([info.width, info.height], [100, Math.round((100 * 200) / (200 + 100 * at))])
      assert.deepEqual([...data.subarray(0, 3)], [red, green, blue])
    }
    const before = await storedKeys()
    await open((await link(id, 'page=2&w=100&format=png')).body.data.url)
    assert.deepEqual(await storedKeys(), before)
  })

  test('a rendition of a page is rejected for pages that the file does not have, and for other files', async () => {
    const { id } = await settled(acme, (await add(pdf(pages), {}, 'other.pdf')).id)
    for (const [page, message] of [
      ['4', 'The page field must not be above 3, the number of pages.'],
      ['0', 'The page field must be a whole number from 1 to 99999.'],
    ])
      assert.deepEqual((await link(id, `page=${page}`)).body, { page: [message] })
    assert.deepEqual((await link(asset.id, 'page=1')).body, {
      page: ['The page field is only for PDF and Illustrator documents.'],
    })
  })
})

describe('an SVG that takes too long to render', () => {
  /**
   * The cost estimate is low, because it ignores nested svg elements, but the document is expensive to
   * render.
   */
  const costly = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><radialGradient id="r"><stop/><stop offset="1" stop-color="red"/></radialGradient><svg viewBox="0 0 .01 .01">${'<rect width=".01" height=".01" fill="url(#r)"/>'.repeat(200)}</svg></svg>`,
  )

  test('an SVG that takes too long to render fails immediately and is not retried, and further requests for it cost nothing', async () => {
    const { id } = await add(costly, {}, 'costly.svg')
    const failed = await settled(acme, id)
    assert.equal(failed.status, 'failed')
    const { rows } = await sql<{ state: string; retry_count: number }>`
      select state::text as state, retry_count from pgboss.job_common
      where name = 'asset.renditions' order by created_on desc limit 1`.execute(service.db)
    assert.deepEqual(rows[0], { state: 'completed', retry_count: 0 })
    const { url } = (await link(id, 'w=1600')).body.data
    assert.equal((await open(url)).status, 404)
    // Each attempt would end a process.
    const before = decoderProcesses()
    assert.equal((await open(url)).status, 404)
    assert.deepEqual(decoderProcesses(), before)
    // The company's other files are still rendered.
    assert.equal((await open((await link(asset.id, 'w=32')).body.data.url)).status, 200)
  })
})
