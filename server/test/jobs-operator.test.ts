// Engines: postgres
// Background jobs as operators see them, and the periodic jobs of the core.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { createCompany, createEnterprise } from '../src/companies/queries.ts'
import { openDatabase } from '../src/db/database.ts'
import { asCompany } from '../src/db/tenancy.ts'
import { purgeIdempotencyKeys } from '../src/http/endpoints/purge-idempotency-keys.ts'
import { newId, publicId } from '../src/ids.ts'
import { listJobs } from '../src/jobs/job-status.ts'
import { purgeFinishedJobs } from '../src/jobs/purge-finished-jobs.ts'
import { purgeEndedTokens } from '../src/oauth/purge-job.ts'
import { purgeTokens } from '../src/oauth/queries.ts'
import { runCommand } from './support/commands.ts'
import { asOwner, changeAs, newCompany, send } from './support/companies.ts'
import { environmentOf } from './support/environment.ts'
import { job, workingQueue } from './support/jobs.ts'
import { freshConfig, startService } from './support/service.ts'

const service = await startService()
const acme = await newCompany(service, 'Acme')
const context = {
  db: service.db,
  liveTokensMax: service.config.liveTokensMax,
  job: {
    id: newId(),
    attempt: 1,
    isLastAttempt: true,
    signal: new AbortController().signal,
    progress: async () => {},
  },
} as never

test('/metrics counts jobs by name and state', async () => {
  let text = ''
  while (!text.includes('atelier_jobs{kind="token.purge",state="done"} 1')) {
    await wait(50)
    text = (await send(service, 'GET', '/metrics')).text
  }
  assert.match(text, /^# TYPE atelier_jobs gauge$/m)
})

test('idempotency keys are purged after a day, and newer keys are kept', async () => {
  for (const key of ['old', 'new']) {
    await acme.post('/api/folders', { name: `purge ${key}` }, { 'idempotency-key': key })
  }
  const keys = () =>
    asCompany(service.db, acme.companyId, (trx) =>
      trx.selectFrom('idempotency_keys').select('key').orderBy('key').execute(),
    )
  await asCompany(service.db, acme.companyId, (trx) =>
    trx
      .updateTable('idempotency_keys')
      .set({ created_at: sql`now() - interval '24 hours 1 second'` })
      .where('key', '=', 'old')
      .execute(),
  )
  await purgeIdempotencyKeys.run({}, context)
  assert.deepEqual(await keys(), [{ key: 'new' }])
})

test('expired tokens are purged after a month, and live tokens are kept', async () => {
  const client = await service.db
    .selectFrom('access_tokens')
    .select(['client_id', 'scopes'])
    .executeTakeFirstOrThrow()
  const hash = Buffer.alloc(32, 1)
  const issued_at = new Date('2020-01-01')
  await service.db
    .insertInto('access_tokens')
    .values({ ...client, hash, issued_at, expires_at: new Date('2020-01-02') })
    .execute()
  await purgeEndedTokens.run({}, context)
  const left = await service.db.selectFrom('access_tokens').select('hash').execute()
  assert.ok(left.length > 0 && left.every((row) => !row.hash.equals(hash)))
  assert.equal((await acme.get('/api/user')).status, 200)
})

test('expired tokens are purged in batches of limited size', async () => {
  const { db } = service
  const [live] = await db.selectFrom('access_tokens').select(['client_id', 'scopes']).execute()
  for (const [count, year] of [
    [1_200, 2020],
    [300, 2040],
  ] as const)
    await sql`
      insert into access_tokens (hash, client_id, scopes, issued_at, expires_at)
      select sha256(convert_to(${year}::text || n, 'utf8')), ${live!.client_id}, ${live!.scopes}, make_date(${year}, 1, 1),
        make_date(${year}, 1, 2) from generate_series(1, ${count}) n`.execute(db)
  await asOwner(db, sql`create table batches (size int)`)
  await asOwner(
    db,
    sql`create function note_batch() returns trigger language plpgsql security definer as
      $$ begin insert into public.batches select count(*) from gone; return null; end $$`,
  )
  await asOwner(
    db,
    sql`create trigger batch after delete on access_tokens referencing old table as gone
      for each statement execute function note_batch()`,
  )
  const before = new Date('2025-01-01')
  assert.equal(await purgeTokens(db, before, 500), 1_200)
  const batches = await asOwner(db, sql<{ size: number }>`select size from batches`)
  assert.deepEqual(
    batches.map(({ size }) => size),
    [500, 500, 200],
  )
  const left = await db.selectFrom('access_tokens').select('expires_at').execute()
  assert.ok(left.length >= 301 && left.every(({ expires_at }) => expires_at >= before))
  await asOwner(db, sql`drop trigger batch on access_tokens`)
})

test('finished jobs are purged after a day, and dead and waiting jobs are kept', async () => {
  const rows = [
    ['done', 'completed', '25 hours'],
    ['just done', 'completed', '23 hours'],
    ['dead', 'failed', '25 hours'],
    ['waiting', 'created', '25 hours'],
  ]
  for (const [what, state, ago] of rows) {
    await sql`
      insert into pgboss.job_common (name, data, state, singleton_key, created_on, completed_on, policy)
      values ('job.purge', ${JSON.stringify({ what })}::jsonb, ${state}::text::pgboss.job_state, ${what},
        now() - ${ago}::interval, now() - ${ago}::interval, 'short')`.execute(service.db)
  }
  await purgeFinishedJobs.run({}, context)
  const { rows: left } = await sql<{ what: string }>`
    select data ->> 'what' as what from pgboss.job_common where data ? 'what' order by 1`.execute(service.db)
  assert.deepEqual(left, [{ what: 'dead' }, { what: 'just done' }, { what: 'waiting' }])
  await sql`delete from pgboss.job_common where data ? 'what'`.execute(service.db)
})

test('`job list` shows dead jobs and `job retry` runs them again', async () => {
  const config = await freshConfig()
  const { database } = config
  const opened = await openDatabase(database)
  const company = await createCompany(opened.db, await createEnterprise(opened.db, 'Acme Group'), 'Acme')
  const failing = job({
    name: 'test.fails',
    run: async () => Promise.reject(new Error('no such file\u001b[31m')),
  })
  const { queue, close } = await workingQueue(opened, [failing])
  const id = await changeAs(opened.db, company, async (trx) => ({
    result: (await queue.add(trx, 'test.fails', { companyId: company }))!,
    events: [],
  }))
  while ((await listJobs(opened.db, 'dead', 1)).length === 0) await wait(20)
  await close()
  await opened.close()

  const run = (...args: string[]) => runCommand(environmentOf(config), args)
  const name = publicId('job', id)
  const list = await run('job', 'list')
  assert.match(
    list.out,
    new RegExp(`^JOB .*ERROR\n${name}  test.fails  cmp_\\w{26}  1 of 1 .* no such file\\?\\[31m\n$`),
  )
  const { jobs } = JSON.parse((await run('job', 'list', '--state', 'dead', '--json')).out)
  assert.deepEqual(
    jobs.map((row: Record<string, unknown>) => [row.job_id, row.state, row.attempts, row.company_id]),
    [[name, 'dead', 1, publicId('company', company)]],
  )
  assert.deepEqual(JSON.parse((await run('job', 'retry', name, '--json')).out), { retried: 1 })
  assert.deepEqual(await run('job', 'retry', name), {
    code: 2,
    out: '',
    err: `There is no dead job ${name}.\n`,
  })
  assert.deepEqual(await run('job', 'retry'), { code: 2, out: '', err: 'Specify a job ID, or --all.\n' })
})
