// Engines: embedded, postgres
// More load than the database can handle. Some requests are quickly rejected with Retry-After, and the others
// are served in time.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { newCompany, send } from './support/companies.ts'
import { engine, startNode, startService } from './support/service.ts'
import { until } from './support/until.ts'

const log: { level: number; status?: number }[] = []
const service = await startService({
  // Without a cache, so that every request queries the database.
  env: { DATABASE_POOL_MAX: '2', CACHE_BYTES_MAX: '0' },
  log: (line) => log.push(JSON.parse(line)),
})
const { db, background, admission } = service
const acme = await newCompany(service, 'Acme')
const places = engine === 'postgres' ? 2 : 1

const infoLevel = 30
const lines = ['probe', 'request', 'background'] as const

type Timed = { at: number; ms: number; status: number; retryAfter: string | null; body: unknown }

const begun = performance.now()

async function timed(path: string): Promise<Timed> {
  const at = performance.now()
  const headers = { authorization: `Bearer ${acme.token}` }
  const { status, headers: answered, body } = await send(service, 'GET', path, { headers })
  const ms = performance.now() - at
  return { at: at - begun, ms, status, retryAfter: answered.get('retry-after'), body }
}

/** Clients that send requests in a loop until the promise resolves, with a pause of `pauseMs` after a rejection. */
async function askedBy(clients: number, until: Promise<unknown>, pauseMs = 50): Promise<Timed[]> {
  const answers: Timed[] = []
  let isOver = false
  void until.then(() => (isOver = true))
  const client = async () => {
    while (!isOver) {
      const answer = await timed('/api/assets?per_page=1')
      answers.push(answer)
      if (answer.status !== 200) await wait(pauseMs)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return answers
}

function assertAnswered(answers: Timed[]) {
  for (const { status, retryAfter, body } of answers) {
    if (status === 200) continue
    assert.equal(status, 503)
    assert.equal(retryAfter, '5')
    assert.deepEqual(body, { message: 'Service Unavailable.' })
  }
}

/** Asserts that nothing waits and nothing is held, so that all slots can be taken at once. */
async function assertAsBefore() {
  await until('nobody waits', () => lines.every((who) => admission.waiting(who) === 0))
  const entered = await Promise.all(Array.from({ length: places }, () => admission.enter('request')))
  for (const leave of entered) leave()
  const after = await Promise.all(Array.from({ length: 20 }, () => timed('/api/assets?per_page=1')))
  for (const { status, ms } of after) {
    assert.equal(status, 200)
    assert.ok(ms < 1_000, `${ms} ms`)
  }
}

// Holds R-ERR-11.
test(`while all connections are in use, requests are first rejected within a bound and later immediately (${engine})`, async () => {
  const release = Promise.withResolvers<void>()
  const holders = Array.from({ length: places }, () => db.connection().execute(() => release.promise))
  const from = performance.now() - begun
  const over = wait(9_000).then(() => release.resolve())
  const asking = askedBy(40, over)
  const alive: Timed[] = []
  for (let turn = 0; turn < 16; turn++) {
    alive.push(await timed('/healthz'))
    await wait(500)
  }
  const answers = await asking
  await Promise.all(holders)
  assertAnswered(answers)
  const refused = answers.filter(({ status }) => status === 503)
  assert.ok(refused.length > 500, `${refused.length} refused`)
  for (const { ms } of refused) assert.ok(ms < 6_000, `refused after ${ms} ms`)
  const late = refused.filter(({ at }) => at - from > 6_000)
  assert.ok(late.length > 400, `${late.length} refused late`)
  for (const { ms } of late) assert.ok(ms < 500, `refused after ${ms} ms`)
  // There is one log line per response, and no rejection is logged as an error, because such lines would hide
  // real errors.
  await until(
    'the log has a line for each',
    () => log.filter(({ status }) => status === 503).length >= refused.length,
  )
  assert.deepEqual(
    log.filter(({ level }) => level > infoLevel),
    [],
  )
  for (const { status, ms } of alive) {
    assert.equal(status, 200)
    assert.ok(ms < 500, `alive after ${ms} ms`)
  }
  await assertAsBefore()
})

test(`under lasting overload, admitted requests are served in time, and other requests are rejected (${engine})`, async () => {
  const slowMs = 100
  let isOver = false
  const outcomes = { done: 0, refused: 0 }
  after(() => {
    isOver = true
  })
  // Each query holds a connection for 100 ms, so sixty clients are three to six times the capacity.
  const slow = async () => {
    while (!isOver) {
      try {
        await sql`select pg_sleep(${slowMs / 1_000})`.execute(db)
        outcomes.done++
      } catch (error) {
        assert.equal((error as { code?: string }).code, 'TOO_BUSY')
        outcomes.refused++
        await wait(50)
      }
    }
  }
  const loops = Array.from({ length: 60 }, slow)
  await wait(6_000)
  const over = wait(5_000)
  const asking = askedBy(10, over)
  const ready: Timed[] = []
  const worked: number[] = []
  for (let turn = 0; turn < 3; turn++) {
    ready.push(await timed('/readyz'))
    const at = performance.now()
    await sql`select 1`.execute(background)
    worked.push(performance.now() - at)
  }
  const metrics = await send(service, 'GET', '/metrics')
  const answers = await asking
  isOver = true
  await Promise.all(loops)
  assertAnswered(answers)
  assert.ok(outcomes.done > 50 && outcomes.refused > 50, JSON.stringify(outcomes))
  assert.ok(answers.some(({ status }) => status === 503))
  // A request makes more than one query: for the token and for the page.
  for (const { ms } of answers) assert.ok(ms < 3_500, `answered after ${ms} ms`)
  for (const { status, ms } of ready) {
    assert.equal(status, 200)
    assert.ok(ms < 1_000, `ready after ${ms} ms`)
  }
  for (const ms of worked) assert.ok(ms < 2_500, `background work waited ${ms} ms`)
  assert.match(metrics.text, /^atelier_database_waiting\{who="request"\} [1-9]/m)
  assert.match(metrics.text, /^atelier_database_wait_seconds_count\{who="request",refused="true"\} [1-9]/m)
  await assertAsBefore()
})

test(`background work leaves connections to requests and does not give up early (${engine})`, async () => {
  if (engine === 'embedded') return
  const release = Promise.withResolvers<void>()
  const holders = Array.from({ length: 5 }, () => background.connection().execute(() => release.promise))
  try {
    // The service's own jobs may also be waiting.
    await until('four in line', () => admission.waiting('background') >= 4)
    const answers = await Promise.all(Array.from({ length: 20 }, () => timed('/api/assets?per_page=1')))
    for (const { status, ms } of answers) {
      assert.equal(status, 200)
      assert.ok(ms < 1_000, `${ms} ms`)
    }
  } finally {
    release.resolve()
  }
  await Promise.all(holders)
  await assertAsBefore()
})

test('notifications of a change reach other nodes before the waiting requests finish', {
  skip: engine !== 'postgres' && 'several nodes need PostgreSQL',
}, async () => {
  const node = await startNode(service)
  const { id } = (await acme.post('/api/tags', { name: 'Old' })).body.data
  let endedBefore: number | undefined
  let ended = 0
  let isOver = false
  const hear = (payload: string) => {
    if (payload.startsWith(acme.companyId)) endedBefore ??= ended
  }
  await node.notifications.listen('atelier_commits', hear, () => {})
  const one = async () => {
    while (!isOver) {
      await sql`select pg_sleep(0.02)`.execute(db)
      ended++
    }
  }
  const inLine = Array.from({ length: 40 }, one)
  try {
    const headers = { authorization: `Bearer ${acme.token}` }
    assert.equal((await send(service, 'DELETE', `/api/tags/${id}`, { headers })).status, 204)
    const answered = ended
    await until('the notification arrives', () => endedBefore !== undefined)
    assert.ok(endedBefore! - answered < 10, `${endedBefore! - answered} waiting requests finished before`)
  } finally {
    isOver = true
    await Promise.all(inLine)
  }
})
