// Engines: postgres
// Runs: first
// Nodes that only answer requests, and nodes that only run jobs, as separate processes on one PostgreSQL
// server.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { runCommand } from './support/commands.ts'
import { newCompany, send } from './support/companies.ts'
import type { Shown } from './support/library.ts'
import { samplesOf } from './support/metrics.ts'
import { newTemplate } from './support/renders.ts'
import { type ServerProcess, startProcess } from './support/server-process.ts'
import { engine, freshConfig, startOn } from './support/service.ts'
import { until } from './support/until.ts'

describe('serve --only', { skip: engine !== 'postgres' && 'several processes need PostgreSQL' }, async () => {
  if (engine !== 'postgres') return
  const config = await freshConfig({ RENDERS_PER_MINUTE: '0' })
  const before = await startOn(config)
  const acme = await newCompany(before, 'Acme')
  const template = await newTemplate(before, acme)
  await before.close()
  const front = await startProcess(config, {}, '--only', 'requests')

  const ask = (method: string, path: string, json?: unknown, { url }: { url: string } = front) =>
    send({ url }, method, path, { json, headers: { authorization: `Bearer ${acme.token}` } })
  const get = async (path: string) => (await ask('GET', path)).body.data
  const batch = (path: string): Promise<Shown> => get(path)

  async function newBatch(rows: number, width: number) {
    const created = await ask('POST', '/api/render-batches', {
      template_ids: [template.id],
      width,
      rows: Array.from({ length: rows }, (_, at) => ({ headline: `Row ${at + 1} of ${rows}` })),
    })
    assert.equal(created.status, 201, created.text)
    return `/api/render-batches/${created.body.data.id}`
  }
  const isDone = (path: string) =>
    until(
      'the batch has ended',
      async () => {
        const shown = await batch(path)
        return shown.status === 'done' && shown
      },
      120_000,
    )
  /** The number of renders that a process has drawn. */
  async function drawnBy({ url }: ServerProcess) {
    const samples = await samplesOf(url)
    return samples.find(({ name, labels }) => name === 'atelier_renders_total' && labels.outcome === 'drawn')!
      .value
  }

  test('a node that only serves requests leaves the rows of a batch to a node that only runs jobs', async () => {
    const path = await newBatch(20, 480)
    const { status, counts } = await batch(path)
    assert.deepEqual([status, counts.done], ['checking', 0])
    const drawing = await startProcess(config, {}, '--only', 'jobs')
    assert.equal((await isDone(path)).counts.done, 20)
    assert.deepEqual([await drawnBy(front), await drawnBy(drawing)], [0, 20])
    drawing.child.kill('SIGTERM')
    assert.equal(await drawing.ended, 0)
  })

  test('a node that only runs jobs answers health checks and metrics, and nothing else', async () => {
    const drawing = await startProcess(config, {}, '--only', 'jobs')
    for (const path of ['/healthz', '/readyz', '/metrics'])
      assert.equal((await fetch(drawing.url + path)).status, 200, path)
    for (const path of ['/api/templates', '/', '/portal/api/auth/get-session', '/docs', '/files/x'])
      assert.equal((await ask('GET', path, undefined, drawing)).status, 404, path)
    const credentials = { client_id: acme.clientId, client_secret: acme.clientSecret }
    assert.equal((await ask('POST', '/oauth/access-token', credentials, drawing)).status, 404)
    assert.equal((await ask('POST', '/oauth/access-token', credentials)).status, 200)
    drawing.child.kill('SIGTERM')
    assert.equal(await drawing.ended, 0)
  })

  // Holds R-BATCH-3.
  test('a node that joins takes rows of a batch, and killing a node neither loses nor repeats a row', {
    timeout: 250_000,
  }, async () => {
    const rows = 200
    const first = await startProcess(config, {}, '--only', 'jobs')
    const path = await newBatch(rows, 1600)
    await until('some rows are done', async () => (await batch(path)).counts.done > 5, 60_000)
    const second = await startProcess(config, {}, '--only', 'jobs')
    await until('both have drawn', async () => (await drawnBy(second)) > 0, 60_000)
    assert.equal((await batch(path)).status, 'rendering', 'the second node joined in the middle')
    first.child.kill('SIGKILL')
    await first.ended
    const left = rows - (await batch(path)).counts.done
    assert.ok(left > 0, 'the first node was killed in the middle')

    const done = await isDone(path)
    assert.deepEqual([done.counts.done, done.counts.failed], [rows, 0])
    const pages = [1, 2].map((page) => get(`/api/renders?batch_id=${done.id}&per_page=100&page=${page}`))
    const renders: Shown[] = (await Promise.all(pages)).flat()
    assert.deepEqual(
      renders.map(({ row }) => row).sort((one, other) => one - other),
      Array.from({ length: rows }, (_, at) => at + 1),
    )
    const changes: Shown[] = await get('/api/changes?since=0&per_page=1000&types=render.completed')
    const ids = new Set(renders.map(({ id }) => id))
    assert.equal(changes.filter(({ resource_id }) => ids.has(resource_id)).length, rows)
    assert.equal(await drawnBy(front), 0)
  })
})

test('--only requires PostgreSQL, and rejects an unknown part', async () => {
  const embedded = await runCommand({ DATA_DIR: '/nowhere' }, ['serve', '--only', 'jobs'])
  assert.equal(embedded.code, 2)
  assert.match(
    embedded.err,
    /^--only requires PostgreSQL, because only one process can use the embedded database\./,
  )
  const unknown = await runCommand({}, ['serve', '--only', 'portal'])
  assert.equal(unknown.code, 2)
  assert.match(unknown.err, /Allowed choices are requests, jobs\./)
})
