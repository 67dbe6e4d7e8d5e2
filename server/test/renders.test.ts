// Engines: postgres
// Renders of templates through the API: their content, rejections, and retention.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { asCompany } from '../src/db/tenancy.ts'
import { parseId } from '../src/ids.ts'
import { purgeRenders } from '../src/renders/purge-job.ts'
import { newCaller, newCompany } from './support/companies.ts'
import type { Shown } from './support/library.ts'
import { card, ended, newPicture, newTemplate } from './support/renders.ts'
import { startService } from './support/service.ts'
import { until } from './support/until.ts'

const service = await startService({ env: { RENDERS_PER_MINUTE: '0' } })
const acme = await newCompany(service, 'Acme')
const globex = await newCompany(service, 'Globex')
const template = await newTemplate(service, acme)
const path = `/api/templates/${template.id}/renders`

const bytesOf = async (url: string) => {
  const response = await fetch(url)
  assert.equal(response.status, 200, url)
  return Buffer.from(await response.arrayBuffer())
}

/** The color of a pixel of a stored image. */
async function pixel(url: string, left: number, top: number): Promise<number[]> {
  const { data } = await sharp(await bytesOf(url))
    .extract({ left, top, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return [...data]
}

async function render(body: object, headers: Record<string, string> = {}): Promise<Shown> {
  const answer = await acme.post(path, body, headers)
  assert.equal(answer.status, 201, answer.text)
  assert.equal(answer.body.data.status, 'done', answer.text)
  assert.equal(answer.headers.get('location'), `/api/renders/${answer.body.data.id}`)
  return answer.body.data
}

const filesOf = async (companyId: string) => {
  const keys: string[] = []
  for await (const { key } of service.storage.list(companyId)) keys.push(key)
  return keys
}

const keyIn = (url: string) => new URL(url).pathname.replace('/files/', '')

// Holds R-RENDER-1.
test('a template is filled with text, a picture and a color, and returned as a file', async () => {
  const red = await newPicture(service, acme, { color: '#C02010' })
  const made = await render({
    variables: { headline: 'Hello', photo: { asset_id: red.id }, accent: '#0000FF' },
    width: 480,
  })
  assert.deepEqual([made.width, made.height, made.format, made.mime_type], [480, 240, 'png', 'image/png'])
  const bytes = await bytesOf(made.url)
  assert.equal(made.size, bytes.length)
  assert.equal(made.checksum, createHash('sha256').update(bytes).digest('hex'))
  assert.deepEqual(await pixel(made.url, 100, 120), [0xc0, 0x20, 0x10])
  assert.deepEqual(await pixel(made.url, 400, 200), [0, 0, 255])
  assert.deepEqual((await acme.get(`/api/renders/${made.id}`)).body.data.variables.headline, 'Hello')
})

test('every format is rendered in its own media type', async () => {
  for (const [format, type] of Object.entries({ jpeg: 'jpeg', webp: 'webp', avif: 'heif', svg: 'svg' })) {
    const made = await render({ variables: { headline: format }, format })
    assert.equal((await sharp(await bytesOf(made.url)).metadata()).format, type)
    assert.deepEqual([made.width, made.height], [240, 120])
  }
})

test('a PDF has the requested bleed, marks and inks', async () => {
  const made = await render({
    variables: { headline: 'For print' },
    format: 'pdf',
    pdf: { bleed: '3mm', marks: ['crop'], color: 'cmyk', conformance: 'PDF/X-4' },
  })
  const bytes = await bytesOf(made.url)
  assert.match(bytes.subarray(0, 8).toString(), /^%PDF-1\./)
  assert.ok(bytes.includes('/TrimBox') && bytes.includes('GTS_PDFX'))
  assert.equal(made.page_count, 1)
  assert.equal((await sharp(await bytesOf(made.thumbnail_url)).metadata()).format, 'webp')
  const wrong = await acme.post(path, { format: 'png', pdf: {} })
  assert.deepEqual(wrong.body, { pdf: ['The pdf field needs the format pdf.'] })
})

test('a PDF states the name of its template, the language and the producer', async () => {
  const own = await newTemplate(service, acme, card(), { name: 'Poster <A3> – Frühling' })
  const draw = async (more: object) => {
    const { body } = await acme.post(`/api/templates/${own.id}/renders`, { variables: {}, ...more })
    return body.data as Shown
  }
  const made = await draw({ format: 'pdf', language: 'de-CH' })
  const bytes = await bytesOf(made.url)
  const said = (text: string) => bytes.includes(text)
  assert.ok(said('<rdf:li xml:lang="x-default">Poster &lt;A3&gt; – Frühling</rdf:li>'))
  assert.ok(said('<pdf:Producer>Atelier</pdf:Producer>'))
  assert.ok(said('/Lang(de-CH)'))
  const kept = await acme.post(`/api/renders/${made.id}/asset`, {})
  assert.equal(kept.body.data.embedded.title, 'Poster <A3> – Frühling', kept.text)
  // An image does not contain the name, so it is reused after a rename.
  const png = await draw({ format: 'png' })
  await acme.patch(`/api/templates/${own.id}`, { name: 'Poster' })
  assert.equal((await draw({ format: 'png' })).cached, true)
  assert.notEqual((await draw({ format: 'pdf', language: 'de-CH' })).key, made.key)
  assert.equal((await draw({ format: 'png' })).key, png.key)
})

test('a PDF contains all pages of a template, and an image contains only the first page', async () => {
  const pages =
    '<view data-page="Front" viewBox="0 0 240 120"/><view data-page="Back" viewBox="300 0 120 120"/>'
  const text = '<text id="$back" x="310" y="40" font-size="12">Back</text>'
  const document = card().toString().replace('</svg>', `${pages}${text}</svg>`)
  const own = await newTemplate(service, acme, Buffer.from(document))
  assert.equal(own.page_count, 2)
  const draw = async (format: string) =>
    (await acme.post(`/api/templates/${own.id}/renders`, { format, variables: { back: 'Hello' } })).body.data
  const [pdf, png] = await Promise.all([draw('pdf'), draw('png')])
  assert.deepEqual([pdf.page_count, pdf.width, pdf.height, pdf.findings], [2, 240, 120, []])
  assert.match((await bytesOf(pdf.url)).toString('latin1'), /\/Type\/Pages\/Count 2\//)
  assert.deepEqual([png.page_count, png.width, png.height], [1, 240, 120])
})

test('a thumbnail is created when it is first opened, and stored', async () => {
  const made = await render({ variables: { headline: 'Small' }, width: 960 })
  const opened = await bytesOf(made.thumbnail_url)
  const { width, format } = await sharp(opened).metadata()
  assert.deepEqual([width, format], [480, 'webp'])
  const { body } = await acme.get(`/api/renders/${made.id}`)
  assert.deepEqual(await bytesOf(body.data.thumbnail_url), opened)
  assert.ok((await filesOf(acme.companyId)).includes(keyIn(body.data.thumbnail_url)))
})

// Holds R-RENDER-2.
test('an identical request returns the same file without drawing it again', async () => {
  const body = { variables: { headline: 'Once', accent: '#112233' }, format: 'jpeg' }
  const first = await render(body)
  assert.equal(first.cached, false)
  const again = await render({ format: 'jpeg', variables: { accent: '#112233', headline: 'Once' } })
  assert.deepEqual([again.id, again.cached, again.key], [first.id, true, first.key])
  const own = await render({ ...body, external_id: 'order-7' })
  assert.notEqual(own.id, first.id)
  assert.deepEqual([own.cached, own.key, keyIn(own.url)], [true, first.key, keyIn(first.url)])
  assert.notEqual((await render({ ...body, quality: 40 })).key, first.key)
})

test('identical requests at the same time are drawn once', async () => {
  const body = { variables: { headline: 'At once' } }
  const made = await Promise.all(Array.from({ length: 5 }, () => render(body)))
  assert.equal(new Set(made.map(({ url }) => keyIn(url))).size, 1)
})

test('a new version of the template, an asset or a kit color changes the key', async () => {
  const own = await newTemplate(service, acme)
  const at = `/api/templates/${own.id}/renders`
  const kit = (await acme.post('/api/brand-kit', { name: 'Kit' })).body.data
  const color = await acme.post('/api/brand-kit/colors', {
    brand_kit_id: kit.id,
    name: 'Forest',
    hex: '#1F3D33',
  })
  const body = { variables: { accent: 'brand:forest' }, brand_kit_id: kit.id }
  const first = (await acme.post(at, body)).body.data
  assert.deepEqual(await pixel(first.url, 200, 100), [0x1f, 0x3d, 0x33])
  await acme.patch(`/api/brand-kit/colors/${color.body.data.id}`, { hex: '#AA0000' })
  const second = (await acme.post(at, body)).body.data
  assert.notEqual(second.key, first.key)
  assert.deepEqual(await pixel(second.url, 200, 100), [0xaa, 0, 0])
  const noted = { variables: [{ key: 'headline', fit: 'wrap' }] }
  assert.equal((await acme.patch(`/api/templates/${own.id}`, noted)).status, 200)
  assert.notEqual((await acme.post(at, body)).body.data.key, second.key)
})

describe('a request that does not wait', () => {
  // Holds R-RENDER-1.
  test('a request that does not wait gets 202 with the URL of the render, which is done a moment later', async () => {
    const answer = await acme.post(path, { variables: { headline: 'Later' } }, { prefer: 'wait=0' })
    assert.equal(answer.status, 202, answer.text)
    const { id, status, url } = answer.body.data
    assert.equal(answer.headers.get('location'), `/api/renders/${id}`)
    assert.deepEqual([status, url], ['queued', null])
    const done = await ended(acme, id)
    assert.equal(done.status, 'done')
    assert.ok((await bytesOf(done.url)).length > 0)
  })

  test('a request that does not wait is rejected like any other request if its values are invalid', async () => {
    const answer = await acme.post(path, { variables: { headline: 7 } }, { prefer: 'wait=0' })
    assert.equal(answer.status, 422)
  })

  test('a request that does not wait causes an event when the render is done', async () => {
    const { body } = await acme.post(path, { variables: { headline: 'Announced' } }, { prefer: 'wait=0' })
    await ended(acme, body.data.id)
    const changes = await acme.get('/api/changes?since=0&types=render.completed')
    const feed = changes.body.data ?? []
    assert.ok(
      feed.some(({ resource_id }: Shown) => resource_id === body.data.id),
      changes.text,
    )
  })
})

describe('rejections', () => {
  // Holds R-RENDER-3.
  test('a rejected render names each invalid variable', async () => {
    const { status, body } = await acme.post(path, {
      variables: {
        headline: ['a'],
        hedline: 'x',
        accent: 'brand:nothing',
        photo: { asset_id: 'ast_01h455vb4pex5vsknk084sn02q' },
      },
    })
    assert.equal(status, 422)
    assert.deepEqual(Object.keys(body).sort(), [
      'variables.accent',
      'variables.headline',
      'variables.hedline',
      'variables.photo',
    ])
    assert.deepEqual(body['variables.headline'], ['The variables.headline field must be a string.'])
  })

  test('an asset of another company returns the same error as a missing asset', async () => {
    const theirs = await newPicture(service, globex)
    const missing = 'ast_01h455vb4pex5vsknk084sn02q'
    const answers = await Promise.all(
      [theirs.id, missing].map((asset_id) => acme.post(path, { variables: { photo: { asset_id } } })),
    )
    assert.deepEqual(
      answers.map(({ status }) => status),
      [422, 422],
    )
    assert.equal(answers[0]!.text, answers[1]!.text)
  })

  test('trashed assets, expired assets and assets that are not images are rejected by variable', async () => {
    const [gone, expired] = [await newPicture(service, acme), await newPicture(service, acme)]
    await acme.delete(`/api/assets/${gone.id}`)
    await acme.patch(`/api/assets/${expired.id}`, { expires_at: '2026-01-02' })
    for (const { id } of [gone, expired]) {
      const { status, body } = await acme.post(path, { variables: { photo: { asset_id: id } } })
      assert.equal(status, 422)
      assert.deepEqual(Object.keys(body), ['variables.photo'])
      if (id === expired.id) assert.match(body['variables.photo'][0], /expired on 2026-01-02\.$/)
    }
  })

  const tooLong: [string, string][] = [
    ['100,000 characters', 'a'.repeat(100_000)],
    ['20,000 line breaks', '\n'.repeat(20_000)],
    ['50,000 overrides of the direction', '\u202e'.repeat(50_000)],
    ['20,000 joiners', '\u{1f468}\u200d'.repeat(20_000)],
  ]
  for (const [what, headline] of tooLong)
    test(`${what} in a text are rejected by variable within two seconds`, async () => {
      const startedAt = performance.now()
      const answer = await acme.post(path, { variables: { headline } })
      assert.ok(performance.now() - startedAt < 2_000)
      assert.equal(answer.status, 422)
      assert.deepEqual(Object.keys(answer.body), ['variables.headline'])
    })

  const odd: [string, string][] = [
    ['5,000 characters', 'a'.repeat(5_000)],
    ['4,999 line breaks', `${'a\n'.repeat(2_499)}a`],
    ['overrides of the direction', '\u202eabc'.repeat(1_000)],
    ['joiners', '\u{1f468}\u200d'.repeat(1_500)],
    ['markup', '</text><script>alert(1)</script><image href="http://169.254.169.254/"/>'],
  ]
  for (const [what, headline] of odd)
    test(`${what} in a text are drawn within two seconds, as text`, async () => {
      const body = { variables: { headline }, format: 'svg' }
      await acme.post(path, { variables: { headline: 'The fonts are open.' } })
      const startedAt = performance.now()
      const answer = await acme.post(path, body)
      assert.equal(answer.status, 201, answer.text)
      assert.equal(answer.body.data.status, 'done')
      assert.ok(performance.now() - startedAt < 4_000, `${performance.now() - startedAt} ms`)
      const svg = (await bytesOf(answer.body.data.url)).toString()
      assert.doesNotMatch(svg, /<script|<text|http:\/\/169/)
    })

  // Holds R-RENDER-3.
  test('an archived template returns 409 with its status', async () => {
    const own = await newTemplate(service, acme, card('Old'))
    await acme.post(`/api/templates/${own.id}/publication`)
    await acme.post(`/api/templates/${own.id}/archival`)
    const { status, body } = await acme.post(`/api/templates/${own.id}/renders`, {})
    assert.deepEqual([status, body.status], [409, 'archived'])
  })

  test('a template of another company returns 404', async () => {
    assert.equal((await globex.post(path, {})).status, 404)
  })

  // Holds R-RENDER-4.
  test('the scopes of referenced resources are required', async () => {
    const client = {
      name: 'narrow',
      enterpriseId: acme.enterpriseId,
      companyId: acme.companyId,
      ownerId: acme.ownerId,
    }
    const asset = await newPicture(service, acme)
    const allowed = ['renders:write', 'templates:read']
    const scoped = (scopes: string[]) => newCaller(service, { ...client, scopes: scopes as never })
    const narrow = await scoped(allowed)
    assert.equal((await narrow.post(path, { variables: { headline: 'Narrow' } })).status, 201)
    for (const body of [
      { variables: { photo: { asset_id: asset.id } } },
      { variables: { accent: 'brand:primary' } },
      { keep: {} },
    ])
      assert.equal((await narrow.post(path, body)).status, 403, JSON.stringify(body))
    assert.equal((await (await scoped(['renders:write'])).post(path, {})).status, 403)
    assert.equal((await (await scoped(['templates:read'])).post(path, {})).status, 403)
  })

  test('more pixels than can be drawn return 422', async () => {
    const { status, body } = await acme.post(path, { width: 16_000, height: 16_000 })
    assert.equal(status, 422)
    assert.deepEqual(Object.keys(body), ['width'])
  })
})

describe('findings', () => {
  const long =
    'An extraordinarily long headline that can never fit on a card as small as this one, whatever its size'

  // Holds R-RENDER-5.
  test('findings are part of the render, can filter lists, and reject a strict request by variable', async () => {
    const made = await render({ variables: { headline: long } })
    const types = made.findings.map(({ type }: Shown) => type)
    assert.ok(
      types.some((type: string) => type.startsWith('text_')),
      JSON.stringify(made.findings),
    )
    const { body } = await acme.get(`/api/renders?finding=${types[0]}&per_page=100`)
    assert.ok(body.data.some(({ id }: Shown) => id === made.id))
    assert.ok(body.data.every(({ findings }: Shown) => findings.some(({ type }: Shown) => type === types[0])))
    const strict = await acme.post(path, { variables: { headline: `${long}!` }, check: 'strict' })
    assert.equal(strict.status, 422)
    assert.deepEqual(Object.keys(strict.body), ['variables.headline'])
    const cached = await acme.post(path, { variables: { headline: long }, check: 'strict' })
    assert.equal(cached.status, 422)
    const off = await render({ variables: { headline: `${long}?` }, check: 'off' })
    assert.deepEqual(off.findings, [])
  })

  test('findings report an asset that expires soon', async () => {
    const soon = new Date(Date.now() + 5 * 86_400_000).toISOString()
    const asset = await newPicture(service, acme, {}, { expires_at: soon })
    const made = await render({ variables: { photo: { asset_id: asset.id } } })
    const finding = made.findings.find(({ type }: Shown) => type === 'asset_expiring')
    assert.deepEqual([finding.variable, finding.data], ['photo', { asset_id: asset.id, expires_at: soon }])
  })

  // Holds R-RENDER-8.
  test('a check returns findings and layout and draws nothing', async () => {
    // Renditions of assets and previews of templates are WebP.
    const drawn = async () => (await filesOf(acme.companyId)).filter((key) => !key.endsWith('.webp')).length
    const before = await drawn()
    const { status, body } = await acme.post(`/api/templates/${template.id}/checks`, {
      variables: { headline: 'Checked' },
    })
    assert.equal(status, 200)
    const [headline] = body.data.layout.filter(({ variable }: Shown) => variable === 'headline')
    assert.deepEqual(Object.keys(headline), ['variable', 'box', 'font_size', 'lines'])
    assert.equal(await drawn(), before)
    const wrong = await acme.post(`/api/templates/${template.id}/checks`, { variables: { headline: 1 } })
    assert.deepEqual(Object.keys(wrong.body), ['variables.headline'])
  })
})

describe('lists', () => {
  test('renders can be filtered by template, asset, brand kit, status and format', async () => {
    const own = await newTemplate(service, acme)
    const asset = await newPicture(service, acme)
    const made = await acme.post(`/api/templates/${own.id}/renders`, {
      variables: { photo: { asset_id: asset.id } },
      format: 'webp',
    })
    const { id } = made.body.data
    for (const filter of [`template_id=${own.id}`, `asset_id=${asset.id}`]) {
      const { body } = await acme.get(`/api/renders?${filter}`)
      assert.deepEqual(
        body.data.map((one: Shown) => one.id),
        [id],
      )
    }
    const kits = (await acme.get('/api/brand-kit')).body.data
    for (const filter of [
      `brand_kit_id=${kits.find((kit: Shown) => kit.is_default).id}`,
      'status=done',
      'format=webp',
    ]) {
      const { body } = await acme.get(`/api/renders?${filter}&per_page=100`)
      assert.ok(
        body.data.some((one: Shown) => one.id === id),
        filter,
      )
    }
    assert.deepEqual((await globex.get('/api/renders')).body.data, [])
  })
})

describe('keeping a render', () => {
  // Holds R-RENDER-7.
  test('keeping a render creates an asset whose origins name the template, the assets and the kit', async () => {
    const photo = await newPicture(service, acme, { color: '#33AA33' })
    const made = await render({ variables: { photo: { asset_id: photo.id }, headline: 'Kept' } })
    const { status, body, headers } = await acme.post(`/api/renders/${made.id}/asset`, {
      name: 'A kept card',
    })
    assert.equal(status, 201)
    assert.equal(headers.get('location'), `/api/assets/${body.data.id}`)
    assert.deepEqual([body.data.name, body.data.checksum], ['A kept card', made.checksum])
    assert.equal((await acme.get(`/api/renders/${made.id}`)).body.data.asset_id, body.data.id)
    const usages = (await acme.get(`/api/assets/${body.data.id}/usages`)).body.data
    const sources = usages.map(({ type, relation, id }: Shown) => [relation, type, id])
    const kit = (await acme.get('/api/brand-kit')).body.data.find((one: Shown) => one.is_default)
    assert.deepEqual(sources, [
      ['source', 'asset', photo.id],
      ['source', 'brand_kit', kit.id],
      ['source', 'template', template.id],
    ])
    const used = (await acme.get(`/api/assets/${photo.id}/usages`)).body.data
    assert.deepEqual(
      used.map(({ relation, id }: Shown) => [relation, id]),
      [['render', body.data.id]],
    )
    assert.equal((await acme.delete(`/api/assets/${body.data.id}`)).status, 204)
  })

  test('a request to keep a render can be part of the render request, even without waiting', async () => {
    const folder = (await acme.post('/api/folders', { name: 'Kept' })).body.data
    const keep = { folder_id: folder.id, name: 'At once' }
    const made = await render({ variables: { headline: 'Keep me' }, keep })
    assert.equal((await acme.get(`/api/assets/${made.asset_id}`)).body.data.folder_id, folder.id)
    const later = await acme.post(
      path,
      { variables: { headline: 'Keep me later' }, keep },
      { prefer: 'wait=0' },
    )
    const done = await ended(acme, later.body.data.id)
    assert.equal((await acme.get(`/api/assets/${done.asset_id}`)).body.data.name, 'At once')
  })
})

describe('retention', () => {
  const age = (id: string) =>
    asCompany(service.db, acme.companyId, (trx) =>
      sql`update renders set expires_at = now() - interval '1 second'
        where id = ${parseId('render', id)}`.execute(trx),
    )

  // Holds R-RENDER-6.
  test('renders are kept for RENDER_DAYS, and do not count towards the quota', async () => {
    const stored = () =>
      service.db
        .selectFrom('companies')
        .select('stored_bytes')
        .where('id', '=', acme.companyId)
        .executeTakeFirstOrThrow()
    const before = await stored()
    const made = await render({ variables: { headline: 'Seven days' } })
    assert.deepEqual(await stored(), before)
    const days = (Date.parse(made.expires_at) - Date.parse(made.completed_at)) / 86_400_000
    assert.equal(days, 7)
  })

  test('a file is deleted with the last render that uses it', async () => {
    const body = { variables: { headline: 'Shared' } }
    const [one, other] = [
      await render({ ...body, external_id: 'one' }),
      await render({ ...body, external_id: 'other' }),
    ]
    const key = keyIn(one.url)
    assert.equal(keyIn(other.url), key)
    const purge = () =>
      purgeRenders.run({}, { ...service, job: { signal: new AbortController().signal } } as never)
    await age(one.id)
    await purge()
    assert.equal((await acme.get(`/api/renders/${one.id}`)).status, 404)
    assert.ok((await filesOf(acme.companyId)).includes(key))
    assert.ok((await bytesOf((await acme.get(`/api/renders/${other.id}`)).body.data.url)).length > 0)
    await age(other.id)
    await purge()
    assert.ok(!(await filesOf(acme.companyId)).includes(key))
  })

  test('a deleted render returns 404, and an identical request is rendered again', async () => {
    const body = { variables: { headline: 'Deleted' } }
    const made = await render(body)
    assert.equal((await acme.delete(`/api/renders/${made.id}`)).status, 204)
    assert.equal((await acme.get(`/api/renders/${made.id}`)).status, 404)
    const again = await render(body)
    assert.deepEqual([again.cached, again.key, again.checksum], [false, made.key, made.checksum])
  })
})

test('an Idempotency-Key returns the first render again', async () => {
  const headers = { 'idempotency-key': 'render-once' }
  const body = { variables: { headline: 'With a key' }, external_id: 'k' }
  const [first, second] = [await acme.post(path, body, headers), await acme.post(path, body, headers)]
  assert.equal(first.status, 201)
  assert.equal(second.text, first.text)
  assert.equal(second.headers.get('idempotent-replayed'), 'true')
})

test('a company that renders more than RENDERS_PER_MINUTE gets 429, and another company does not', async () => {
  const limited = await startService({ env: { RENDERS_PER_MINUTE: '2' } })
  const [one, other] = [await newCompany(limited, 'One'), await newCompany(limited, 'Other')]
  const statuses: number[] = []
  const own = await newTemplate(limited, one)
  for (let index = 0; index < 3; index++) {
    const answer = await one.post(`/api/templates/${own.id}/renders`, { variables: { headline: `${index}` } })
    statuses.push(answer.status)
    if (answer.status === 429) assert.ok(Number(answer.headers.get('retry-after')) > 0)
  }
  assert.deepEqual(statuses, [201, 201, 429])
  const theirs = await newTemplate(limited, other)
  assert.equal((await other.post(`/api/templates/${theirs.id}/renders`, {})).status, 201)
  await until('both are listed', async () => (await one.get('/api/renders')).body.data.length === 2)
})
