// Engines: postgres
// The metrics for operators at /metrics.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { statfsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { sql } from 'kysely'
import { asCompanyWriting } from '../src/db/tenancy.ts'
import { newId } from '../src/ids.ts'
import { newCompany } from './support/companies.ts'
import { job, workingQueue } from './support/jobs.ts'
import { type Sample, samplesOf } from './support/metrics.ts'
import { newTemplate } from './support/renders.ts'
import { atEnd, engine, startService } from './support/service.ts'
import { until } from './support/until.ts'

const service = await startService({ env: { OUTBOUND_LOOPBACK: 'true', DATABASE_POOL_MAX: '3' } })
const { db } = service
const acme = await newCompany(service, 'Acme')
const places = engine === 'postgres' ? 3 : 1

const samplesNow = async () => samplesOf(service.url)

function valueIn(samples: Sample[], name: string, labels: Record<string, string> = {}) {
  const found = samples.filter(
    (sample) =>
      sample.name === name &&
      Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  )
  assert.ok(found.length < 2, `${name} occurs once`)
  return found[0]?.value
}

test('a server with a database connection and a change subscription reports both', async () => {
  const samples = await until('the subscription is active', async () => {
    const samples = await samplesNow()
    return valueIn(samples, 'atelier_changes_heard') === 1 ? samples : undefined
  })
  assert.equal(valueIn(samples, 'atelier_ready'), 1)
})

test('size and free space of the data disk and the files disk are reported', async () => {
  const samples = await samplesNow()
  const { bsize, blocks } = statfsSync(service.config.dataDirectory)
  for (const place of ['data', 'files']) {
    const size = valueIn(samples, 'atelier_disk_size_bytes', { place })!
    const free = valueIn(samples, 'atelier_disk_free_bytes', { place })!
    assert.equal(size, bsize * blocks)
    assert.ok(free > 0 && free < size, `${free} of ${size}`)
  }
})

test('renders and rows of batches are counted by outcome, with the time to draw', async () => {
  const template = await newTemplate(service, acme)
  const before = await samplesNow()
  const grown = async (name: string, labels: Record<string, string>) =>
    valueIn(await samplesNow(), name, labels)! - (valueIn(before, name, labels) ?? 0)
  const path = `/api/templates/${template.id}/renders`
  const wanted = { variables: { headline: 'Once' }, format: 'webp' }
  for (let turn = 0; turn < 2; turn++)
    assert.equal((await acme.post(path, wanted, { prefer: 'wait=30' })).status, 201)
  const { body } = await acme.post('/api/render-batches', {
    template_ids: [template.id],
    format: 'webp',
    rows: [{ headline: 'Once' }, { headline: 'Another' }, { headline: 'x', accent: 'no color' }],
  })
  await until('the batch has ended', async () => {
    const { data } = (await acme.get(`/api/render-batches/${body.data.id}`)).body
    return data.status === 'done'
  })
  for (const [outcome, renders, rows] of [
    ['drawn', 2, 1],
    ['cached', 2, 1],
    ['failed', 0, 1],
  ] as const) {
    assert.equal(await grown('atelier_renders_total', { outcome }), renders, outcome)
    assert.equal(await grown('atelier_render_batch_rows_total', { outcome }), rows, outcome)
  }
  assert.equal(await grown('atelier_render_duration_seconds_count', { format: 'webp' }), 2)
})

test('rows of unfinished batches are counted over all companies, with the age of the oldest batch', async () => {
  const samples = await samplesNow()
  const names = ['atelier_render_batches', 'atelier_render_batch_rows', 'atelier_render_batch_age_seconds']
  assert.deepEqual(
    names.map((name) => valueIn(samples, name)),
    [0, 0, 0],
  )
  for (const { companyId } of [acme, await newCompany(service, 'Globex')])
    await asCompanyWriting(db, companyId, async (trx) => {
      await sql`
        insert into render_batches (company_id, id, status, template_ids, name_pattern, request, author, rows_total,
          rows_done, rows_failed)
        values (${companyId}, ${newId()}, 'rendering', '{}', '{row}', '{}', '{}', 10, 3, 2)`.execute(trx)
      // Jobs scheduled for tomorrow, so that nothing renders these rows.
      await sql`
        insert into pgboss.job (name, data, start_after)
        values ('render_batch.draw', ${JSON.stringify({ companyId })}::jsonb, now() + interval '1 day')`.execute(
        trx,
      )
    })
  const counted = await samplesNow()
  const [batches, rows, age] = names.map((name) => valueIn(counted, name)!)
  assert.deepEqual([batches, rows], [2, 10])
  assert.ok(age! >= 0 && age! < 60, `${age} s`)
})

test('connections in use are counted', async () => {
  const release = Promise.withResolvers<void>()
  const holder = db.connection().execute(() => release.promise)
  try {
    const samples = await until('one is taken', async () => {
      const samples = await samplesNow()
      return valueIn(samples, 'atelier_database_connections_taken')! > 0 ? samples : undefined
    })
    assert.equal(valueIn(samples, 'atelier_database_connections_max'), places)
  } finally {
    release.resolve()
    await holder
  }
  await until(
    'none is taken',
    async () => valueIn(await samplesNow(), 'atelier_database_connections_taken') === 0,
  )
})

// Prometheus gives up a scrape that waits for the database, so that the whole server looks dead.
test('while all connections are in use, all other metrics are returned in time, and atelier_ready is 0', async () => {
  const release = Promise.withResolvers<void>()
  const holders = Array.from({ length: places }, () => db.connection().execute(() => release.promise))
  try {
    const startedAt = performance.now()
    const samples = await samplesNow()
    const ms = performance.now() - startedAt
    assert.equal(valueIn(samples, 'atelier_ready'), 0)
    assert.equal(valueIn(samples, 'atelier_database_connections_taken'), places)
    assert.ok(ms < 8_000, `${ms} ms, and Prometheus waits for 10 s`)
  } finally {
    release.resolve()
    await Promise.all(holders)
  }
  await until('it is ready again', async () => valueIn(await samplesNow(), 'atelier_ready') === 1)
})

test('the age of the oldest due job and the time since the last finished job are reported', async () => {
  const kind = 'test.metrics'
  const add = (id: string, state: string, due: string, done: string | null) =>
    sql`insert into pgboss.job_common (id, name, data, state, start_after, completed_on, policy)
      values (${id}, ${kind}, '{}', ${state}, now() - ${due}::interval, now() - ${done}::interval, 'short')`.execute(
      db,
    )
  await (await workingQueue(service, [job({ name: kind, run: async () => undefined })])).close()
  await add('019ab000-0000-7000-8000-000000000001', 'created', '10 minutes', null)
  await add('019ab000-0000-7000-8000-000000000002', 'retry', '-1 hour', null)
  await add('019ab000-0000-7000-8000-000000000003', 'completed', '3 hours', '2 hours')
  const samples = await samplesNow()
  const overdue = valueIn(samples, 'atelier_jobs_overdue_seconds', { kind })!
  assert.ok(overdue >= 600 && overdue < 700, `${overdue} s`)
  const ago = Date.now() / 1000 - valueIn(samples, 'atelier_jobs_last_done_timestamp_seconds', { kind })!
  assert.ok(ago >= 7_200 - 1 && ago < 7_300, `${ago} s ago`)
  assert.equal(valueIn(samples, 'atelier_jobs', { kind, state: 'waiting' }), 2)
})

test('webhook attempts are counted by outcome', async () => {
  const answers = [500, 204]
  const receiver = createServer((_, response) => response.writeHead(answers.shift() ?? 204).end())
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  atEnd(async () => receiver.close())
  const { port } = receiver.address() as AddressInfo
  const counts = async () => {
    const samples = await samplesNow()
    return ['delivered', 'refused', 'unanswered'].map((outcome) =>
      valueIn(samples, 'atelier_webhook_attempts_total', { outcome }),
    )
  }
  assert.deepEqual(await counts(), [0, 0, 0])
  const made = await acme.post('/api/webhooks', { url: `http://127.0.0.1:${port}/` })
  assert.equal(made.status, 201)
  for (const name of ['one', 'two']) {
    assert.equal((await acme.post('/api/folders', { name })).status, 201)
    await until(`${name} was sent`, () => answers.length === (name === 'one' ? 1 : 0))
  }
  await until('both are counted', async () => (await counts()).join() === '1,1,0')
})
