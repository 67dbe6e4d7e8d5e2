// Engines: postgres in CI
// Renders, checks and their errors against a real service.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { newCompany } from '../../server/test/support/companies.ts'
import { card, newPicture, newTemplate } from '../../server/test/support/renders.ts'
import { startService } from '../../server/test/support/service.ts'
import { ConflictError, NotFoundError, RenderFailedError, ValidationError } from '../src/index.ts'
import { clientAt } from './support/client.ts'

const service = await startService({ env: { RENDERS_PER_MINUTE: '0' } })
const acme = await newCompany(service, 'Acme')
const template = await newTemplate(service, acme)
const photo = await newPicture(service, acme, { color: '#C02010' })
const atelier = clientAt(service, acme)

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('a template is rendered, and its file downloaded', async () => {
  const variables = {
    headline: 'Hello',
    photo: { asset_id: photo.id, fit: 'cover' },
    accent: '#0000FF',
  } as const
  const render = await atelier.templates.render(template.id, { variables, width: 480 })
  assert.deepEqual([render.status, render.width, render.height], ['done', 480, 240])
  const bytes = await atelier.renders.download(render)
  assert.deepEqual([bytes.length, sha256(bytes)], [render.size, render.checksum])
  assert.deepEqual(await atelier.renders.download(render.id), bytes)
  const again = await atelier.templates.render(template.id, { variables, width: 480 })
  assert.deepEqual([again.id, again.cached], [render.id, true])
})

test('without waiting, a queued render is returned that can be awaited later', async () => {
  const variables = { headline: 'Later' }
  const queued = await atelier.templates.render(template.id, { variables }, { wait: false })
  assert.deepEqual([queued.status, queued.url], ['queued', null])
  const render = await atelier.renders.finished(queued.id)
  assert.deepEqual([render.status, (await atelier.renders.download(queued)).length], ['done', render.size])
})

test('a render that takes longer than one request is polled', async () => {
  const asked: string[] = []
  const impatient: typeof fetch = (input, init) => {
    asked.push(`${init!.method} ${new URL(String(input)).pathname}`)
    const headers = new Headers(init!.headers)
    if (headers.has('prefer')) headers.set('prefer', 'wait=0')
    return fetch(input, { ...init, headers })
  }
  const variables = { headline: 'Polled' }
  const render = await atelier.templates.render(template.id, { variables }, { fetch: impatient })
  assert.equal(render.status, 'done')
  assert.ok(asked.includes(`GET /api/renders/${render.id}`))
})

test('a wait ends with the reason of its signal', async () => {
  const stop = AbortSignal.timeout(0)
  const variables = { headline: 'Never' }
  await assert.rejects(
    atelier.templates.render(template.id, { variables }, { signal: stop }),
    (error) => error === stop.reason,
  )
})

test('an expired link is replaced before the download', async () => {
  const render = await atelier.templates.render(template.id, { variables: { headline: 'Old link' } })
  const url = render.url.replace(/(expires|signature)=\w/g, '$1=0')
  assert.notEqual(url, render.url)
  assert.equal(sha256(await atelier.renders.download({ ...render, url })), render.checksum)
})

test('a download sends no token', async () => {
  const render = await atelier.templates.render(template.id, { variables: { headline: 'Public' } })
  let authorization: string | null = 'not asked'
  const fetched: typeof fetch = (input, init) => {
    authorization = new Headers(init!.headers).get('authorization')
    return fetch(input, init)
  }
  await atelier.renders.download(render, { fetch: fetched })
  assert.equal(authorization, null)
})

test('invalid values are reported by variable', async () => {
  const variables = { headline: 7, accent: 'no color', nobody: 'x' }
  const isByVariable = (error: unknown) => {
    assert.ok(error instanceof ValidationError)
    assert.deepEqual(Object.keys(error.variables).sort(), ['accent', 'headline', 'nobody'])
    assert.deepEqual(error.variables.headline, error.fields['variables.headline'])
    return true
  }
  await assert.rejects(atelier.templates.render(template.id, { variables }), isByVariable)
  await assert.rejects(atelier.templates.check(template.id, { variables }), isByVariable)
})

test('values are checked without a render, and findings are rejected if the check is strict', async () => {
  const variables = { headline: 'Hi \u{f0000}' }
  const { findings, layout } = await atelier.templates.check(template.id, { variables })
  assert.ok(findings.some(({ type, variable }) => type === 'glyph_missing' && variable === 'headline'))
  assert.ok(
    layout.some(({ variable, lines, box }) => variable === 'headline' && lines === 1 && box.width > 0),
  )
  await assert.rejects(
    atelier.templates.render(template.id, { variables, check: 'strict' }),
    (error) => error instanceof ValidationError && error.variables.headline!.length === 1,
  )
})

test('a failed render throws an error with the reason', async () => {
  const render = await atelier.templates.render(template.id, { variables: { headline: 'Broken' } })
  const failed = { ...render, status: 'failed', failure: 'The template cannot be rendered.' }
  const broken: typeof fetch = async () => Response.json({ data: failed }, { status: 201 })
  await assert.rejects(
    atelier.templates.render(template.id, {}, { fetch: broken }),
    (error) =>
      error instanceof RenderFailedError &&
      error.code === 'render_failed' &&
      error.render.id === render.id &&
      /failed: The template cannot be rendered\.$/.test(error.message),
  )
})

test('renders are listed by template, kept as an asset, and deleted', async () => {
  const render = await atelier.templates.render(template.id, {
    variables: { headline: 'Kept' },
    format: 'webp',
  })
  const found = await atelier.renders.list({ template_id: template.id, format: 'webp' }).toArray()
  assert.deepEqual(
    found.map(({ id }) => id),
    [render.id],
  )
  const asset = await atelier.renders.keep(render.id, { name: 'Kept card' })
  assert.deepEqual([asset.name, asset.checksum], ['Kept card', render.checksum])
  assert.equal((await atelier.renders.get(render.id)).asset_id, asset.id)
  await atelier.renders.delete(render.id)
  await assert.rejects(atelier.renders.get(render.id), NotFoundError)
  await assert.rejects(atelier.renders.download(render.id), NotFoundError)
})

test('values with keys like IDs are returned unchanged', async () => {
  const document = Buffer.from(card().toString().replace('$headline', '$product_id'))
  const other = await newTemplate(service, acme, document)
  const render = await atelier.templates.render(other.id, { variables: { product_id: 'SKU 7' } })
  assert.equal((await atelier.renders.get(render.id)).variables.product_id, 'SKU 7')
})

test('an archived template throws a ConflictError', async () => {
  const old = await newTemplate(service, acme, card(), { status: 'published' })
  await atelier.templates.archive(old.id)
  await assert.rejects(atelier.templates.render(old.id), ConflictError)
})
