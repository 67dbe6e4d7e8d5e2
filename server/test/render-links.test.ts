// Engines: postgres
// Render links: signed URLs that render a template when they are opened.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import sharp from 'sharp'
import { newCompany } from './support/companies.ts'
import type { Shown } from './support/library.ts'
import { newPicture, newTemplate } from './support/renders.ts'
import { startService } from './support/service.ts'

const service = await startService({ env: { RENDERS_PER_MINUTE: '0' } })
const acme = await newCompany(service, 'Acme')
const globex = await newCompany(service, 'Globex')
const template = await newTemplate(service, acme)

async function createLink(body: object, of = template.id): Promise<Shown> {
  const answer = await acme.post(`/api/templates/${of}/render-links`, body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}

/** Signs a URL as a program in any language would, without the server's code. */
function signedUrl({ id, secret }: Shown, format: string, parameters: Record<string, string> = {}): string {
  const encoded = (text: string) =>
    encodeURIComponent(text).replace(
      /[!'()*]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    )
  const query = Object.entries(parameters)
    .map(([key, value]) => `${encoded(key)}=${encoded(value)}`)
    .sort()
    .join('&')
  const signature = createHmac('sha256', secret).update(`${id}.${format}?${query}`).digest('base64url')
  return `${service.url}/r/${id}.${format}?${query === '' ? '' : `${query}&`}signature=${signature}`
}

const opened = async (url: string, headers: Record<string, string> = {}) => {
  const response = await fetch(url, { headers })
  const bytes = Buffer.from(await response.arrayBuffer())
  const isJson = response.headers.get('content-type')?.includes('json')
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    body: isJson ? JSON.parse(bytes.toString()) : undefined,
  }
}

// Holds R-LINK-2.
test('a signed URL returns the image, which can be cached forever', async () => {
  const link = await createLink({
    open: ['headline'],
    variables: { accent: '#0000FF' },
    formats: ['png', 'jpeg'],
  })
  assert.match(link.secret, /^rls_/)
  const parameters = { headline: 'Ada & (Grace)*', width: '480' }
  const png = await opened(signedUrl(link, 'png', parameters))
  assert.equal(png.status, 200)
  assert.equal(png.headers.get('content-type'), 'image/png')
  assert.equal(png.headers.get('cache-control'), 'public, max-age=31536000, immutable')
  const { width, height } = await sharp(png.bytes).metadata()
  assert.deepEqual([width, height], [480, 240])
  const { data } = await sharp(png.bytes)
    .extract({ left: 400, top: 200, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  assert.deepEqual([...data], [0, 0, 255])
  const again = await opened(signedUrl(link, 'png', parameters))
  assert.ok(again.bytes.equals(png.bytes))
  const known = await opened(signedUrl(link, 'png', parameters), {
    'if-none-match': png.headers.get('etag')!,
  })
  assert.equal(known.status, 304)
  assert.equal((await opened(signedUrl(link, 'jpeg', parameters))).headers.get('content-type'), 'image/jpeg')
  const shown = (await acme.get('/api/render-links')).body.data.find(({ id }: Shown) => id === link.id)
  assert.deepEqual([shown.renders_count, shown.secret], [2, undefined])
})

describe('rejections', () => {
  test('a changed value, a different signature and a missing signature return 403', async () => {
    const link = await createLink({ open: ['headline'] })
    const url = signedUrl(link, 'png', { headline: 'Ada' })
    for (const wrong of [
      url.replace('Ada', 'Eve'),
      url.replace(/signature=.*/, 'signature=x'),
      url.replace(/&signature=.*/, ''),
      `${url}&width=10`,
      signedUrl({ ...link, secret: 'rls_other' }, 'png', { headline: 'Ada' }),
    ])
      assert.equal((await opened(wrong)).status, 403, wrong)
  })

  test('an unknown link returns 404', async () => {
    const unknown = { id: 'rln_01h455vb4pex5vsknk084sn02q', secret: 'x' }
    const { status, body } = await opened(signedUrl(unknown as never, 'png'))
    assert.deepEqual([status, body], [404, { message: 'Not Found.' }])
    assert.equal((await opened(`${service.url}/r/nothing`)).status, 404)
  })

  // Holds R-LINK-3.
  test('variables that are not open, other formats and a larger width return 422', async () => {
    const link = await createLink({ open: ['headline'], width_max: 500 })
    const cases: [string, Record<string, string>, string][] = [
      ['png', { accent: '#FF0000' }, 'accent'],
      ['png', { width: '501' }, 'width'],
      ['png', { width: '1e3' }, 'width'],
      ['png', { nonsense: 'x' }, 'nonsense'],
      ['webp', {}, 'format'],
    ]
    for (const [format, parameters, field] of cases) {
      const { status, body } = await opened(signedUrl(link, format, parameters))
      assert.deepEqual([status, Object.keys(body)], [422, [field]])
    }
  })

  test('invalid values return 422 by parameter', async () => {
    const link = await createLink({ open: ['accent'] })
    const { status, body } = await opened(signedUrl(link, 'png', { accent: 'nothing' }))
    assert.equal(status, 422)
    assert.deepEqual(Object.keys(body), ['accent'])
  })

  // Holds R-LINK-4.
  test('a revoked link returns 410, and revoking it again changes nothing', async () => {
    const link = await createLink({ open: ['headline'] })
    const url = signedUrl(link, 'png', { headline: 'Ada' })
    assert.equal((await opened(url)).status, 200)
    assert.equal((await globex.delete(`/api/render-links/${link.id}`)).status, 404)
    assert.equal((await acme.delete(`/api/render-links/${link.id}`)).status, 204)
    const { revoked_at } = (await acme.get(`/api/render-links/${link.id}`)).body.data
    assert.equal((await acme.delete(`/api/render-links/${link.id}`)).status, 204)
    assert.equal((await acme.get(`/api/render-links/${link.id}`)).body.data.revoked_at, revoked_at)
    assert.equal((await opened(url)).status, 410)
  })

  test('a link creates at most max_renders different renders', async () => {
    const link = await createLink({ open: ['headline'], max_renders: 2 })
    const at = (headline: string) => opened(signedUrl(link, 'png', { headline }))
    assert.equal((await at('One of two')).status, 200)
    assert.equal((await at('Two of two')).status, 200)
    const refused = await at('Three of two')
    assert.equal(refused.status, 410)
    assert.equal(refused.headers.get('etag'), null)
    assert.doesNotMatch(refused.headers.get('cache-control') ?? '', /public|max-age/)
    assert.equal((await at('One of two')).status, 200)
  })

  test('an archived template returns 410', async () => {
    const own = await newTemplate(service, acme)
    const link = await createLink({ open: ['headline'] }, own.id)
    for (const action of ['publication', 'archival'])
      assert.equal((await acme.post(`/api/templates/${own.id}/${action}`, {})).status, 200)
    assert.equal((await opened(signedUrl(link, 'png', { headline: 'x' }))).status, 410)
  })
})

describe('creating a link', () => {
  const refused = async (body: object) => {
    const { status, body: faults, text } = await acme.post(`/api/templates/${template.id}/render-links`, body)
    assert.equal(status, 422, text)
    return Object.keys(faults)
  }

  // Holds R-LINK-1.
  test('creating a link rejects unknown variables and open variables that show assets', async () => {
    assert.deepEqual(await refused({ open: ['photo'] }), ['open'])
    assert.deepEqual(await refused({ open: ['hedline'] }), ['open'])
    assert.deepEqual(await refused({ open: ['headline'], variables: { headline: 'x' } }), [
      'variables.headline',
    ])
    assert.deepEqual(await refused({ variables: { accent: 7 } }), ['variables.accent'])
  })

  test('creating a link can fix an image for all renders of the link', async () => {
    const red = await newPicture(service, acme, { color: '#C02010' })
    const link = await createLink({ open: ['headline'], variables: { photo: { asset_id: red.id } } })
    const { bytes } = await opened(signedUrl(link, 'png', { headline: 'Red' }))
    const { data } = await sharp(bytes)
      .extract({ left: 50, top: 60, width: 1, height: 1 })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    assert.deepEqual([...data], [0xc0, 0x20, 0x10])
  })

  test('a link expires', async () => {
    const link = await createLink({ open: [], expires_at: new Date(Date.now() + 3_600_000).toISOString() })
    const { headers } = await opened(signedUrl(link, 'png'))
    const age = Number(/max-age=(\d+)/.exec(headers.get('cache-control')!)![1])
    assert.ok(age > 3_000 && age <= 3_600)
    assert.deepEqual(await refused({ expires_at: '2020-01-01T00:00:00Z' }), ['expires_at'])
  })
})
