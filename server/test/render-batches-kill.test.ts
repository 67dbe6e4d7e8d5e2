// Engines: embedded, postgres
// Runs: first
// Each row of a batch is rendered exactly once, even if the server is killed during rendering.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { killable } from './support/killable.ts'
import type { Shown } from './support/library.ts'
import { startProcess } from './support/server-process.ts'
import { until } from './support/until.ts'

const rows = 60

// Holds R-BATCH-3.
test('a server that is killed in the middle of a batch renders each row once after its next start', {
  timeout: 250_000,
}, async () => {
  const { config, template, as } = await killable()
  const first = await startProcess(config)
  const created = await as(first.url)('POST', '/api/render-batches', {
    template_ids: [template.id],
    width: 1600,
    rows: Array.from({ length: rows }, (_, at) => ({ headline: `Row ${at + 1}` })),
  })
  assert.equal(created.status, 201, created.text)
  const path = `/api/render-batches/${created.body.data.id}`
  const batch = async (url: string): Promise<Shown> => (await as(url)('GET', path)).body.data
  // Some rows are done, some are being rendered, and some wait.
  await until('some rows are done', async () => (await batch(first.url)).counts.done > 5, 60_000)
  first.child.kill('SIGKILL')
  await first.ended

  const second = await startProcess(config)
  const interrupted = await batch(second.url)
  assert.equal(interrupted.status, 'rendering')
  assert.ok(interrupted.counts.done < rows, 'the server was killed in the middle')
  const done = await until(
    'the batch has ended',
    async () => {
      const shown = await batch(second.url)
      return shown.status === 'done' && shown
    },
    120_000,
  )
  assert.deepEqual([done.counts.done, done.counts.failed], [rows, 0])
  const get = async (path: string) => (await as(second.url)('GET', path)).body.data
  const shown: Shown[] = await get(`${path}/rows?per_page=100`)
  assert.equal(new Set(shown.map(({ render_id }) => render_id)).size, rows)
  const renders: Shown[] = await get(`/api/renders?batch_id=${done.id}&per_page=100`)
  assert.deepEqual(
    renders.map(({ row }) => row).sort((one, other) => one - other),
    Array.from({ length: rows }, (_, at) => at + 1),
  )
  const changes: Shown[] = await get(
    '/api/changes?since=0&per_page=1000&types=render.completed,render_batch.completed',
  )
  const told = changes.map(({ type }) => type)
  assert.equal(told.filter((type) => type === 'render.completed').length, rows)
  assert.equal(told.filter((type) => type === 'render_batch.completed').length, 1)
})
