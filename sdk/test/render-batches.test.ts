// Engines: postgres in CI
// Render batches, and links that are signed without the server.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { newCompany } from '../../server/test/support/companies.ts'
import { newTemplate } from '../../server/test/support/renders.ts'
import { startService } from '../../server/test/support/service.ts'
import { ConflictError, type RenderBatchRow, signRenderLink, ValidationError } from '../src/index.ts'
import { clientAt } from './support/client.ts'

const service = await startService({ env: { RENDERS_PER_MINUTE: '0', RATE_LIMIT_PER_MINUTE: '1000' } })
const acme = await newCompany(service, 'Acme')
const { id } = await newTemplate(service, acme)
const atelier = clientAt(service, acme)

async function ended(rows: AsyncIterable<RenderBatchRow>) {
  const all: RenderBatchRow[] = []
  for await (const row of rows) all.push(row)
  return all.sort((one, other) => one.row - other.row)
}

test('a batch yields each row once, when the row has ended', async () => {
  const rows = Array.from({ length: 25 }, (_, at) => ({ headline: `Row ${at + 1}` }))
  const batch = await atelier.renderBatches.create({
    template_ids: [id],
    rows,
    name_pattern: 'card {headline}',
  })
  const all = await ended(batch)
  assert.deepEqual(
    all.map(({ row, status, name }) => [row, status, name]),
    rows.map(({ headline }, at) => [at + 1, 'done', `card ${headline}.png`]),
  )
  const bytes = await atelier.renders.download({ id: all[0]!.render_id!, url: all[0]!.url })
  assert.equal(bytes.length, all[0]!.size)
  const { status, counts } = await atelier.renderBatches.get(batch.id)
  assert.deepEqual([status, counts.done, counts.rows], ['done', 25, 25])
  assert.deepEqual(await ended(atelier.renderBatches.follow(batch.id)), all)
  assert.ok(
    (await atelier.renderBatches.list({ template_id: id }).toArray()).some((one) => one.id === batch.id),
  )
})

test('failed rows of a file are yielded with their errors, and succeed after they are corrected', async () => {
  const csv = 'Title,Color\r\nGood,#0000FF\r\nBad,no color\r\n'
  const columns = { headline: 'Title', accent: 'Color' }
  const request = { template_ids: [id], columns, format: 'jpeg' } as const
  const batch = await atelier.renderBatches.createFromFile(csv, request, { fileName: 'rows.csv' })
  const [good, bad] = await ended(batch)
  assert.deepEqual([good!.status, bad!.status], ['done', 'failed'])
  assert.ok(bad!.errors!['variables.accent'])
  const corrected = [{ id: bad!.id, variables: { headline: 'Better', accent: '#00FF00' } }]
  const again = await ended(await atelier.renderBatches.retry(batch.id, { rows: corrected }))
  assert.deepEqual(
    again.map(({ status }) => status),
    ['done', 'done'],
  )
  await assert.rejects(atelier.renderBatches.cancel(batch.id), ConflictError)
})

test('unknown columns are rejected', async () => {
  const rows = [{ hedline: 'x' }]
  await assert.rejects(atelier.renderBatches.create({ template_ids: [id], rows }), ValidationError)
  await assert.rejects(
    atelier.renderBatches.createFromFile('hedline\nx\n', { template_ids: [id] }),
    ValidationError,
  )
})

test('a loop over a batch ends with the reason of its signal', async () => {
  const stop = new AbortController()
  const rows = Array.from({ length: 30 }, (_, at) => ({ headline: `Stop ${at}` }))
  const batch = await atelier.renderBatches.create({ template_ids: [id], rows }, { signal: stop.signal })
  const reason = new Error('enough')
  await assert.rejects(
    async () => {
      for await (const _ of batch) stop.abort(reason)
    },
    (error) => error === reason,
  )
  await atelier.renderBatches.cancel(batch.id).catch(() => {})
})

test('the renders of a template can be refreshed', async () => {
  await ended(await atelier.renderBatches.refresh({ template_id: id }))
})

test('a link is signed without the server, and its URL renders the given values', async () => {
  const link = await atelier.renderLinks.create(id, { open: ['headline'], formats: ['png', 'webp'] })
  const values = { headline: "Ada & (Grace)* 'x' ~ é" }
  const url = await signRenderLink({ ...link, values, format: 'webp', width: 480 })
  assert.equal(url, await signRenderLink({ ...link, values, format: 'webp', width: 480 }))
  const response = await fetch(url)
  assert.equal(response.status, 200)
  const { format, width } = await sharp(await response.arrayBuffer()).metadata()
  assert.deepEqual([format, width], ['webp', 480])
  assert.equal((await fetch(await signRenderLink(link))).status, 200)
  assert.equal((await fetch(url.replace('Ada', 'Eve'))).status, 403)
  await assert.rejects(signRenderLink({ url: link.url, secret: undefined as never }), TypeError)
  assert.ok((await atelier.renderLinks.list().toArray()).some((one) => one.id === link.id))
  await atelier.renderLinks.revoke(link.id)
  assert.ok((await atelier.renderLinks.get(link.id)).revoked_at)
  assert.equal((await fetch(await signRenderLink({ ...link, width: 100 }))).status, 410)
})
