// Engines: postgres
// The import job, which is retried where that can help, has an effect once, and is visible only to its
// company.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { newId, parseId, publicId } from '../src/ids.ts'
import { listJobs } from '../src/jobs/job-status.ts'
import { printed } from './support/commands.ts'
import { newCaller, newCompany, send } from './support/companies.ts'
import { environmentOf } from './support/environment.ts'
import { held } from './support/held.ts'
import { hurry, importer, runAgain, serving, source, unfinished } from './support/imports.ts'
import { startProcess } from './support/server-process.ts'
import { freshConfig, startOn, startService } from './support/service.ts'
import { until } from './support/until.ts'
import { picture, quiet, settled, upload } from './support/uploads.ts'

const lines: string[] = []
const service = await startService({
  env: { OUTBOUND_LOOPBACK: 'true' },
  log: (line) => void lines.push(line),
})
const { db } = service
const acme = await newCompany(service, 'Acme')
const globex = await newCompany(service, 'Globex')
const { post, ask, jobOf, ended, total } = importer(acme)

async function keysOf() {
  await quiet(service)
  const keys: string[] = []
  for await (const { key } of service.storage.list(acme.companyId)) keys.push(key)
  return keys
}

describe('an import is retried', () => {
  for (const status of [408, 429, 500, 503]) {
    test(`an import is retried after ${status} and succeeds if the source then responds`, async () => {
      const bytes = await picture()
      const { url, seen } = await source((_, response, count) =>
        count === 1 ? response.writeHead(status).end() : response.end(bytes),
      )
      const job = await ask(url)
      await until('tried', async () => seen.length === 1 && (await jobOf(job)).status === 'waiting')
      assert.equal((await jobOf(job)).error, null)
      await hurry(db)
      assert.equal((await ended(job)).status, 'done')
      assert.equal(seen.length, 2)
    })
  }

  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)
  for (const [what, said, seconds] of [
    ['a number of seconds', () => '120', 120],
    ['a time', () => inMinutes(10).toUTCString(), 600],
    ['more than an hour', () => '86400', 3_600],
    ['a past time', () => inMinutes(-10).toUTCString(), 0],
    ['an invalid time', () => 'soon', 0],
  ] as const) {
    test(`an import is retried after its Retry-After, at most an hour later: ${what}`, async () => {
      const { url } = await source((_, response) => response.writeHead(503, { 'retry-after': said() }).end())
      const askedAt = Date.now()
      const job = await ask(url)
      const shown = await until('put off', async () => {
        const waiting = await listJobs(db, 'waiting', 100)
        return waiting.find(({ id, attempts }) => id === parseId('job', job.id) && attempts > 0)
      })
      const waitsSeconds = (shown.startAfter.getTime() - askedAt) / 1_000
      assert.ok(waitsSeconds > seconds - 3 && waitsSeconds < seconds + 40, `${waitsSeconds}`)
      await sql`delete from pgboss.job_common where id = ${parseId('job', job.id)!}`.execute(db)
    })
  }

  test('an import is retried after an interrupted download, and its final failure leaves no dead job for the operator', async () => {
    const { url, seen } = await source((_, response) => {
      response.writeHead(200, { 'content-length': 1_000 }).write('x')
      setTimeout(() => response.destroy(), 10)
    })
    const job = await ask(url)
    await until('given up', async () => {
      if ((await jobOf(job)).status === 'waiting') await hurry(db)
      return (await jobOf(job)).ended_at !== null
    })
    const { status, error } = await jobOf(job)
    assert.deepEqual(
      [status, error],
      [
        'failed',
        'The URL could not be fetched. The host closed the connection before its response was complete.',
      ],
    )
    assert.equal(seen.length, 8)
    assert.ok(!(await listJobs(db, 'dead', 100)).some(({ name }) => name === 'asset.import'))
    assert.deepEqual(await unfinished(service), [])
  })
})

describe('an import creates exactly one asset', () => {
  test('an import creates exactly one asset if its job runs again after it was done', async () => {
    const { url, seen } = await serving(await picture())
    const job = await ask(url)
    const { asset_id } = await ended(job)
    const count = await total()
    await runAgain(db, job)
    assert.equal((await ended(job)).asset_id, asset_id)
    assert.deepEqual([await total(), seen.length], [count, 1])
  })

  test('an import creates exactly one asset even if its job runs twice at the same time', async () => {
    const bytes = await picture()
    const go = held()
    const { url, seen } = await source(async (_, response) => {
      await go.promise
      response.end(bytes)
    })
    const [before, count] = [await keysOf(), await total()]
    const job = await ask(url)
    await until('first', () => seen.length === 1)
    await runAgain(db, job)
    await until('second', () => seen.length === 2)
    go.resolve()
    const { asset_id } = await ended(job)
    assert.equal((await settled(acme, asset_id)).status, 'ready')
    assert.equal(await total(), count + 1)
    // The file and its three renditions.
    await until('the spare file is removed', async () => (await keysOf()).length === before.length + 4)
  })

  test('an import creates exactly one asset if its process is killed midway', {
    timeout: 120_000,
  }, async () => {
    const bytes = await picture()
    const { url, seen } = await source((_, response, count) => {
      if (count > 1) return response.end(bytes)
      return response.writeHead(200, { 'content-length': bytes.length }).write(bytes.subarray(0, 50))
    })
    const config = await freshConfig({ OUTBOUND_LOOPBACK: 'true' })
    const first = await startOn(config)
    const initech = await newCompany(first, 'Initech')
    await first.close()
    const server = await startProcess(config, { OUTBOUND_LOOPBACK: 'true' })
    const authorization = `Bearer ${initech.token}`
    const asked = await send(server, 'POST', '/api/assets', { json: { url }, headers: { authorization } })
    const job = asked.body.data
    await until('begun', () => seen.length === 1)
    server.child.kill('SIGKILL')
    await server.ended

    const second = await startOn(config)
    const get = (path: string) => send(second, 'GET', path, { headers: { authorization } })
    // The lease ends within seconds, even though an attempt may take twenty minutes.
    const done = await until(
      'done',
      async () => {
        const { data } = (await get(`/api/jobs/${job.id}`)).body
        return data.ended_at !== null && data
      },
      60_000,
    )
    assert.deepEqual([done.status, done.error], ['done', null])
    const { data } = (await get('/api/assets')).body
    assert.deepEqual(
      data.map(({ id }: { id: string }) => id),
      [done.asset_id],
    )
    await quiet(second)
    await second.close()
  })
})

test('a stopping server returns its imports to the queue without using up an attempt', async () => {
  const bytes = await picture()
  const { url, seen } = await source((_, response, count) => {
    if (count > 1) return response.end(bytes)
    return response.writeHead(200, { 'content-length': bytes.length }).write(bytes.subarray(0, 50))
  })
  const config = await freshConfig({ OUTBOUND_LOOPBACK: 'true' })
  const first = await startOn(config)
  const initech = await newCompany(first, 'Initech')
  const job = await importer(initech).ask(url)
  await until('begun', () => seen.length === 1)
  await first.close()
  await until('nothing of it is left', async () => (await unfinished(first)).length === 0)
  const second = await startOn(config)
  const authorization = `Bearer ${initech.token}`
  const shown = await until('done', async () => {
    const { body } = await send(second, 'GET', `/api/jobs/${job.id}`, { headers: { authorization } })
    return body.data.ended_at !== null && body.data
  })
  assert.equal(shown.status, 'done')
  const [status] = (await listJobs(second.db, 'done', 100)).filter(({ name }) => name === 'asset.import')
  assert.equal(status!.attempts, 1)
  await quiet(second)
  await second.close()
})

test('two requests with one Idempotency-Key start one job', async () => {
  const { url, seen } = await serving(await picture())
  const headers = { 'idempotency-key': 'import-1' }
  const [first, second] = await Promise.all([post(url, {}, headers), post(url, {}, headers)])
  assert.deepEqual([first.status, second.status], [202, 202])
  assert.deepEqual(first.body, second.body)
  assert.equal(second.headers.get('location'), first.headers.get('location'))
  await ended(first.body.data)
  const third = await post(url, {}, headers)
  assert.deepEqual(third.body, first.body)
  assert.equal(third.headers.get('idempotent-replayed'), 'true')
  assert.equal(seen.length, 1)
  assert.equal((await post(`${url}/other`, {}, headers)).status, 422)
  assert.equal((await upload(service, acme, { bytes: await picture() }, {}, { headers })).status, 422)
})

describe('GET of a job', () => {
  test("GET of a job returns the same 404 for another company's job as for an unknown one", async () => {
    const job = await ask((await serving(await picture())).url)
    await ended(job)
    const seen = async (id: string) => {
      const { status, text } = await globex.get(`/api/jobs/${id}`)
      return { status, text }
    }
    assert.deepEqual(await seen(job.id), await seen(publicId('job', newId())))
    assert.equal((await seen(job.id)).status, 404)
  })

  test('GET of a job returns 404 for internal jobs', async () => {
    await upload(service, acme, { bytes: await picture() })
    await quiet(service)
    const { rows } = await sql<{ id: string }>`
      select id from pgboss.job_common where name = 'asset.renditions'
        and data ->> 'companyId' = ${acme.companyId} limit 1`.execute(db)
    assert.equal((await acme.get(`/api/jobs/${publicId('job', rows[0]!.id)}`)).status, 404)
  })

  test('GET of a job shows an internal error only as «Server Error»', async () => {
    const job = await ask((await source((_, response) => response.writeHead(503).end())).url)
    await until('waiting', async () => (await jobOf(job)).status === 'waiting')
    await sql`
      update pgboss.job_common set state = 'failed', completed_on = now(), output = '{"message":"password=hunter2"}'
      where id = ${parseId('job', job.id)!}`.execute(db)
    const { status, error, progress } = await jobOf(job)
    assert.deepEqual([status, error, progress], ['failed', 'Server Error', 0])
    await sql`delete from pgboss.job_common where id = ${parseId('job', job.id)!}`.execute(db)
  })

  test('GET of a job has an ETag that changes with its status', async () => {
    const job = await ask((await serving(await picture())).url)
    await ended(job)
    const { headers } = await acme.get(`/api/jobs/${job.id}`)
    const again = await acme.get(`/api/jobs/${job.id}`, { 'if-none-match': headers.get('etag')! })
    assert.equal(again.status, 304)
  })
})

test('a secret in a URL appears nowhere', async () => {
  const secret = 'sig-4f0c2ae97b'
  const said = 'An internal description'
  const { url } = await source((_, response, count) => response.writeHead(count === 1 ? 503 : 404).end())
  const job = await ask(`${url}/file.png?signature=${secret}`, { description: said })
  await until('tried', async () =>
    lines.some((line) => line.includes('"job failed"') && line.includes('503')),
  )
  await until('waiting', async () => (await jobOf(job)).status === 'waiting')
  const shown = async () => {
    const { rows } = await sql<{ row: string }>`select j::text as row from pgboss.job_common j`.execute(db)
    const listed = [...(await listJobs(db, 'waiting', 1_000)), ...(await listJobs(db, 'done', 1_000))]
    const metrics = await send(service, 'GET', '/metrics')
    return [...rows.map(({ row }) => row), ...lines, JSON.stringify(listed), metrics.text].join('\n')
  }
  const assertSilent = (text: string) => {
    for (const canary of [secret, btoa(secret), said]) assert.ok(!text.includes(canary), canary)
  }
  assertSilent(await shown())
  await hurry(db)
  await ended(job)
  assertSilent(await shown())
  assertSilent((await acme.get(`/api/jobs/${job.id}`)).text)
})

test("neither `job list` nor the executable's log contains the source URL", async () => {
  const config = await freshConfig()
  const first = await startOn(config)
  const initech = await newCompany(first, 'Initech')
  await first.close()
  const server = await startProcess(config, { OUTBOUND_LOOPBACK: 'true', LOG_LEVEL: 'debug' })
  const secret = 'sig-91be03'
  const busy = await source((_, response) => response.writeHead(503).end())
  const gone = await source((_, response) => response.writeHead(404).end())
  const urls = [busy.url, gone.url, 'http://127.0.0.1:1', `https://${secret}.invalid`]
  for (const url of urls) {
    const json = { url: `${url}/${secret}.png?signature=${secret}` }
    const headers = { authorization: `Bearer ${initech.token}` }
    assert.equal((await send(server, 'POST', '/api/assets', { json, headers })).status, 202)
  }
  const about = (message: string) =>
    server.log.filter((line) => line.message === message && line.job === 'asset.import')
  await until('tried', () => about('job failed').length >= 3 && about('job done').length === 1)
  server.child.kill('SIGTERM')
  await server.ended
  const texts = [JSON.stringify(server.log)]
  for (const state of ['waiting', 'done'])
    for (const form of [[], ['--json']]) {
      const text = await printed(environmentOf(config), 'job', 'list', '--state', state, ...form)
      assert.match(text, /asset\.import/)
      texts.push(text)
    }
  for (const canary of [secret, ...urls])
    for (const text of texts) assert.ok(!text.includes(canary), `${canary} in ${text}`)
})

test('a client with only assets:read cannot import, but can see the import jobs of its company', async () => {
  const { enterpriseId, companyId } = acme
  const reader = await newCaller(service, {
    name: 'reader',
    enterpriseId,
    companyId,
    scopes: ['assets:read'],
  })
  assert.equal((await importer(reader).post('https://example.com/')).status, 403)
  const job = await ask((await serving(await picture())).url)
  assert.equal((await importer(reader).ended(job)).status, 'done')
})
