// Engines: postgres
// Brand pages: the page of a brand kit for people without an account.
import assert from 'node:assert/strict'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { sql } from 'kysely'
import decompress from 'woff2-encoder/decompress'
import { readArchive } from '../src/archive/read.ts'
import { writeArchive } from '../src/archive/write.ts'
import { listSecurityEvents } from '../src/audit/queries.ts'
import { simpleText } from '../src/brand-pages/simple-text.ts'
import { setEnterpriseStatus } from '../src/companies/queries.ts'
import { asCompany } from '../src/db/tenancy.ts'
import { type Caller, newCaller, newCompany } from './support/companies.ts'
import type { Shown } from './support/library.ts'
import { startService } from './support/service.ts'
import { picture, settled, upload } from './support/uploads.ts'

const env = {
  RATE_LIMIT_PER_MINUTE: '0',
  OPEN_RATE_LIMIT_PER_MINUTE: '0',
  TRUSTED_PROXIES: '127.0.0.1,::1',
}
const service = await startService({ env })
const acme = await newCompany(service, 'Acme <& Co>')
const globex = await newCompany(service, 'Globex')

const packages = new URL('../../node_modules/', import.meta.url)
const cousine = await readFile(new URL('@fontsource/cousine/files/cousine-latin-700-normal.woff2', packages))
/** A font with these embedding permissions (OpenType 1.9, OS/2 `fsType`). */
async function fontWith(fsType: number): Promise<Buffer> {
  const font = Uint8Array.from(await decompress(cousine))
  const view = new DataView(font.buffer)
  const tables = Array.from({ length: view.getUint16(4) }, (_, index) => 12 + index * 16)
  const os2 = tables.find((at) => Buffer.from(font.subarray(at, at + 4)).toString() === 'OS/2')!
  view.setUint16(view.getUint32(os2 + 8) + 8, fsType)
  return Buffer.from(font)
}

const make = async (path: string, body: object, as: Caller = acme): Promise<Shown> => {
  const answer = await as.post(`/api${path}`, body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}
const change = async (id: string, body: object) => {
  const answer = await acme.patch(`/api/brand-pages/${id}`, body)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data
}
const shown = async (id: string): Promise<Shown> => (await acme.get(`/api/brand-pages/${id}`)).body.data

let made = 0
const kit = (as: Caller = acme) => make('/brand-kit', { name: `Kit ${++made}` }, as)
const slug = () => `brand-${++made}`
const page = async (body: object = {}, as: Caller = acme) =>
  make('/brand-pages', { brand_kit_id: (await kit(as)).id, slug: slug(), ...body }, as)

const svg = (color: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><path fill="${color}" d="M0 0h40v20H0z"/></svg>`,
  )
async function file(bytes: Buffer, name: string, fields: Record<string, string> = {}, as: Caller = acme) {
  const { body } = await upload(service, as, { bytes, name }, fields)
  return settled(as, body.data.id) as Promise<Shown>
}
const image = async (as: Caller = acme) =>
  file(await picture({ width: 900, height: 450, format: 'jpeg', color: randomColor() }), 'beach.jpg', {}, as)
const randomColor = () => `#${`${++made}`.padStart(6, '0')}`
const logo = async (brand_kit_id: string, asset: Shown, body: object = {}) =>
  make('/brand-kit/logos', { name: 'Mark', asset_id: asset.id, brand_kit_id, ...body })

async function open(url: string, { headers = {}, form }: { headers?: object; form?: object } = {}) {
  const response = await fetch(url, {
    redirect: 'manual',
    headers: headers as Record<string, string>,
    ...(form && { method: 'POST', body: new URLSearchParams(form as Record<string, string>) }),
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes, text: bytes.toString() }
}
const statusOf = async (url: string, given = {}) => (await open(url, given)).status

async function enter(url: string, password: string): Promise<{ cookie: string }> {
  const { status, headers } = await open(url, { form: { password } })
  assert.equal(status, 303)
  return { cookie: headers.get('set-cookie')!.split(';')[0]! }
}

/** Every URL of this installation that a page names. */
const pathsOn = (text: string) => [
  ...new Set(
    [...text.matchAll(/(?:href|src|action)="(\/[^"]+)"|url\((\/[^)]+)\)/g)].map(([, a, b]) => a ?? b!),
  ),
]

describe('the API', () => {
  // Holds R-PAGE-1.
  test('a page is returned with its URL, and never with its password', async () => {
    const { id: brand_kit_id } = await kit()
    const asset = await image()
    const sections = [
      { title: 'Use', text: 'Text', examples: [{ asset_id: asset.id, kind: 'do', caption: null }] },
    ]
    const body = { brand_kit_id, slug: 'acme-brand', password: 'lagoon-7', intro: ' Hello ', sections }
    const one = await make('/brand-pages', body)
    assert.match(one.id, /^bpg_/)
    assert.deepEqual(
      [one.url, one.has_password, one.is_published, one.is_indexed, one.title, one.intro, one.sections],
      [`${service.url}/b/acme-brand`, true, true, false, null, 'Hello', sections],
    )
    assert.deepEqual(await shown(one.id), one)
    assert.deepEqual((await acme.get(`/api/brand-pages?brand_kit_id=${brand_kit_id}`)).body.data, [one])
    const { rows } = await asCompany(service.db, acme.companyId, (trx) =>
      sql<{ row: string }>`select to_jsonb(p)::text as row from brand_pages p`.execute(trx),
    )
    assert.ok(![JSON.stringify(one), ...rows.map(({ row }) => row)].some((text) => text.includes('lagoon')))
    const second = await acme.post('/api/brand-pages', { brand_kit_id, slug: slug() })
    assert.deepEqual(second.body, {
      brand_kit_id: ['The brand kit already has a page. Change that page instead.'],
    })
  })

  // Holds R-PAGE-2.
  test('a slug that is taken in any company is rejected, and the error does not name the company', async () => {
    const own = await page()
    const refusals = []
    for (const as of [acme, globex]) {
      const brand_kit_id = (await kit(as)).id
      const { status, body } = await as.post('/api/brand-pages', { brand_kit_id, slug: own.slug })
      refusals.push([status, body])
    }
    const theirs = await page({}, globex)
    const { status, body } = await globex.patch(`/api/brand-pages/${theirs.id}`, { slug: own.slug })
    refusals.push([status, body])
    const refusal = [422, { slug: ['The slug has already been taken. Choose another one.'] }]
    assert.deepEqual(refusals, [refusal, refusal, refusal])
    assert.equal(await statusOf(theirs.url), 200)
  })

  test('two companies that claim a slug at the same time do not both get it', async () => {
    const kits = await Promise.all([acme, globex].map(async (as) => ({ as, id: (await kit(as)).id })))
    const answers = await Promise.all(
      kits.map(({ as, id }) => as.post('/api/brand-pages', { brand_kit_id: id, slug: 'contested' })),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 422])
  })

  test('a slug is lower-case letters, digits and single hyphens, and no reserved word', async () => {
    const { id: brand_kit_id } = await kit()
    for (const wrong of [
      'ab',
      'Acme',
      'a b c',
      '-acme',
      'acme-',
      'a--b',
      'ácme',
      'a/b',
      'portal',
      'x'.repeat(61),
    ]) {
      const { status, body } = await acme.post('/api/brand-pages', { brand_kit_id, slug: wrong })
      assert.deepEqual([status, Object.keys(body)], [422, ['slug']], wrong)
    }
  })

  test('a new slug applies immediately, and other pages can use the old slug', async () => {
    const one = await page()
    const renamed = await change(one.id, { slug: slug() })
    assert.deepEqual([await statusOf(one.url), await statusOf(renamed.url)], [404, 200])
    const other = await page({ slug: one.slug }, globex)
    assert.equal(other.url, one.url)
    assert.equal((await acme.patch(`/api/brand-pages/${one.id}`, { slug: one.slug })).status, 422)
  })

  // Holds R-PAGE-3.
  test('sections, examples and texts are limited, and examples exist in the company', async () => {
    const { id } = await page()
    const sections = async (value: object[]) =>
      (await acme.patch(`/api/brand-pages/${id}`, { sections: value })).status
    const example = { asset_id: (await image()).id, kind: 'do' }
    const section = (more: object) => [{ title: 'x', ...more }]
    assert.equal(await sections(section({ examples: Array(12).fill(example) })), 200)
    const foreign = { ...example, asset_id: (await image(globex)).id }
    for (const wrong of [
      Array(21).fill({ title: 'x' }),
      section({ text: 'x'.repeat(5_001) }),
      section({ examples: Array(13).fill(example) }),
      section({ examples: [{ ...example, kind: 'maybe' }] }),
      section({ examples: [foreign] }),
      section({ html: '<b>' }),
    ])
      assert.equal(await sections(wrong), 422, JSON.stringify(wrong).slice(0, 100))
  })

  test('a client needs shares:write, and the read scopes of the shown resources', async () => {
    const { id: brand_kit_id } = await kit()
    const one = await page()
    const scoped = (...scopes: string[]) => newCaller(service, { name: 'scoped', ...acme, scopes })
    for (const scopes of [
      ['brandkit:read', 'brandkit:write', 'assets:read'],
      ['shares:write'],
      ['shares:write', 'brandkit:read'],
    ]) {
      const caller = await scoped(...scopes)
      assert.equal((await caller.post('/api/brand-pages', { brand_kit_id, slug: slug() })).status, 403)
      assert.equal((await caller.patch(`/api/brand-pages/${one.id}`, { password: null })).status, 403)
    }
    const reader = await scoped('brandkit:read')
    assert.equal((await reader.get(`/api/brand-pages/${one.id}`)).status, 200)
    assert.equal((await reader.delete(`/api/brand-pages/${one.id}`)).status, 403)
  })

  test('every change is in the feed, and deleting the brand kit deletes the page', async () => {
    const since = (await acme.get('/api/changes?per_page=1000')).body.meta.next
    const one = await page()
    await change(one.id, { title: 'Ours', password: 'lagoon-7' })
    await acme.delete(`/api/brand-kit/${one.brand_kit_id}`)
    const types = 'brand_page.created,brand_page.updated,brand_page.deleted'
    const { data } = (await acme.get(`/api/changes?since=${since}&types=${types}`)).body
    assert.deepEqual(
      data.map(({ type, resource_id, data }: Shown) => [type, resource_id, data.fields]),
      [
        ['brand_page.created', one.id, undefined],
        ['brand_page.updated', one.id, ['title', 'password']],
        ['brand_page.deleted', one.id, undefined],
      ],
    )
    assert.deepEqual(
      [await statusOf(one.url), (await acme.get(`/api/brand-pages/${one.id}`)).status],
      [404, 404],
    )
    const [logged] = await listSecurityEvents(service.db, { limit: 1 })
    assert.deepEqual(
      [logged!.type, logged!.data.brand_page, logged!.data.deleted_with],
      ['brand_page.deleted', one.id, one.brand_kit_id],
    )
    assert.equal((await page({ slug: one.slug })).slug, one.slug)
  })

  test('the audit log records who published, changed and closed a page, but not its password', async () => {
    const one = await page({ password: 'lagoon-7' })
    await change(one.id, { is_published: false })
    await change(one.id, { is_published: true, password: null, title: 'Secret title' })
    await acme.delete(`/api/brand-pages/${one.id}`)
    const rows = await listSecurityEvents(service.db, { limit: 100 })
    const own = rows.filter(({ data }) => data.brand_page === one.id).reverse()
    assert.deepEqual(
      own.map(({ type, data: { actor, brand_page, ...more } }) => [type, more]),
      [
        ['brand_page.created', { is_published: true, has_password: true }],
        ['brand_page.unpublished', {}],
        ['brand_page.password_changed', { has_password: false }],
        ['brand_page.published', {}],
        ['brand_page.updated', { fields: ['title'] }],
        ['brand_page.deleted', {}],
      ],
    )
    assert.ok(!JSON.stringify(own).includes('lagoon') && !JSON.stringify(own).includes('Secret title'))
  })
})

describe('the page', () => {
  // Holds R-PAGE-4.
  test('the page shows the current brand kit, and its ETag changes with the kit', async () => {
    const one = await page({ title: '<script>alert(1)</script>', intro: 'a & b' })
    const empty = await open(one.url)
    assert.equal(empty.status, 200)
    assert.ok(empty.text.includes('&lt;script&gt;alert(1)') && empty.text.includes('a &amp; b'))
    assert.ok(!empty.text.includes('<script>alert'))
    const { brand_kit_id } = one
    await make('/brand-kit/colors', { brand_kit_id, name: 'Ocean', hex: '#0B3D91', pantone: '286 C' })
    await make('/brand-kit/colors', {
      brand_kit_id,
      name: 'Foam',
      hex: '#FFFFFF',
      cmyk: { c: 0, m: 0, y: 0, k: 0 },
    })
    const { headers, text } = await open(one.url)
    for (const part of ['Ocean', '#0B3D91', 'rgb(11 61 145)', '286 C', '0, 0, 0, 0', 'AAA', '--color-ocean'])
      assert.ok(text.includes(part), part)
    const etag = headers.get('etag')!
    assert.notEqual(etag, empty.headers.get('etag'))
    assert.equal(await statusOf(one.url, { headers: { 'if-none-match': etag } }), 304)
    assert.equal(await statusOf(one.url, { headers: { 'if-none-match': empty.headers.get('etag') } }), 200)
    assert.equal(headers.get('cache-control'), 'private, no-cache')
    assert.match(headers.get('content-security-policy')!, /^default-src 'none';/)
    assert.equal(headers.get('referrer-policy'), 'no-referrer')
  })

  test('the page has the language of the visitor, and one ETag per language', async () => {
    const { url, brand_kit_id } = await page()
    await logo(brand_kit_id, await file(svg('#fed'), 'mark.svg'))
    const inLanguage = (language: string, headers: object = {}) =>
      open(url, { headers: { 'Accept-Language': language, ...headers } })
    const german = await inLanguage('de')
    assert.match(german.text, /<html lang="de">.*Primär, für jeden Hintergrund/s)
    const etag = german.headers.get('etag')!
    assert.equal((await inLanguage('de', { 'If-None-Match': etag })).status, 304)
    const spanish = await inLanguage('es', { 'If-None-Match': etag })
    assert.equal(spanish.status, 200)
    assert.match(spanish.headers.get('vary')!, /^Accept-Language\b/)
    assert.match(spanish.text, /Principal, para cualquier fondo/)
  })

  test('the page is listed by search engines only on request, and never with a password', async () => {
    const robots = async (url: string, given = {}) => {
      const { headers, text } = await open(url, given)
      return [headers.get('x-robots-tag'), text.includes('name="robots"')]
    }
    const hidden = ['noindex, nofollow', true]
    const one = await page()
    assert.deepEqual(await robots(one.url), hidden)
    await change(one.id, { is_indexed: true })
    assert.deepEqual(await robots(one.url), [null, false])
    await change(one.id, { password: 'lagoon-7' })
    assert.deepEqual(await robots(one.url), hidden)
    assert.deepEqual(await robots(one.url, { headers: await enter(one.url, 'lagoon-7') }), hidden)
  })

  test('an unpublished page, a deleted page, an unknown slug and an inactive enterprise get the same response', async () => {
    const ended = await newCompany(service, 'Ended')
    const [closed, deleted, inactive] = [await page(), await page(), await page({}, ended)]
    await change(closed.id, { is_published: false })
    await acme.delete(`/api/brand-pages/${deleted.id}`)
    await setEnterpriseStatus(service.db, ended.enterpriseId, 'inactive')
    const texts = []
    for (const url of [closed.url, deleted.url, inactive.url, `${service.url}/b/no-such-page`]) {
      const { status, text } = await open(url)
      assert.equal(status, 404)
      assert.equal(await statusOf(url, { form: { password: 'guessed' } }), 404)
      texts.push(text)
    }
    assert.equal(new Set(texts).size, 1)
    assert.ok(!texts[0]!.includes('Acme'))
    const again = await change(closed.id, { is_published: true })
    assert.equal(await statusOf(again.url), 200)
  })

  test('each logo is shown on its background, and can be downloaded as original and PNG', async () => {
    const one = await page()
    const vector = await file(svg('#123456'), 'mark.svg')
    const { id } = await logo(one.brand_kit_id, vector, { theme: 'dark', name: 'Night' })
    const bitmap = await logo(one.brand_kit_id, await image(), { theme: 'any', name: 'Photo' })
    const { text } = await open(one.url)
    assert.equal(text.match(/ground ground-dark/g)!.length, 2)
    assert.equal(text.match(/ground ground-light/g)!.length, 1)
    const view = await open(`${one.url}/logos/${id}/view`)
    assert.deepEqual([view.status, view.headers.get('content-type')], [200, 'image/svg+xml'])
    const original = await open(`${one.url}/logos/${id}/original`)
    assert.equal(
      original.headers.get('content-disposition'),
      `attachment; filename="mark.svg"; filename*=UTF-8''mark.svg`,
    )
    const png = await open(`${one.url}/logos/${id}/png-1024`)
    assert.equal(
      png.headers.get('content-disposition'),
      `attachment; filename="mark-1024.png"; filename*=UTF-8''mark-1024.png`,
    )
    assert.equal(png.bytes.readUInt32BE(16), 1024)
    // Only vectors are enlarged.
    const sizes = ['png-512', 'png-1024', 'png-77', 'large']
    assert.deepEqual(
      await Promise.all(sizes.map((size) => statusOf(`${one.url}/logos/${bitmap.id}/${size}`))),
      [200, 404, 404, 404],
    )
  })

  // Holds R-PAGE-5.
  test('font files are sent as their embedding permissions allow', async () => {
    const one = await page()
    const fonts: [fsType: number, web: number, original: number][] = [
      [0x0000, 200, 200],
      [0x0008, 200, 404],
      [0x0004, 404, 404],
      [0x0002, 404, 404],
      [0x0200, 404, 404],
    ]
    for (const [fsType, web, original] of fonts) {
      const asset = await file(await fontWith(fsType), `font-${fsType}.ttf`)
      const family = `Cousine ${fsType}`
      const { id } = await make('/brand-kit/fonts', {
        brand_kit_id: one.brand_kit_id,
        family,
        asset_id: asset.id,
      })
      const at = `${one.url}/fonts/${id}`
      assert.deepEqual(
        [await statusOf(`${at}/web`), await statusOf(`${at}/original`)],
        [web, original],
        family,
      )
      const { text, headers } = await open(one.url)
      assert.equal(text.includes(`fonts/${id}/web`), web === 200, family)
      assert.match(headers.get('content-security-policy')!, /font-src 'self'/)
    }
    const { text } = await open(one.url)
    assert.ok(text.includes('The license of this font does not allow showing it here.'))
  })

  test('design tokens are downloaded in every format', async () => {
    const one = await page()
    await make('/brand-kit/colors', { brand_kit_id: one.brand_kit_id, name: 'Ocean', hex: '#0B3D91' })
    const { text } = await open(one.url)
    const formats = [...text.matchAll(/href="(\/b\/[^"]+\/tokens\/[a-z]+)"/g)].map(([, path]) => path!)
    assert.equal(formats.length, 7)
    for (const path of formats) {
      const { status, headers } = await open(service.url + path)
      assert.equal(status, 200, path)
      assert.match(headers.get('content-disposition')!, /^attachment; filename="kit-\d+\./)
    }
    assert.equal(await statusOf(`${one.url}/tokens/exe`), 404)
  })

  test('a section has paragraphs, lists and bold words, and no other markup', async () => {
    const written = (text: string) =>
      simpleText(text)
        .map(({ markup }) => markup)
        .join('')
    assert.equal(
      written('One **bold** word\nsecond line\n\n- first\n- **second** <b>\n\nlast ** and **'),
      '<p>One <strong>bold</strong> word<br>second line</p><ul><li>first</li><li><strong>second</strong> &lt;b&gt;</li></ul><p>last <strong> and </strong></p>',
    )
    assert.equal(
      written(`<img src=x onerror="alert(1)">`),
      '<p>&lt;img src=x onerror=&quot;alert(1)&quot;&gt;</p>',
    )
    const started = performance.now()
    written('**'.repeat(2_500))
    assert.ok(performance.now() - started < 1_000)
  })

  test('the page counts views and downloads from one IP address once an hour, and /metrics counts all of them', async () => {
    const counted = async () => {
      const { text } = await open(`${service.url}/metrics`)
      const lines = text.matchAll(/^atelier_brand_page_requests_total\{outcome="(\w+)"\} (\d+)$/gm)
      return Object.fromEntries([...lines].map(([, outcome, count]) => [outcome, Number(count)]))
    }
    const before = await counted()
    const one = await page({ password: 'lagoon-7' })
    const { id } = await logo(one.brand_kit_id, await file(svg('#111111'), 'mark.svg'))
    await open(one.url, { form: { password: 'guessed' } })
    const headers = await enter(one.url, 'lagoon-7')
    for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.2']) {
      const given = { headers: { ...headers, 'x-forwarded-for': address } }
      await open(one.url, given)
      await open(`${one.url}/logos/${id}/original`, given)
      await open(`${one.url}/logos/${id}/view`, given)
    }
    const { views_count, downloads_count } = await shown(one.id)
    assert.deepEqual([views_count, downloads_count], [2, 2])
    const now = await counted()
    const added = ['view', 'download', 'wrong_password', 'limited'].map(
      (outcome) => now[outcome]! - before[outcome]!,
    )
    assert.deepEqual(added, [3, 3, 1, 0])
  })
})

describe('access to the page', () => {
  test('a password opens the page and its files until the password changes, and wrong passwords are limited', async () => {
    const one = await page({ password: 'lagoon-7' })
    const mark = await logo(one.brand_kit_id, await file(svg('#222222'), 'mark.svg'))
    const files = [`${one.url}/logos/${mark.id}/view`, `${one.url}/tokens/css`]
    const statuses = (given = {}) => Promise.all([one.url, ...files].map((url) => statusOf(url, given)))
    assert.deepEqual(await statuses(), [401, 404, 404])
    const closed = await open(one.url)
    assert.ok(!closed.text.includes(mark.id) && !closed.text.includes('Kit '))
    const headers = await enter(one.url, 'lagoon-7')
    assert.deepEqual(await statuses({ headers }), [200, 200, 200])
    const other = await page({ password: 'lagoon-7' })
    assert.equal(await statusOf(other.url, { headers }), 401)
    await change(one.id, { password: 'harbor-9' })
    assert.deepEqual(await statuses({ headers }), [401, 404, 404])
    const tries = await Promise.all(
      Array.from({ length: 12 }, () => statusOf(other.url, { form: { password: 'guessed' } })),
    )
    assert.deepEqual(tries.sort(), [...Array(10).fill(401), 429, 429])
    const elsewhere = { headers: { 'x-forwarded-for': '192.0.2.9' }, form: { password: 'lagoon-7' } }
    assert.equal(await statusOf(other.url, { form: { password: 'lagoon-7' } }), 429)
    assert.equal(await statusOf(other.url, elsewhere), 303)
  })

  test('the page gives no access to assets that it does not show', async () => {
    const one = await page()
    const [shownLogo, font] = [
      await file(svg('#333333'), 'mark.svg'),
      await file(await fontWith(0), 'font.ttf'),
    ]
    const [example, plain] = [await image(), await image()]
    await logo(one.brand_kit_id, shownLogo)
    await make('/brand-kit/fonts', { brand_kit_id: one.brand_kit_id, family: 'Cousine', asset_id: font.id })
    await change(one.id, {
      sections: [{ title: 'Use', examples: [{ asset_id: example.id, kind: 'dont', caption: 'Not so' }] }],
    })
    const other = await page()
    await logo(other.brand_kit_id, plain)
    const foreign = await page({}, globex)
    const paths = pathsOn((await open(one.url)).text)
    assert.equal(paths.length, 16)
    for (const path of paths) {
      assert.ok(path.startsWith(`/b/${one.slug}/`), path)
      assert.equal(await statusOf(service.url + path), 200, path)
    }
    // Requests every part of the page with every ID of the company, in every size that a part has.
    const lists = ['/brand-kit/logos', '/brand-kit/fonts', '/brand-kit', '/assets']
    const ids = (
      await Promise.all(lists.map(async (list) => (await acme.get(`/api${list}?per_page=100`)).body.data))
    ).flatMap((rows) => rows.map(({ id }: Shown) => id as string))
    const open200: string[] = []
    for (const part of ['logos', 'fonts', 'pictures', 'assets'])
      for (const id of ids)
        for (const size of ['view', 'web', 'original', 'png-512', 'thumb', 'large'])
          if ((await statusOf(`${one.url}/${part}/${id}/${size}`)) === 200)
            open200.push(`/b/${one.slug}/${part}/${id}/${size}`)
    const fontAt = paths.find((path) => path.endsWith('/web'))!
    // A font that is set in its own file also has a picture.
    const expected = [
      ...paths.filter((path) => /\/(view|web|original|png-512)$/.test(path)),
      fontAt.replace('/web', '/view'),
    ]
    assert.deepEqual(open200.sort(), expected.sort())
    assert.equal(await statusOf(`${foreign.url}/pictures/${example.id}/view`), 404)
  })

  test('a file that expires, is deleted or leaves the page can no longer be opened', async () => {
    const one = await page()
    const [expiring, dropped, left] = [await file(svg('#444444'), 'a.svg'), await image(), await image()]
    const mark = await logo(one.brand_kit_id, expiring)
    const second = await logo(one.brand_kit_id, await file(svg('#555555'), 'b.svg'), { variant: 'icon' })
    const sections = [dropped, left].map(({ id }) => ({
      title: 'Use',
      examples: [{ asset_id: id, kind: 'do' }],
    }))
    await change(one.id, { sections })
    const urls = [
      `${one.url}/logos/${mark.id}/view`,
      `${one.url}/logos/${second.id}/view`,
      `${one.url}/pictures/${dropped.id}/view`,
      `${one.url}/pictures/${left.id}/view`,
    ]
    const statuses = () => Promise.all(urls.map((url) => statusOf(url)))
    assert.deepEqual(await statuses(), [200, 200, 200, 200])
    await acme.patch(`/api/assets/${expiring.id}`, { expires_at: '2020-01-01T00:00:00Z' })
    assert.deepEqual(await statuses(), [404, 200, 200, 200])
    await acme.delete(`/api/brand-kit/logos/${second.id}`)
    await acme.delete(`/api/assets/${dropped.id}`)
    await change(one.id, { sections: [] })
    assert.deepEqual(await statuses(), [404, 404, 404, 404])
    assert.equal(await statusOf(`${one.url}/logo`), 404)
    const { text } = await open(one.url)
    for (const { id } of [mark, second, dropped, left]) assert.ok(!text.includes(id))
  })

  test('an unpublished page opens none of its files', async () => {
    const one = await page()
    const mark = await logo(one.brand_kit_id, await file(svg('#666666'), 'mark.svg'))
    const urls = [`${one.url}/logo`, `${one.url}/logos/${mark.id}/original`, `${one.url}/tokens/css`]
    const statuses = () => Promise.all(urls.map((url) => statusOf(url)))
    assert.deepEqual(await statuses(), [200, 200, 200])
    await change(one.id, { is_published: false })
    assert.deepEqual(await statuses(), [404, 404, 404])
  })
})

describe('an import', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'atelier-brand-page-'))
  after(() => rm(directory, { recursive: true }))

  // Holds R-PAGE-6.
  test('an import publishes the pages again, without slugs that are taken', async () => {
    const moved = await newCompany(service, 'Moved')
    const [free, taken] = [
      await page({ slug: 'moved-free' }, moved),
      await page({ slug: 'moved-taken' }, moved),
    ]
    const path = join(directory, 'moved.tar')
    await writeArchive(service, moved.companyId, createWriteStream(path))
    const abroad = await startService({ env })
    const other = await newCompany(abroad, 'Other')
    const { id: brand_kit_id } = await make('/brand-kit', { name: 'Other' }, other)
    const theirs = await make('/brand-pages', { brand_kit_id, slug: taken.slug, title: 'Theirs' }, other)
    await readArchive(abroad, () => createReadStream(path))
    const caller = await newCaller(abroad, {
      name: 'there',
      ...moved,
      scopes: ['brandkit:read', 'assets:read', 'shares:write'],
    })
    const there = async (id: string) => (await caller.get(`/api/brand-pages/${id}`)).body.data
    assert.equal((await there(free.id)).url, `${abroad.url}/b/moved-free`)
    const { slug: none, url, is_published } = await there(taken.id)
    assert.deepEqual([none, url, is_published], [null, null, false])
    assert.ok((await open(theirs.url)).text.includes('Theirs'))
    const body = { is_published: true }
    assert.deepEqual((await caller.patch(`/api/brand-pages/${taken.id}`, body)).body, {
      slug: ['The slug field is required. Choose one to publish the page.'],
    })
    const answer = await caller.patch(`/api/brand-pages/${taken.id}`, { ...body, slug: 'moved-anew' })
    assert.equal(await statusOf(answer.body.data.url), 200)
  })
})
