// More than the database can do: some are refused quickly and told to come back, the others are answered in time.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { newCompany, send } from './support/companies.ts'
import { engine, startNode, startService } from './support/service.ts'
import { until } from './support/until.ts'

const log: { level: number; status?: number }[] = []
const service = await startService({
  // What is in memory asks the database for nothing.
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

/** So many clients, each asking again as soon as it is answered; `pauseMs` later when it is refused. */
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

/** Nothing waits, nothing is held: as many as there are places get in at once. */
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

test(`while every connection is held, callers are refused within a bound, and soon at once (${engine})`, async () => {
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
  // A line for each answer, and none for an error: they would drown whatever else is wrong.
  await until(
    'the log tells of all',
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

test(`under lasting overload those who are let in are answered in time, and others refused (${engine})`, async () => {
  const slowMs = 100
  let isOver = false
  const outcomes = { done: 0, refused: 0 }
  // Each holds a connection for a tenth of a second: sixty of them are three to six times what can be done in a second.
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
  // A call asks the database more than once: whose token it is, and for the page.
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

test(`background work leaves connections to requests, and gives up no sooner than it must (${engine})`, async () => {
  if (engine === 'embedded') return
  const release = Promise.withResolvers<void>()
  const holders = Array.from({ length: 5 }, () => background.connection().execute(() => release.promise))
  try {
    // The service's own work may stand there as well.
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

test('however many wait, other nodes hear of a change before them', {
  skip: engine !== 'postgres' && 'several nodes share a PostgreSQL',
}, async () => {
  const node = await startNode(service)
  const { id } = (await acme.post('/api/tags', { name: 'Old' })).body.data
  let heard: number | undefined
  let ended = 0
  let isOver = false
  const hear = (told: string) => {
    if (told.startsWith(acme.companyId)) heard ??= ended
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
    await until('it is heard', () => heard !== undefined)
    assert.ok(heard! - answered < 10, `${heard! - answered} of the line came before`)
  } finally {
    isOver = true
    await Promise.all(inLine)
  }
})
