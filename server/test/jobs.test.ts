// Engines: embedded, postgres
// Runs: first
// Background jobs. A job runs soon after the commit that added it, never without that commit, and survives
// failures.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, describe, type TestContext, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { createCompany, createEnterprise } from '../src/companies/queries.ts'
import { openDatabase } from '../src/db/database.ts'
import { type CompanyId, newId } from '../src/ids.ts'
import { Deferred } from '../src/jobs/job.ts'
import { countJobs, findJob, listJobs, retryDeadJobs } from '../src/jobs/job-status.ts'
import type { JobContext } from '../src/jobs/queue.ts'
import type { Queue } from '../src/services.ts'
import { changeAs } from './support/companies.ts'
import { held } from './support/held.ts'
import { endless, job, workingQueue } from './support/jobs.ts'
import { freshConfig, startService } from './support/service.ts'
import { until } from './support/until.ts'

const config = await freshConfig()
const opened = await openDatabase(config.database)
const { db } = opened
after(() => opened.close())
const companyId = await createCompany(db, await createEnterprise(db, 'Acme Group'), 'Acme')

const addTo = (queue: Queue, name: string, data: object = {}, options = {}) =>
  changeAs(db, companyId, async (trx) => ({
    result: (await queue.add(trx, name, { companyId, ...data }, options))!,
    events: [],
  }))

const kinds =
  'add back changed crowd cut deferred drained flaky keyed known later other periodic progress refused retried slow soon'
    .split(' ')
    .map((name) => `test.${name}`)
const back = job({ name: 'test.back', run: async () => {} })
const stateOf = async (id: string) => (await findJob(db, companyId, kinds, id))?.state
const isIn = (id: string, state: string) =>
  until(`${id} is ${state}`, async () => (await stateOf(id)) === state)

test('a job runs within a second of the commit that added it, with its data', async () => {
  const ran: { data: object; at: number }[] = []
  const { queue, close } = await workingQueue(opened, [
    job({
      name: 'test.soon',
      run: async (data) => void ran.push({ data, at: performance.now() }),
    }),
  ])
  await wait(300)
  for (let turn = 1; turn <= 5; turn++) {
    await addTo(queue, 'test.soon', { turn })
    const committed = performance.now()
    await until('run', () => ran.length === turn)
    assert.ok(ran[turn - 1]!.at - committed < 1_000)
    assert.deepEqual(ran[turn - 1]!.data, { companyId, turn })
  }
  await close()
})

test('a job whose transaction fails never runs', async () => {
  let runs = 0
  const { queue, close } = await workingQueue(opened, [
    job({ name: 'test.never', run: async () => void runs++ }),
  ])
  const failing = changeAs(db, companyId, async (trx) => {
    await queue.add(trx, 'test.never', { companyId })
    throw new Error('changed my mind')
  })
  await assert.rejects(failing, /changed my mind/)
  await wait(2_500)
  assert.equal(runs, 0)
  await close()
})

test('adding a job of an unknown kind fails together with its transaction', async () => {
  const { queue, close } = await workingQueue(opened, [job({ name: 'test.known', run: async () => {} })])
  await assert.rejects(addTo(queue, 'test.unknown'), /no job "test.unknown"/)
  await close()
})

test('a failed job is retried and knows the number of the attempt', async () => {
  const attempts: [number, boolean, number][] = []
  const log: Record<string, unknown>[] = []
  const { queue, close } = await workingQueue(
    opened,
    [
      job({
        name: 'test.flaky',
        attemptsMax: 3,
        run: async (_, { job }) => {
          attempts.push([job.attempt, job.isLastAttempt, performance.now()])
          if (job.attempt < 3) throw new Error('not yet')
        },
      }),
    ],
    (line) => log.push(line as Record<string, unknown>),
  )
  const id = await addTo(queue, 'test.flaky')
  await isIn(id, 'done')
  assert.deepEqual(
    attempts.map(([attempt, isLast]) => [attempt, isLast]),
    [
      [1, false],
      [2, false],
      [3, true],
    ],
  )
  const waits = attempts.slice(1).map(([, , at], index) => at - attempts[index]![2])
  assert.ok(waits[0]! >= 900 && waits[1]! >= 1_900, `waited ${waits}`)
  assert.equal(log.filter(({ message, msg }) => (message ?? msg) === 'job failed').length, 2)
  await close()
})

test('a job without attempts left is dead, keeps its error, and runs again when an operator retries it', async () => {
  let isFixed = false
  const { queue, close } = await workingQueue(opened, [
    job({
      name: 'test.retried',
      attemptsMax: 2,
      run: async () => {
        if (!isFixed) throw new Error('the disk is on fire')
      },
    }),
  ])
  const ids = [await addTo(queue, 'test.retried'), await addTo(queue, 'test.retried')]
  for (const id of ids) await isIn(id, 'dead')
  const dead = (await listJobs(db, 'dead', 10)).filter(({ name }) => name === 'test.retried')
  assert.deepEqual(new Set(dead.map(({ id }) => id)), new Set(ids))
  for (const one of dead) {
    assert.deepEqual(
      [one.error, one.attempts, one.attemptsMax, one.companyId],
      ['the disk is on fire', 2, 2, companyId],
    )
  }
  assert.equal(await retryDeadJobs(db, newId()), 0)
  isFixed = true
  assert.equal(await retryDeadJobs(db, ids[0]), 1)
  await isIn(ids[0]!, 'done')
  assert.equal(await stateOf(ids[1]!), 'dead')
  assert.equal(await retryDeadJobs(db), 1)
  await isIn(ids[1]!, 'done')
  await close()
})

test('a job without a slot returns to the queue for a while without using an attempt', async () => {
  const attempts: { attempt: number; at: number }[] = []
  const afterMs = 300
  const { queue, close } = await workingQueue(opened, [
    job({
      name: 'test.deferred',
      async run(_, { job: { attempt } }) {
        attempts.push({ attempt, at: performance.now() })
        if (attempts.length < 3) throw new Deferred('The slots are taken.', afterMs)
        return undefined
      },
    }),
  ])
  await isIn(await addTo(queue, 'test.deferred'), 'done')
  assert.deepEqual(
    attempts.map(({ attempt }) => attempt),
    [1, 1, 1],
  )
  // Node and PostgreSQL round differently.
  assert.ok(attempts[2]!.at - attempts[0]!.at >= 2 * afterMs - 10)
  await close()
})

test('jobs of a kind run up to its concurrency, and the next job starts as soon as one ends', async () => {
  let running = 0
  let most = 0
  let done = 0
  const { queue, close } = await workingQueue(opened, [
    job({
      name: 'test.crowd',
      concurrency: 3,
      hasNoCompany: true,
      run: async () => {
        most = Math.max(most, ++running)
        await wait(10)
        running--
        done++
      },
    }),
  ])
  const start = performance.now()
  await changeAs(db, companyId, async (trx) => {
    for (let turn = 0; turn < 100; turn++) await queue.add(trx, 'test.crowd', {})
    return { result: undefined, events: [] }
  })
  await until('all done', () => done === 100)
  assert.equal(most, 3)
  assert.ok(performance.now() - start < 10_000)
  await close()
})

test('one job per key waits at a time, and a job added during a run starts after it', async () => {
  const gate = held()
  let runs = 0
  const { queue, close } = await workingQueue(opened, [
    job({
      name: 'test.keyed',
      concurrency: 4,
      run: async () => {
        if (++runs === 1) await gate.promise
      },
    }),
  ])
  const key = { singletonKey: 'one' }
  const first = await addTo(queue, 'test.keyed', {}, { ...key, startAfter: new Date(Date.now() + 1_000) })
  assert.equal(await addTo(queue, 'test.keyed', {}, key), undefined)
  await isIn(first, 'running')
  const second = await addTo(queue, 'test.keyed', {}, key)
  assert.notEqual(second, undefined)
  await isIn(second, 'done')
  gate.resolve()
  await isIn(first, 'done')
  assert.equal(runs, 2)
  await close()
})

test('a job with a start time does not run before it', async () => {
  const ran: number[] = []
  const { queue, close } = await workingQueue(opened, [
    job({ name: 'test.later', run: async () => void ran.push(Date.now()) }),
  ])
  const at = Date.now() + 1_500
  const id = await addTo(queue, 'test.later', {}, { startAfter: new Date(at) })
  assert.equal(await stateOf(id), 'waiting')
  await isIn(id, 'done')
  assert.ok(ran[0]! >= at)
  await close()
})

test('a job that takes too long is aborted and counts as failed', async () => {
  const aborted = Promise.withResolvers<unknown>()
  const { queue, close } = await workingQueue(opened, [
    job({
      name: 'test.slow',
      timeoutSeconds: 1,
      run: (_, { job }: JobContext) =>
        new Promise<undefined>(() =>
          job.signal.addEventListener('abort', () => aborted.resolve(job.signal.reason)),
        ),
    }),
  ])
  const id = await addTo(queue, 'test.slow')
  assert.match(String(await aborted.promise), /longer than 1 seconds/)
  await isIn(id, 'dead')
  assert.match((await findJob(db, companyId, kinds, id))!.error!, /longer than 1 seconds/)
  await close()
})

test('a job that reports a permanent error is not retried', async () => {
  const run = async () => ({ fault: 'There is no such file.' })
  const { queue, close } = await workingQueue(opened, [job({ name: 'test.refused', attemptsMax: 3, run })])
  const id = await addTo(queue, 'test.refused')
  await isIn(id, 'done')
  const { error, outcome, progress, attempts } = (await findJob(db, companyId, kinds, id))!
  assert.deepEqual(
    [error, outcome, progress, attempts],
    ['There is no such file.', { fault: 'There is no such file.' }, 0, 1],
  )
  await close()
})

test("a job's progress is visible only to its company", async () => {
  const half = Promise.withResolvers<void>()
  const gate = held()
  const { queue, close } = await workingQueue(opened, [
    job({
      name: 'test.progress',
      run: async (_, { job }: JobContext) => {
        await job.progress(0.5)
        half.resolve()
        await gate.promise
      },
    }),
  ])
  const id = await addTo(queue, 'test.progress')
  await half.promise
  const status = (await findJob(db, companyId, kinds, id))!
  assert.deepEqual([status.state, status.progress, status.attempts], ['running', 0.5, 1])
  const other = (await createCompany(db, await createEnterprise(db, 'Globex Group'), 'Globex')) as CompanyId
  assert.equal(await findJob(db, other, kinds, id), undefined)
  gate.resolve()
  await isIn(id, 'done')
  assert.equal((await findJob(db, companyId, kinds, id))!.progress, 1)
  await close()
})

describe('when the server stops', () => {
  test('when the server stops, it waits for running jobs', async () => {
    let isDone = false
    const started = Promise.withResolvers<void>()
    const { queue, close } = await workingQueue(opened, [
      job({
        name: 'test.drained',
        run: async () => {
          started.resolve()
          await wait(500)
          isDone = true
        },
      }),
    ])
    const id = await addTo(queue, 'test.drained')
    const next = await addTo(queue, 'test.drained')
    await started.promise
    await close()
    assert.ok(isDone)
    assert.deepEqual([await stateOf(id), await stateOf(next)], ['done', 'waiting'])
  })

  test('when the server stops, jobs that take too long return to the queue without using up an attempt', async () => {
    const started = Promise.withResolvers<void>()
    const attempts: number[] = []
    const kind = job({
      name: 'test.cut',
      run: async (_, { job }: JobContext) => {
        attempts.push(job.attempt)
        if (attempts.length > 1) return
        started.resolve()
        await once(job.signal, 'abort')
        throw new Error('stopped')
      },
    })
    const first = await workingQueue(opened, [kind])
    const id = await addTo(first.queue, 'test.cut')
    await started.promise
    await first.close(100)
    assert.equal(await stateOf(id), 'waiting')
    const second = await workingQueue(opened, [kind])
    await isIn(id, 'done')
    assert.deepEqual(attempts, [1, 1])
    await second.close()
  })
})

test('a periodic job runs once per period, with any number of nodes', async () => {
  let runs = 0
  const kind = job({ name: 'test.periodic', everySeconds: 3_600, run: async () => void runs++ })
  for (let turn = 0; turn < 3; turn++) {
    const nodes = await Promise.all([workingQueue(opened, [kind]), workingQueue(opened, [kind])])
    await wait(300)
    for (const { close } of nodes) await close()
  }
  assert.equal(runs, 1)
})

test('jobs are counted by name and state', async () => {
  const counts = await countJobs(db)
  assert.ok(counts.some((row) => row.name === 'test.soon' && row.state === 'done' && row.jobs === 5))
})

test('a change of a kind in the code updates the database', async () => {
  const kind = job({ name: 'test.changed', attemptsMax: 1, run: async () => {} })
  await (await workingQueue(opened, [kind])).close()
  await (await workingQueue(opened, [{ ...kind, attemptsMax: 7 }])).close()
  const { rows } = await sql`select retry_limit from pgboss.queue where name = 'test.changed'`.execute(db)
  assert.deepEqual(rows, [{ retry_limit: 6 }])
})

describe('a running job', () => {
  const script = fileURLToPath(new URL('support/job-process.ts', import.meta.url))
  const leaseSeconds = 2
  const isAlone = config.database.kind === 'embedded'
  type Run = { attempt: number; signal: AbortSignal }

  /** Starts one process that runs the job. `work` starts another process, whose runs are in `runs`. */
  async function inHand(t: TestContext) {
    const { database, dataDirectory } = await freshConfig()
    const open = await openDatabase(database)
    const company = await createCompany(open.db, await createEnterprise(open.db, 'Acme Group'), 'Acme')
    const adding = await workingQueue(open, [{ ...endless, concurrency: 0 }])
    const id = await changeAs(open.db, company, async (trx) => ({
      result: (await adding.queue.add(trx, endless.name, { companyId: company }))!,
      events: [],
    }))
    await adding.close()
    await open.close()
    const args = [
      script,
      dataDirectory,
      `${leaseSeconds}`,
      ...(database.kind === 'postgres' ? [database.url] : []),
    ]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    t.after(() => child.kill('SIGKILL'))
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (text) => {
      said += text
    })
    await until('running', () => said.includes('running'))
    return {
      child,
      says: (word: string) => until(word, () => said.includes(word)),
      async work() {
        const again = await openDatabase(database)
        t.after(() => again.close())
        const runs: Run[] = []
        const gate = held()
        const run = async (_: object, { job: { attempt, signal } }: JobContext) => {
          runs.push({ attempt, signal })
          await gate.promise
          return { id }
        }
        const working = await workingQueue(again, [{ ...endless, run }], undefined, { leaseSeconds, isAlone })
        t.after(() => working.close())
        return { runs, end: gate.resolve, find: () => findJob(again.db, company, [endless.name], id) }
      },
    }
  }

  test('a running job of a killed process runs again before its timeout', async (t) => {
    const { child, work } = await inHand(t)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const { runs, end, find } = await work()
    await until('run', () => runs.length === 1)
    assert.equal(runs[0]!.attempt, 2)
    // A slow job keeps its lease, so it is not dead.
    await wait(3 * leaseSeconds * 1_000)
    assert.deepEqual([runs.length, runs[0]!.signal.aborted], [1, false])
    end()
    await until('done', async () => (await find())!.state === 'done')
  })

  test('a running job of a frozen process is taken over, and results of the frozen process are ignored', {
    skip: isAlone && 'the embedded engine serves one process',
  }, async (t) => {
    const { child, says, work } = await inHand(t)
    child.kill('SIGSTOP')
    const { runs, end, find } = await work()
    await until('run', () => runs.length === 1)
    child.kill('SIGCONT')
    await says('Another process has taken over the job.')
    await says('ended')
    const { state, attempts } = (await find())!
    assert.deepEqual([state, attempts, runs.length, runs[0]!.signal.aborted], ['running', 2, 1, false])
    end()
    await until('done', async () => (await find())!.state === 'done')
    assert.deepEqual((await find())!.outcome, { id: (await find())!.id })
  })
})

test('a job created before the clock was set back runs immediately', async () => {
  const ran = Promise.withResolvers<number>()
  const first = await workingQueue(opened, [{ ...back, concurrency: 0 }])
  const id = await addTo(first.queue, back.name)
  await first.close()
  await sql`
    update pgboss.job_common set created_on = created_on + interval '6 hours', start_after = start_after + interval '6 hours'
    where id = ${id}`.execute(db)
  await sql`update pgboss.queue set monitor_claim_on = now() + interval '6 hours'`.execute(db)
  await workingQueue(opened, [{ ...back, run: async (_, { job }) => void ran.resolve(job.attempt) }])
  assert.equal(await ran.promise, 1)
  await isIn(id, 'done')
  const { rows } = await sql`select from pgboss.queue where monitor_claim_on > now()`.execute(db)
  assert.equal(rows.length, 0)
})

test('a service that stops right after its start leaves no job query waiting', async () => {
  for (let time = 0; time < 3; time++) {
    const { admission, close } = await startService()
    await close()
    assert.deepEqual([admission.taken(), admission.waiting('background')], [0, 0])
  }
})
