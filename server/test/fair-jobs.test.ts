// Engines: embedded, postgres
// Companies share the slots of each queue. A company with a single job is served next, regardless of the backlog of
// others, and the cost of fetching jobs does not grow with the backlog.

import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { sql } from 'kysely'
import { jobs } from '../src/background-jobs.ts'
import { createCompany, createEnterprise } from '../src/companies/queries.ts'
import { openDatabase } from '../src/db/database.ts'
import { asCompany, inTransaction } from '../src/db/tenancy.ts'
import { mayStart, noGroup, slotDealer } from '../src/fair-share.ts'
import { purgeIdempotencyKeys } from '../src/http/endpoints/purge-idempotency-keys.ts'
import { type CompanyId, newId } from '../src/ids.ts'
import { claimJobs, groupsPerLook, waitingGroups } from '../src/jobs/claim.ts'
import { companyJob } from '../src/jobs/company-job.ts'
import { dueJobs } from '../src/jobs/due.ts'
import { countOpen } from '../src/jobs/job-status.ts'
import type { Job, JobContext } from '../src/jobs/queue.ts'
import type { Queue } from '../src/services.ts'
import { asOwner } from './support/companies.ts'
import { job, workingQueue } from './support/jobs.ts'
import { type PlanNode, planOf, type Recorded, recording } from './support/plans.ts'
import { freshConfig } from './support/service.ts'
import { until } from './support/until.ts'

const opened = await openDatabase((await freshConfig()).database)
const { db } = opened
after(() => opened.close())

const backlog = 60
const newCompanyId = () => newId() as CompanyId

describe('job slots', () => {
  test('one or two companies never get all job slots', () => {
    for (const slots of [2, 4, 8, 16]) {
      const deal = slotDealer()
      const dealt = deal(['a'], slots, new Map())
      assert.ok(dealt.get('a')! < slots, `${slots}`)
      if (slots > 2) {
        const two = deal(['a', 'b'], slots, new Map())
        assert.ok(two.get('a')! + two.get('b')! < slots, `${slots}`)
      }
    }
  })

  test('job slots go to the company with the fewest running jobs, then to the company served longest ago', () => {
    const deal = slotDealer()
    const one = (waiting: string[], running: Record<string, number>) =>
      [...deal(waiting, 1, new Map(Object.entries(running))).keys()][0]
    assert.equal(one(['a', 'b', 'c'], { a: 2, b: 1 }), 'c')
    assert.deepEqual(
      Array.from({ length: 6 }, () => one(['a', 'b'], {})),
      ['a', 'b', 'a', 'b', 'a', 'b'],
    )
    assert.equal(one(['a', 'b', 'new'], {}), 'new')
  })

  test('job slots can all go to jobs without a company', () => {
    assert.deepEqual(slotDealer()([noGroup], 3, new Map()), new Map([[noGroup, 3]]))
    assert.equal(mayStart(0, 0), false)
  })
})

const ofCompanies = jobs.filter(
  ({ everySeconds, hasNoCompany }) => everySeconds === undefined && !hasNoCompany,
)

/** A job of this kind that runs until the test ends it. */
function gated(kind: Job) {
  const running: { companyId: CompanyId; end(): void }[] = []
  const run = ({ companyId }: { companyId: CompanyId }, { job: { signal } }: JobContext) =>
    new Promise<undefined>((resolve) => {
      const end = () => {
        const at = running.findIndex((one) => one.end === end)
        if (at >= 0) running.splice(at, 1)
        resolve(undefined)
      }
      signal.addEventListener('abort', end)
      running.push({ companyId, end })
    })
  return { running, kind: { ...kind, run } as Job }
}

const add = (queue: Queue, name: string, companyId: CompanyId, count: number) =>
  inTransaction(db, async (trx) => {
    for (let at = 0; at < count; at++) await queue.add(trx, name, { companyId })
  })

describe('a flood of jobs of one company', () => {
  for (const kind of ofCompanies) {
    test(`a flood of jobs of one company leaves a slot of ${kind.name} for the next company`, async () => {
      const [flooding, newcomer] = [newCompanyId(), newCompanyId()]
      const { running, kind: gatedKind } = gated(kind)
      const { queue, close } = await workingQueue(opened, [gatedKind])
      await add(queue, kind.name, flooding, backlog)
      await until('at work', () => running.length > 0)
      await add(queue, kind.name, newcomer, 1)
      // No job of the flood has ended by then.
      await until('served', () => running.some(({ companyId }) => companyId === newcomer))
      await close(0)
      await sql`delete from pgboss.job_common where name = ${kind.name}`.execute(db)
    })
  }
})

describe('jobs of more companies than there are slots', () => {
  for (const kind of ofCompanies) {
    test(`with more companies than slots, a new company gets the next free slot of ${kind.name}`, async () => {
      const newcomer = newCompanyId()
      const { running, kind: gatedKind } = gated(kind)
      const { queue, close } = await workingQueue(opened, [gatedKind])
      for (let at = 0; at < kind.concurrency + 2; at++) await add(queue, kind.name, newCompanyId(), 5)
      await until('all slots', () => running.length === kind.concurrency)
      await add(queue, kind.name, newcomer, 1)
      running[0]!.end()
      await until('next', () => running.length === kind.concurrency)
      assert.equal(running.at(-1)!.companyId, newcomer)
      await close(0)
      await sql`delete from pgboss.job_common where name = ${kind.name}`.execute(db)
    })
  }
})

/** Periodic jobs that do not serve companies in turn, because one statement covers all companies. */
const ofAll = ['token.purge', 'connected_apps.purge', 'job.purge', 'audit.purge', 'webhook.find']

describe('a periodic job', () => {
  for (const kind of jobs.filter(({ everySeconds }) => everySeconds !== undefined)) {
    if (ofAll.includes(kind.name)) continue
    test(`${kind.name} serves companies in turn and continues after one fails`, async () => {
      const ids: CompanyId[] = []
      const enterprise = await createEnterprise(db, `For ${kind.name}`)
      for (const name of ['Flood', 'Broken', 'Next']) ids.push(await createCompany(db, enterprise, name))
      const [flooding, broken, next] = ids
      const done: CompanyId[] = []
      async function* steps(_: JobContext, companyId: CompanyId) {
        if (companyId === broken) throw new Error('out of order')
        for (let step = 0; step < (companyId === flooding ? 50 : 1); step++) {
          done.push(companyId)
          yield
        }
      }
      assert.ok('steps' in kind, 'made by companyJob')
      const context = { db, job: { signal: new AbortController().signal } } as JobContext
      await assert.rejects(companyJob({ ...kind, steps }).run({}, context), /out of order/)
      assert.equal(done.filter((id) => id === flooding).length, 50)
      assert.ok(done.indexOf(next!) < done.indexOf(flooding!) + ids.length)
    })
  }

  test('a periodic job deletes expired rows of a company with a small number of rows before it finishes a company with many', async () => {
    const enterprise = await createEnterprise(db, 'Acme Group')
    const ids = [await createCompany(db, enterprise, 'Acme'), await createCompany(db, enterprise, 'Globex')]
    const [many, few] = ids.toSorted()
    const oldKeys = async (companyId: CompanyId, count: number) =>
      asCompany(db, companyId, (trx) =>
        sql`insert into idempotency_keys (company_id, client_id, key, fingerprint, created_at)
          select ${companyId}, ${newId()}, n::text, '', now() - interval '2 days'
          from generate_series(1, ${count}::int) n`.execute(trx),
      )
    const left = async (companyId: CompanyId) =>
      asCompany(db, companyId, async (trx) => {
        const { rows } = await sql<{ keys: number }>`
          select count(*) as keys from idempotency_keys where company_id = ${companyId}`.execute(trx)
        return rows[0]!.keys
      })
    await oldKeys(many!, 2_500)
    await oldKeys(few!, 1)
    // The job's time ends after the first company has been served twice.
    const signal = {
      get aborted() {
        return isServedTwice
      },
    }
    let isServedTwice = false
    const context = { db, job: { signal } } as JobContext
    const { steps } = purgeIdempotencyKeys
    let served = 0
    const counted = companyJob({
      ...purgeIdempotencyKeys,
      async *steps(given, companyId) {
        for await (const step of steps(given, companyId)) {
          if (companyId === many && ++served === 2) isServedTwice = true
          yield step
        }
      },
    })
    await counted.run({}, context)
    assert.deepEqual([await left(many!), await left(few!)], [500, 0])
  })
})

test('a job that requires a company is rejected without a company', async () => {
  const { queue, close } = await workingQueue(opened, [job({ name: 'test.unnamed', run: async () => {} })])
  const adding = inTransaction(db, (trx) => queue.add(trx, 'test.unnamed', {}))
  await assert.rejects(adding, /must name its company/)
  await close()
})

test('more companies than one fetch returns are all served', async () => {
  const companies = groupsPerLook + 50
  const { running, kind } = gated(job({ name: 'test.many', concurrency: 2_000, run: async () => {} }))
  const first = await workingQueue(opened, [{ ...kind, concurrency: 0 }])
  await inTransaction(db, async (trx) => {
    for (let at = 0; at < companies; at++)
      await first.queue.add(trx, kind.name, { companyId: newCompanyId() })
  })
  await first.close()
  const { close } = await workingQueue(opened, [kind])
  await until('all', () => running.length === companies)
  await close(0)
  await sql`delete from pgboss.job_common where name = ${kind.name}`.execute(db)
})

test('fetching and counting jobs uses index scans at any backlog', async () => {
  const company = newCompanyId()
  await sql`
    insert into pgboss.queue (name, policy, retry_limit, retry_delay, retry_backoff, expire_seconds, retention_seconds,
      deletion_seconds, partition, table_name)
    values ('test.backlog', 'short', 1, 1, false, 60, 60, 60, false, 'job_common') on conflict do nothing`.execute(
    db,
  )
  await sql`
    insert into pgboss.job_common (id, name, data, group_id, start_after, policy, singleton_key)
    select gen_random_uuid(), 'test.backlog', '{}', ${company}, now() + (n % 3 - 1) * interval '1 hour', 'short', n::text
    from generate_series(1, 20000) n`.execute(db)
  await asOwner(db, sql`analyze pgboss.job_common`)
  const asked: Recorded[] = []
  const recorder = recording(asked, { jobs: 0 })
  await waitingGroups(recorder, 'test.backlog', undefined)
  await waitingGroups(recorder, 'test.backlog', company)
  await claimJobs(recorder, 'test.backlog', new Map([[company, 3]]))
  await dueJobs(recorder, ['test.backlog', 'test.other'])
  await countOpen(recorder, company, 'test.backlog').catch(() => {})
  assert.equal(asked.length, 5)
  for (const one of asked) {
    await db.connection().execute(async (connection) => {
      for (const kind of ['custom', 'generic'] as const) {
        const plan = await planOf(connection, one, kind)
        assert.deepEqual(scansOf(plan), [], `${kind}: ${one.sql}\n${JSON.stringify(plan, null, 1)}`)
      }
    })
  }
  await sql`delete from pgboss.job_common where name = 'test.backlog'`.execute(db)
})

/** Plan nodes that read or sort all waiting jobs. */
function scansOf(node: PlanNode): string[] {
  const isScan = node['Relation Name'] === 'job_common' && /Seq Scan|Bitmap/.test(node['Node Type'])
  const isSort = node['Node Type'] === 'Sort'
  return [
    ...(isScan || isSort ? [`${node['Node Type']} ${node['Relation Name'] ?? ''}`] : []),
    ...(node.Plans ?? []).flatMap(scansOf),
  ]
}
