// Engines: postgres
// Limits for the imports of one company, which do not delay other companies or exceed the company's share.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { importAsset } from '../src/assets/import-job.ts'
import { newCompany } from './support/companies.ts'
import { held } from './support/held.ts'
import { hurry, importer, serving, source } from './support/imports.ts'
import { startService } from './support/service.ts'
import { until } from './support/until.ts'
import { picture } from './support/uploads.ts'

const service = await startService({ env: { OUTBOUND_LOOPBACK: 'true' } })
const { db } = service
const png = await picture()

/** A source that responds when the test tells it to. */
async function slow(address?: string) {
  const go = held()
  const { url, seen } = await source(async (_, response) => {
    await go.promise
    response.end(png)
  }, address)
  return { url, seen, go: () => go.resolve() }
}

test("a company with slow sources delays no other company's imports, and all its imports finish", async () => {
  const [acme, globex] = [await newCompany(service, 'Acme'), await newCompany(service, 'Globex')]
  const { url, seen, go } = await slow()
  const jobs = await Promise.all(Array.from({ length: 8 }, () => importer(acme).ask(url)))
  await until('four run', () => seen.length === 4)
  await importer(globex).imported((await serving(png)).url)
  assert.equal(seen.length, 4)
  go()
  for (const job of jobs) assert.equal((await importer(acme).ended(job)).status, 'done')
  assert.equal(seen.length, 8)
})

test('a host that never responds holds at most half of the slots, for any number of companies', async () => {
  const { url, seen, go } = await slow('127.0.0.2')
  const flood = await Promise.all(
    Array.from({ length: 6 }, async (_, at) => importer(await newCompany(service, `Flood ${at}`))),
  )
  const jobs = await Promise.all(
    flood.map(async ({ ask, ended }) => {
      const asked = await Promise.all(Array.from({ length: 4 }, () => ask(url)))
      return () => Promise.all(asked.map(ended))
    }),
  )
  const half = importAsset.concurrency / 2
  await until('half of the slots are taken', () => seen.length === half)
  const hooli = await newCompany(service, 'Hooli')
  await importer(hooli).imported((await serving(png)).url)
  assert.equal(seen.length, half)
  go()
  for (const ended of jobs) for (const { status } of await ended()) assert.equal(status, 'done')
})

test('fifty concurrent imports beyond the queue limit are only accepted up to the limit', async () => {
  const initech = await newCompany(service, 'Initech')
  const { url, seen, go } = await slow()
  const { post, ask } = importer(initech)
  await Promise.all([ask(url), ask(url)])
  await until('two run', () => seen.length === 2)
  const data = JSON.stringify({ companyId: initech.companyId })
  await sql`
    insert into pgboss.job_common (id, name, data, group_id, state, start_after, policy, singleton_key)
    select gen_random_uuid(), 'asset.import', ${data}::jsonb, ${initech.companyId}, 'created', now() + interval '1 day', 'short',
      n || ${initech.companyId} from generate_series(1, 988) n`.execute(db)
  const answers = await Promise.all(Array.from({ length: 50 }, () => post(url)))
  const taken = answers.filter(({ status }) => status === 202)
  const refused = answers.filter(({ status }) => status === 422)
  assert.deepEqual([taken.length, refused.length], [10, 40])
  assert.match(refused[0]!.body.url[0], /limit of 1000 pending imports/)
  await sql`
    delete from pgboss.job_common
    where data ->> 'companyId' = ${initech.companyId} and state < 'active'`.execute(db)
  go()
})

test('an import stops at the quota and does not start when the quota is used up', async () => {
  const quota = 100_000
  const small = await startService({ env: { OUTBOUND_LOOPBACK: 'true', STORAGE_QUOTA_BYTES: `${quota}` } })
  const hooli = await newCompany(small, 'Hooli')
  let sent = 0
  const endless = await source((_, response) => {
    const more = () => {
      for (let goes = true; goes && !response.destroyed; sent += 10_000)
        goes = response.write(Buffer.alloc(10_000))
    }
    response.on('drain', more)
    more()
  })
  assert.equal(
    await importer(hooli).failed(endless.url),
    'The file exceeds the storage quota: 0 of 100000 bytes are used.',
  )
  assert.ok(sent < 20_000_000, `${sent}`)

  const busy = await source((_, response, count) =>
    count === 1 ? response.writeHead(503).end() : response.end(png),
  )
  const job = await importer(hooli).ask(busy.url)
  await until(
    'tried',
    async () => busy.seen.length === 1 && (await importer(hooli).jobOf(job)).status === 'waiting',
  )
  await small.db.updateTable('companies').set({ stored_bytes: quota }).execute()
  await hurry(small.db)
  assert.match((await importer(hooli).ended(job)).error, /exceeds the storage quota: 100000 of 100000/)
  assert.equal(busy.seen.length, 1)
  await small.close()
})
