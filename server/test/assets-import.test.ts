// A file that the server fetches: whatever its URL is, it becomes one asset or says why not, and leads nowhere inside.
import assert from 'node:assert/strict'
import dns from 'node:dns/promises'
import { readdir } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import type { AddressInfo } from 'node:net'
import { after, describe, type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import { openFoundation, startApp } from '../src/app.ts'
import type { Config } from '../src/config.ts'
import type { Db } from '../src/db/database.ts'
import { listJobs } from '../src/events/job-status.ts'
import { newId, parseId, publicId } from '../src/ids.ts'
import { type Caller, newCaller, newCompany, send } from './support/companies.ts'
import { startProcess } from './support/server-process.ts'
import { freshConfig, type Service, startService } from './support/service.ts'
import { until } from './support/until.ts'
import { picture, quiet, settled, upload } from './support/uploads.ts'

const bytesMax = 2_000_000
const lines: string[] = []
const service = await startService({
  env: { OUTBOUND_LOOPBACK: 'true', UPLOAD_BYTES_MAX: `${bytesMax}` },
  log: (line) => void lines.push(line),
})
const { db } = service
const acme = await newCompany(service, 'Acme')
const globex = await newCompany(service, 'Globex')

type Answering = (request: IncomingMessage, response: ServerResponse, count: number) => unknown

/** Somebody's server, and how often it was asked. */
async function source(answer: Answering) {
  const seen: string[] = []
  const server = createServer((request, response) => {
    const count = seen.push(request.url!)
    void answer(request, response, count)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, port, seen }
}

const serving = (bytes: Buffer, headers: Record<string, string> = {}) =>
  source((_, response) => response.writeHead(200, headers).end(bytes))

const post = (url: string, fields: object = {}, headers = {}, caller: Caller = acme) =>
  caller.post('/api/assets', { url, ...fields }, headers)

async function ask(url: string, fields: object = {}, caller: Caller = acme) {
  const { status, body, text } = await post(url, fields, {}, caller)
  assert.equal(status, 202, text)
  return body.data as { id: string }
}

const jobOf = async ({ id }: { id: string }, caller: Caller = acme) =>
  (await caller.get(`/api/jobs/${id}`)).body.data

const ended = (job: { id: string }, caller: Caller = acme) =>
  until(`${job.id} has ended`, async () => {
    const shown = await jobOf(job, caller)
    return shown.ended_at !== null && shown
  })

const imported = async (url: string, fields: object = {}, caller: Caller = acme) => {
  const { error, asset_id } = await ended(await ask(url, fields, caller), caller)
  assert.equal(error, null)
  return (await caller.get(`/api/assets/${asset_id}`)).body.data
}

const failed = async (url: string, fields: object = {}, caller: Caller = acme) => {
  const { status, error, asset_id } = await ended(await ask(url, fields, caller), caller)
  assert.deepEqual([status, asset_id], ['failed', null])
  return error as string
}

/** What waits for its next attempt is due now. */
async function hurry(on: Db = db) {
  const due = sql`update pgboss.job_common set start_after = now() where name = 'asset.import' and state < 'active'`
  await due.execute(on)
  await sql`select pg_notify('atelier_jobs', 'asset.import')`.execute(on)
}

/** As the queue does with a job whose process is gone, when its time is over (jobs.test.ts). */
async function runAgain({ id }: { id: string }, on: Db = db) {
  await sql`
    update pgboss.job_common set state = 'retry', retry_count = retry_count + 1, completed_on = null
    where id = ${parseId('job', id)!}`.execute(on)
  await hurry(on)
}

async function keysOf(company = acme.companyId) {
  await quiet(service)
  const keys: string[] = []
  for await (const { key } of service.storage.list(company)) keys.push(key)
  return keys
}

async function startOn(config: Config): Promise<Service> {
  const foundation = await openFoundation(config)
  return { ...foundation, ...(await startApp(config, foundation, pino({ level: 'silent' }))), config }
}

/** Files that are not finished; a folder there is of others. */
async function incoming({ storage }: Pick<Service, 'storage'> = service) {
  const entries = await readdir(storage.incomingDirectory, { withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}
const total = async (caller: Caller = acme) =>
  (await caller.get('/api/assets?with_total=true')).body.meta.total as number

describe('a file at a URL', () => {
  test('becomes an asset with all that is said of it, and its client is told when', async () => {
    const bytes = await picture({ width: 300, height: 200 })
    const { url } = await serving(bytes)
    const folder = (await acme.post('/api/folders', { name: 'Imported' })).body.data
    await acme.post('/api/asset-tags', { name: 'From afar' })
    const fields = {
      name: 'A picture',
      folder_id: folder.id,
      tags: ['from-afar'],
      alt_text: 'Blue',
      description: 'All blue.',
      copyright: '© Acme',
      expires_at: '2030-01-01T00:00:00.000Z',
      external_id: 'dam-77',
      focal_point: { x: 0.25, y: 0.75 },
      metadata: { sku: ['a', 1] },
    }
    const answer = await post(`${url}/some/file.png`, fields)
    assert.equal(answer.status, 202, answer.text)
    const { id, ...job } = answer.body.data
    assert.match(id, /^job_/)
    assert.equal(answer.headers.get('location'), `/api/jobs/${id}`)
    assert.deepEqual(job, {
      type: 'asset.import',
      status: 'waiting',
      progress: 0,
      error: null,
      asset_id: null,
      created_at: job.created_at,
      ended_at: null,
    })
    const { asset_id, ended_at, ...done } = await ended({ id })
    assert.deepEqual([done.status, done.progress, done.error], ['done', 1, null])
    assert.ok(ended_at >= done.created_at)
    const { tags, folder_path, size, width, mime_type, ...asset } = await settled(acme, asset_id)
    const { name: _, ...said } = fields
    for (const [field, value] of Object.entries({ ...said, tags: undefined }))
      if (value !== undefined) assert.deepEqual(asset[field as keyof typeof asset], value, field)
    assert.equal(asset.name, 'A picture')
    assert.deepEqual(
      [folder_path, size, width, mime_type, asset.status],
      ['/Imported', bytes.length, 300, 'image/png', 'ready'],
    )
    assert.ok(
      tags.some(
        ({ name, source }: { name: string; source: string }) => name === 'From afar' && source === 'manual',
      ),
    )
    assert.equal(asset.created_by!.id, publicId('person', acme.ownerId))
    assert.deepEqual(Buffer.from(await (await fetch(asset.url)).arrayBuffer()), bytes)
    assert.deepEqual(await incoming(), [])
  })

  test('is one change of the client that asked, in the request that asked', async () => {
    const { url } = await serving(await picture())
    const answer = await post(url)
    const { asset_id } = await ended(answer.body.data)
    const { body } = await acme.get('/api/changes?since=0&types=asset.created&per_page=1000')
    const events = body.data.filter(({ resource_id }: { resource_id: string }) => resource_id === asset_id)
    assert.equal(events.length, 1)
    assert.deepEqual(events[0].actor, { type: 'client', id: acme.clientId })
    assert.equal(events[0].request_id, answer.headers.get('x-request-id'))
  })

  test('that the company has already is stored once', async () => {
    const bytes = await picture()
    const first = await upload(service, acme, { bytes })
    const before = await keysOf()
    const { url } = await serving(bytes)
    const asset = await imported(url)
    assert.notEqual(asset.id, first.body.data.id)
    assert.equal(asset.checksum, first.body.data.checksum)
    assert.deepEqual((await keysOf()).sort(), before.sort())
  })

  test('is fetched from where its URL redirects to', async () => {
    const { url } = await serving(await picture())
    const away = await source((_, response) =>
      response.writeHead(302, { location: `${url}/moved.png` }).end(),
    )
    assert.equal((await imported(`${away.url}/old.png`)).name, 'moved')
    const round = await source((_, response) => response.writeHead(302, { location: '/again' }).end())
    assert.match(await failed(round.url), /redirects too often/)
  })

  test('tells how far it is while it comes', async () => {
    const bytes = await picture({ width: 900, height: 900, format: 'tiff' })
    const half = Math.floor(bytes.length / 2)
    const finish = Promise.withResolvers<void>()
    const slow = await source(async (_, response) => {
      response.writeHead(200, { 'content-length': bytes.length }).write(bytes.subarray(0, half - 1))
      setTimeout(() => response.write(bytes.subarray(half - 1, half)), 1_200)
      await finish.promise
      response.end(bytes.subarray(half))
    })
    const job = await ask(slow.url)
    const shown = await until('half', async () => {
      const now = await jobOf(job)
      return now.progress > 0 && now
    })
    assert.equal(shown.status, 'running')
    assert.ok(Math.abs(shown.progress - 0.5) < 0.01)
    finish.resolve()
    assert.equal((await ended(job)).status, 'done')
  })
})

describe('it is named', () => {
  for (const [disposition, path, name] of [
    [undefined, '/a/Sunset%20%C3%A9t%C3%A9.png?x=1', 'Sunset été'],
    [undefined, '/', 'Untitled'],
    [undefined, '/%zz.png', '%zz'],
    ['attachment; filename="From header.png"', '/x.png', 'From header'],
    ["attachment; filename=plain.png; filename*=UTF-8''%E2%82%AC%20rates.png", '/x', '€ rates'],
    [Buffer.from('inline; filename="été.png"').toString('latin1'), '/x.png', 'été'],
    ['inline; filename="../../etc/passwd"', '/x', 'passwd'],
    ['inline', '/path.png', 'path'],
    ['inline; filename', '/path.png', 'path'],
    ['/;;"', '/path.png', 'path'],
  ] as const) {
    test(`${name}, from ${disposition ?? 'no header'} at ${path}`, async () => {
      const { url } = await serving(
        await picture(),
        disposition ? { 'content-disposition': disposition } : {},
      )
      assert.equal((await imported(url + path)).name, name)
    })
  }
})

const png = await picture()

describe('it fails at once, says why, and leaves nothing:', () => {
  const refusals: [what: string, answer: Answering, path: string, error: RegExp][] = [
    ['what is not there', (_, response) => response.writeHead(404).end('no'), '/', /It answered 404\.$/],
    ['what is forbidden', (_, response) => response.writeHead(403).end(), '/', /It answered 403\.$/],
    ['part of a file', (_, response) => response.writeHead(206).end(png), '/', /It answered 206\.$/],
    ['no content', (_, response) => response.end(), '/', /must not be empty/],
    ['a page', (_, response) => response.end('<!doctype html><p>Sign in'), '/', /must be an image/],
    [
      'another type than its name says',
      (_, response) => response.end(png),
      '/a.jpg',
      /its name says image\/jpeg/,
    ],
    ['a damaged picture', (_, response) => response.end(png.subarray(0, 60)), '/', /damaged/],
    [
      'what says that it is too large',
      (_, response) => response.writeHead(200, { 'content-length': bytesMax + 1 }).write('x'),
      '/',
      /too large/,
    ],
    [
      'what turns out to be too large',
      async (_, response) => {
        while (!response.destroyed && response.write(Buffer.alloc(100_000))) await new Promise(setImmediate)
        response.on('drain', () => response.write(Buffer.alloc(100_000)))
      },
      '/',
      /too large/,
    ],
    [
      'a redirect to a private address',
      (_, response) => response.writeHead(302, { location: 'https://10.0.0.1/x.png' }).end(),
      '/',
      /not a public one/,
    ],
    [
      'a redirect to what tells machines their secrets',
      (_, response) => response.writeHead(307, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
      '/',
      /not a public one/,
    ],
  ]
  for (const [what, answer, path, error] of refusals) {
    test(what, async () => {
      const [before, count] = [await keysOf(), await total()]
      const { url, seen } = await source(answer)
      assert.match(await failed(url + path), error)
      assert.equal(seen.length, 1)
      assert.equal(await total(), count)
      assert.deepEqual(await keysOf(), before)
      assert.deepEqual(await incoming(), [])
      assert.ok(!(await listJobs(db, 'dead', 100)).some(({ name }) => name === 'asset.import'))
    })
  }

  test('a folder that is gone by then', async () => {
    const folder = (await acme.post('/api/folders', { name: 'Soon gone' })).body.data
    const held = Promise.withResolvers<void>()
    const { url } = await source(async (_, response) => {
      await held.promise
      response.end(png)
    })
    const before = await keysOf()
    const job = await ask(url, { folder_id: folder.id })
    assert.equal((await acme.delete(`/api/folders/${folder.id}`)).status, 204)
    held.resolve()
    assert.equal((await ended(job)).error, 'The selected folder id is invalid.')
    assert.deepEqual(await keysOf(), before)
  })
})

describe('it is tried again', () => {
  for (const status of [408, 429, 500, 503]) {
    test(`after ${status}, and what comes then is taken`, async () => {
      const bytes = await picture()
      const { url, seen } = await source((_, response, count) =>
        count === 1 ? response.writeHead(status).end() : response.end(bytes),
      )
      const job = await ask(url)
      await until('tried', async () => seen.length === 1 && (await jobOf(job)).status === 'waiting')
      assert.equal((await jobOf(job)).error, null)
      await hurry()
      assert.equal((await ended(job)).status, 'done')
      assert.equal(seen.length, 2)
    })
  }

  test('after it was cut off, and in the end it says so: no operator is called', async () => {
    const { url, seen } = await source((_, response) => {
      response.writeHead(200, { 'content-length': 1_000 }).write('x')
      setTimeout(() => response.destroy(), 10)
    })
    const job = await ask(url)
    await until('given up', async () => {
      if ((await jobOf(job)).status === 'waiting') await hurry()
      return (await jobOf(job)).ended_at !== null
    })
    const { status, error } = await jobOf(job)
    assert.deepEqual([status, error], ['failed', "The url can't be fetched: It could not be reached."])
    assert.equal(seen.length, 8)
    assert.ok(!(await listJobs(db, 'dead', 100)).some(({ name }) => name === 'asset.import'))
    assert.deepEqual(await incoming(), [])
  })
})

describe('a URL is refused at once', () => {
  for (const [url, message] of [
    ['nonsense', /not a URL/],
    ['ftp://example.com/x.png', /must be an https URL/],
    ['file:///etc/passwd', /must be an https URL/],
    ['http://example.com/x.png\0', /NUL/],
    ['https://name:secret@example.com/x.png', /name or a password/],
    ['https://10.0.0.1/x.png', /not a public one/],
    ['https://169.254.169.254/latest/meta-data', /not a public one/],
    ['https://[::ffff:192.168.0.1]/x.png', /not a public one/],
    [`https://example.com/${'x'.repeat(8_000)}`, /not be longer than 8000/],
    [7, /must be a string/],
    [undefined, /must be a string/],
  ] as const) {
    test(`${`${url}`.slice(0, 60)}`, async () => {
      const { status, body } = await acme.post('/api/assets', { url })
      assert.deepEqual([status, Object.keys(body)], [422, ['url']])
      assert.match(body.url[0], message)
    })
  }

  test('of this machine, or without TLS, unless that is allowed; a name that means it is found out', async () => {
    const strict = await startService()
    const initech = await newCompany(strict, 'Initech')
    for (const url of ['http://127.0.0.1/', 'https://127.0.0.1/', 'http://example.com/', 'https://[::1]/'])
      assert.equal((await post(url, {}, {}, initech)).status, 422, url)
    assert.match(await failed('https://localhost/x.png', {}, initech), /not a public one/)
    await strict.close()
  })

  test('with what else is wrong, all of it by name', async () => {
    const { status, body } = await acme.post('/api/assets', {
      url: 7,
      file: 'x',
      focal_point: 'x',
      tags: 'x',
    })
    assert.deepEqual([status, Object.keys(body).sort()], [422, ['file', 'focal_point', 'tags', 'url']])
  })

  test('for a folder or a tag that is not there, or is of another company', async () => {
    const theirs = (await globex.post('/api/folders', { name: 'Theirs' })).body.data
    await globex.post('/api/asset-tags', { name: 'Theirs' })
    for (const fields of [{ folder_id: theirs.id }, { tags: ['theirs'] }, { tags: ['nothing'] }]) {
      const { status, body } = await post('https://example.com/x.png', fields)
      assert.deepEqual([status, Object.keys(body)], [422, Object.keys(fields)])
    }
  })

  test('when a thousand wait already', async () => {
    const hooli = await newCompany(service, 'Hooli')
    await sql`
      insert into pgboss.job_common (id, name, data, state, start_after, policy, singleton_key)
      select gen_random_uuid(), 'asset.import', ${JSON.stringify({ companyId: hooli.companyId })}::jsonb, 'created',
        now() + interval '1 day', 'short', n from generate_series(1, 1000) n`.execute(db)
    const { status, body } = await post('https://example.com/x.png', {}, {}, hooli)
    assert.deepEqual([status, Object.keys(body)], [422, ['url']])
    await sql`delete from pgboss.job_common where data ->> 'companyId' = ${hooli.companyId}`.execute(db)
  })
})

describe('a name', () => {
  /** What names mean, one answer after the other. */
  function meaning(t: TestContext, ...answers: string[]) {
    const asked: string[] = []
    t.mock.method(dns, 'lookup', async (name: string) => {
      const address = answers[Math.min(asked.push(name), answers.length) - 1]!
      return [{ address, family: 4 }]
    })
    syncBuiltinESMExports()
    t.after(() => {
      t.mock.restoreAll()
      syncBuiltinESMExports()
    })
    return asked
  }

  test('is called at the address that was looked at, whatever it means a moment later', async (t) => {
    const { port } = await serving(await picture())
    const asked = meaning(t, '127.0.0.1', '10.0.0.1')
    assert.equal((await imported(`http://source.test:${port}/rebound.png`)).name, 'rebound')
    assert.deepEqual(asked, ['source.test'])
  })

  test('is looked at again where a redirect leads', async (t) => {
    const { port, seen } = await source((_, response) => response.writeHead(302, { location: '/next' }).end())
    meaning(t, '127.0.0.1', '10.0.0.1')
    assert.match(await failed(`http://source.test:${port}/`), /not a public one|must be an https URL/)
    assert.equal(seen.length, 1)
  })
})

describe('however often its job runs, there is one asset:', () => {
  test('after it was done, when nobody could note that', async () => {
    const { url, seen } = await serving(await picture())
    const job = await ask(url)
    const { asset_id } = await ended(job)
    const count = await total()
    await runAgain(job)
    assert.equal((await ended(job)).asset_id, asset_id)
    assert.deepEqual([await total(), seen.length], [count, 1])
  })

  test('twice at once, when the first was taken for dead', async () => {
    const bytes = await picture()
    const go = Promise.withResolvers<void>()
    const { url, seen } = await source(async (_, response) => {
      await go.promise
      response.end(bytes)
    })
    const [before, count] = [await keysOf(), await total()]
    const job = await ask(url)
    await until('first', () => seen.length === 1)
    await runAgain(job)
    await until('second', () => seen.length === 2)
    go.resolve()
    const { asset_id } = await ended(job)
    assert.equal((await settled(acme, asset_id)).status, 'ready')
    assert.equal(await total(), count + 1)
    // The file and three pictures of it.
    await until('the spare file is removed', async () => (await keysOf()).length === before.length + 4)
  })

  test('when the process is killed in the middle', async () => {
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
    assert.equal((await get(`/api/jobs/${job.id}`)).body.data.status, 'running')
    assert.equal((await get('/api/assets')).body.data.length, 0)
    await runAgain(job, second.db)
    const done = await until('done', async () => {
      const { data } = (await get(`/api/jobs/${job.id}`)).body
      return data.ended_at !== null && data
    })
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

test('a server that stops gives what it fetches back, with no attempt lost', async () => {
  const bytes = await picture()
  const { url, seen } = await source((_, response, count) => {
    if (count > 1) return response.end(bytes)
    return response.writeHead(200, { 'content-length': bytes.length }).write(bytes.subarray(0, 50))
  })
  const config = await freshConfig({ OUTBOUND_LOOPBACK: 'true' })
  const first = await startOn(config)
  const initech = await newCompany(first, 'Initech')
  const job = await ask(url, {}, initech)
  await until('begun', () => seen.length === 1)
  await first.close()
  assert.deepEqual(await incoming(first), [])
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

describe('the quota', () => {
  test('refuses at once when it is used up, and at the end when the file does not fit', async () => {
    const [first, second] = [await picture({ width: 90 }), await picture({ width: 90 })]
    const quota = first.length + second.length - 1
    const small = await startService({
      env: { OUTBOUND_LOOPBACK: 'true', STORAGE_QUOTA_BYTES: `${quota}` },
    })
    const initech = await newCompany(small, 'Initech')
    await imported((await serving(first)).url, {}, initech)
    assert.match(
      await failed((await serving(second)).url, {}, initech),
      /^The file does not fit: \d+ of \d+ bytes/,
    )
    await quiet(small)
    await small.db.updateTable('companies').set({ stored_bytes: quota }).execute()
    const { status, body } = await post((await serving(second)).url, {}, {}, initech)
    assert.deepEqual([status, Object.keys(body)], [422, ['file']])
    await small.close()
  })
})

test('an Idempotency-Key that comes twice is one job', async () => {
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

describe('a job', () => {
  test('of another company looks exactly like one that is not there', async () => {
    const job = await ask((await serving(await picture())).url)
    await ended(job)
    const seen = async (id: string) => {
      const { status, text } = await globex.get(`/api/jobs/${id}`)
      return { status, text }
    }
    assert.deepEqual(await seen(job.id), await seen(publicId('job', newId())))
    assert.equal((await seen(job.id)).status, 404)
  })

  test("that is the server's own business is not shown", async () => {
    await upload(service, acme, { bytes: await picture() })
    await quiet(service)
    const { rows } = await sql<{ id: string }>`
      select id from pgboss.job_common where name = 'asset.renditions'
        and data ->> 'companyId' = ${acme.companyId} limit 1`.execute(db)
    assert.equal((await acme.get(`/api/jobs/${publicId('job', rows[0]!.id)}`)).status, 404)
  })

  test('that the server fails with is failed, and says no more to its client', async () => {
    const job = await ask((await source((_, response) => response.writeHead(503).end())).url)
    await until('waiting', async () => (await jobOf(job)).status === 'waiting')
    await sql`
      update pgboss.job_common set state = 'failed', completed_on = now(), output = '{"message":"password=hunter2"}'
      where id = ${parseId('job', job.id)!}`.execute(db)
    const { status, error, progress } = await jobOf(job)
    assert.deepEqual([status, error, progress], ['failed', 'Server Error', 0])
    await sql`delete from pgboss.job_common where id = ${parseId('job', job.id)!}`.execute(db)
  })

  test('has a tag of its state', async () => {
    const job = await ask((await serving(await picture())).url)
    await ended(job)
    const { headers } = await acme.get(`/api/jobs/${job.id}`)
    const again = await acme.get(`/api/jobs/${job.id}`, { 'if-none-match': headers.get('etag')! })
    assert.equal(again.status, 304)
  })
})

test('a URL that holds a secret is nowhere to be read', async () => {
  const secret = 'sig-4f0c2ae97b'
  const said = 'Nobody reads this'
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
  await hurry()
  await ended(job)
  assertSilent(await shown())
  assertSilent((await acme.get(`/api/jobs/${job.id}`)).text)
})

test('one path takes a form or JSON, and the document says so', async () => {
  const { body } = await send(service, 'GET', '/openapi.json')
  const { requestBody, responses } = body.paths['/api/assets'].post
  assert.deepEqual(Object.keys(requestBody.content), ['multipart/form-data', 'application/json'])
  const json = requestBody.content['application/json'].schema
  assert.ok(json.required.includes('url') && json.properties.metadata.type === 'object')
  assert.match(responses[201].content['application/json'].schema.properties.data.$ref, /Asset$/)
  assert.match(responses[202].content['application/json'].schema.properties.data.$ref, /Job$/)
  assert.ok(responses[202].headers.Location)
  const headers = { authorization: `Bearer ${acme.token}` }
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/octet-stream']) {
    const answer = await send(service, 'POST', '/api/assets', {
      body: 'x',
      headers: { ...headers, 'content-type': type },
    })
    assert.equal(answer.status, 415, type)
  }
  const large = JSON.stringify({ url: 'x'.repeat(2_000_000) })
  const tooLarge = await send(service, 'POST', '/api/assets', {
    body: large,
    headers: { ...headers, 'content-type': 'application/json' },
  })
  assert.equal(tooLarge.status, 413)
})

test('a client that may only read assets starts no import, and sees what became of others', async () => {
  const { enterpriseId, companyId } = acme
  const reader = await newCaller(service, {
    name: 'reader',
    enterpriseId,
    companyId,
    scopes: ['assets:read'],
  })
  assert.equal((await post('https://example.com/', {}, {}, reader)).status, 403)
  const job = await ask((await serving(await picture())).url)
  assert.equal((await ended(job, reader)).status, 'done')
})
