// Engines: postgres
// Imports fetch a file from a URL. The result is one asset or an error that says why, and internal addresses
// are never reached.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { publicId } from '../src/ids.ts'
import { listJobs } from '../src/jobs/job-status.ts'
import { newCompany, send } from './support/companies.ts'
import { held } from './support/held.ts'
import { type Answering, importer, serving, source, unfinished } from './support/imports.ts'
import { meaning } from './support/names.ts'
import { startService } from './support/service.ts'
import { until } from './support/until.ts'
import { picture, quiet, settled, upload } from './support/uploads.ts'

const bytesMax = 2_000_000
const service = await startService({
  env: { OUTBOUND_LOOPBACK: 'true', UPLOAD_BYTES_MAX: `${bytesMax}` },
})
const { db } = service
const acme = await newCompany(service, 'Acme')
const globex = await newCompany(service, 'Globex')
const { post, ask, jobOf, ended, imported, failed, total } = importer(acme)
const png = await picture()

async function keysOf() {
  await quiet(service)
  const keys: string[] = []
  for await (const { key } of service.storage.list(acme.companyId)) keys.push(key)
  return keys
}

describe('a file at a URL', () => {
  // Holds R-CHANGE-11, R-ASSET-2.
  test('a file at a URL becomes an asset with all fields of the request, and the client receives an event', async () => {
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
    assert.deepEqual(await unfinished(service), [])
  })

  test('a file at a URL emits one asset.created event with the client and the request ID of the import request', async () => {
    const { url } = await serving(await picture())
    const answer = await post(url)
    const { asset_id } = await ended(answer.body.data)
    const { body } = await acme.get('/api/changes?since=0&types=asset.created&per_page=1000')
    const events = body.data.filter(({ resource_id }: { resource_id: string }) => resource_id === asset_id)
    assert.equal(events.length, 1)
    assert.deepEqual(events[0].actor, { type: 'client', id: acme.clientId })
    assert.equal(events[0].request_id, answer.headers.get('x-request-id'))
  })

  test('a file at a URL is found by a filter on creation time since the import request', async () => {
    const bytes = await picture()
    const answer = held()
    const { url, seen } = await source(async (_, response) => {
      await answer.promise
      response.end(bytes)
    })
    const job = await ask(url)
    await until('begun', () => seen.length === 1)
    const since = new Date(Date.now() + 1).toISOString()
    await until('a moment later', () => Date.now() > Date.parse(since))
    answer.resolve()
    const { asset_id } = await ended(job)
    const { data } = (await acme.get(`/api/assets?created_since=${since}`)).body
    assert.deepEqual(
      data.map(({ id }: { id: string }) => id),
      [asset_id],
    )
  })

  test('a file at a URL is stored once if the company already has the same file', async () => {
    const bytes = await picture()
    const first = await upload(service, acme, { bytes })
    const before = await keysOf()
    const { url } = await serving(bytes)
    const asset = await imported(url)
    assert.notEqual(asset.id, first.body.data.id)
    assert.equal(asset.checksum, first.body.data.checksum)
    assert.deepEqual((await keysOf()).sort(), before.sort())
  })

  test('a file at a URL is fetched through redirects', async () => {
    const { url } = await serving(await picture())
    const away = await source((_, response) =>
      response.writeHead(302, { location: `${url}/moved.png` }).end(),
    )
    assert.equal((await imported(`${away.url}/old.png`)).name, 'moved')
    const round = await source((_, response) => response.writeHead(302, { location: '/again' }).end())
    assert.match(await failed(round.url), /too many redirects/)
  })

  // Holds R-CHANGE-11.
  test('a file at a URL reports progress during the download', async () => {
    const bytes = await picture({ width: 900, height: 900, format: 'tiff' })
    const half = Math.floor(bytes.length / 2)
    const finish = held()
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

describe('the name of an imported asset is', () => {
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

describe('an import fails immediately, gives the reason and leaves nothing behind for', () => {
  const refusals: [what: string, answer: Answering, path: string, error: RegExp][] = [
    [
      'a missing file',
      (_, response) => response.writeHead(404).end('no'),
      '/',
      /The response status was 404\.$/,
    ],
    [
      'a forbidden file',
      (_, response) => response.writeHead(403).end(),
      '/',
      /The response status was 403\.$/,
    ],
    [
      'a partial response',
      (_, response) => response.writeHead(206).end(png),
      '/',
      /The response status was 206\.$/,
    ],
    ['no content', (_, response) => response.end(), '/', /must not be empty/],
    ['a script', (_, response) => response.end('alert(1)'), '/a.js', /is a JavaScript file/],
    ['a damaged image', (_, response) => response.end(png.subarray(0, 30)), '/', /damaged/],
    [
      'a Content-Length over the limit',
      (_, response) => response.writeHead(200, { 'content-length': bytesMax + 1 }).write('x'),
      '/',
      /too large/,
    ],
    [
      'a body over the limit',
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
      /not public/,
    ],
    [
      'a redirect to the cloud metadata service',
      (_, response) => response.writeHead(307, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
      '/',
      /not public/,
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
      assert.deepEqual(await unfinished(service), [])
      assert.ok(!(await listJobs(db, 'dead', 100)).some(({ name }) => name === 'asset.import'))
    })
  }

  test('an import into a folder that was deleted after the request fails immediately, gives the reason and leaves nothing behind', async () => {
    const folder = (await acme.post('/api/folders', { name: 'Soon gone' })).body.data
    const answer = held()
    const { url } = await source(async (_, response) => {
      await answer.promise
      response.end(png)
    })
    const before = await keysOf()
    const job = await ask(url, { folder_id: folder.id })
    assert.equal((await acme.delete(`/api/folders/${folder.id}`)).status, 204)
    answer.resolve()
    assert.equal((await ended(job)).error, 'The selected folder id is invalid.')
    assert.deepEqual(await keysOf(), before)
  })
})

// Holds R-ASSET-2.
describe('an import request is rejected immediately', () => {
  for (const [url, message] of [
    ['nonsense', /valid URL/],
    ['ftp://example.com/x.png', /an https URL/],
    ['file:///etc/passwd', /an https URL/],
    ['http://example.com/x.png\0', /NUL/],
    ['https://name:secret@example.com/x.png', /name and a password/],
    ['https://10.0.0.1/x.png', /is public/],
    ['https://169.254.169.254/latest/meta-data', /is public/],
    ['https://[::ffff:192.168.0.1]/x.png', /is public/],
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

  test('an import request is rejected immediately for loopback and plain HTTP unless allowed, and later for a host name that resolves to loopback', async () => {
    const strict = await startService()
    const initech = await newCompany(strict, 'Initech')
    for (const url of ['http://127.0.0.1/', 'https://127.0.0.1/', 'http://example.com/', 'https://[::1]/'])
      assert.equal((await importer(initech).post(url)).status, 422, url)
    assert.match(await importer(initech).failed('https://localhost/x.png'), /not public/)
    await strict.close()
  })

  test('an import request is rejected immediately with every invalid field listed by name', async () => {
    const { status, body } = await acme.post('/api/assets', {
      url: 7,
      file: 'x',
      focal_point: 'x',
      tags: 'x',
    })
    assert.deepEqual([status, Object.keys(body).sort()], [422, ['file', 'focal_point', 'tags', 'url']])
  })

  test('an import request is rejected immediately for a folder or tag that does not exist or belongs to another company', async () => {
    const theirs = (await globex.post('/api/folders', { name: 'Theirs' })).body.data
    await globex.post('/api/asset-tags', { name: 'Theirs' })
    for (const fields of [{ folder_id: theirs.id }, { tags: ['theirs'] }, { tags: ['nothing'] }]) {
      const { status, body } = await post('https://example.com/x.png', fields)
      assert.deepEqual([status, Object.keys(body)], [422, Object.keys(fields)])
    }
  })

  test('an import request is rejected immediately when the company already has 1,000 imports queued', async () => {
    const hooli = await newCompany(service, 'Hooli')
    await sql`
      insert into pgboss.job_common (id, name, group_id, data, state, start_after, policy, singleton_key)
      select gen_random_uuid(), 'asset.import', ${hooli.companyId}, ${JSON.stringify({ companyId: hooli.companyId })}::jsonb, 'created',
        now() + interval '1 day', 'short', n from generate_series(1, 1000) n`.execute(db)
    const { status, body } = await importer(hooli).post('https://example.com/x.png')
    assert.deepEqual([status, Object.keys(body)], [422, ['url']])
    await sql`delete from pgboss.job_common where group_id = ${hooli.companyId}`.execute(db)
  })
})

describe('a host name', () => {
  test('a host name is connected to at the address that was checked, even if it resolves differently afterwards', async (t) => {
    const { port } = await serving(await picture())
    const asked = meaning(t, '127.0.0.1', '10.0.0.1')
    assert.equal((await imported(`http://source.test:${port}/rebound.png`)).name, 'rebound')
    assert.deepEqual(asked, ['source.test'])
  })

  test('a host name is checked again after a redirect', async (t) => {
    const { port, seen } = await source((_, response) => response.writeHead(302, { location: '/next' }).end())
    meaning(t, '127.0.0.1', '10.0.0.1')
    assert.match(await failed(`http://source.test:${port}/`), /not public|must be an https URL/)
    assert.equal(seen.length, 1)
  })
})

describe('the quota', () => {
  test('an import is rejected when the quota is used up, and fails when the file does not fit', async () => {
    const [first, second] = [await picture({ width: 90 }), await picture({ width: 90 })]
    const quota = first.length + second.length - 1
    const small = await startService({
      env: { OUTBOUND_LOOPBACK: 'true', STORAGE_QUOTA_BYTES: `${quota}` },
    })
    const initech = await newCompany(small, 'Initech')
    await importer(initech).imported((await serving(first)).url)
    assert.match(
      await importer(initech).failed((await serving(second)).url),
      /^The file exceeds the storage quota: \d+ of \d+ bytes/,
    )
    await quiet(small)
    await small.db.updateTable('companies').set({ stored_bytes: quota }).execute()
    const { status, body } = await importer(initech).post((await serving(second)).url)
    assert.deepEqual([status, Object.keys(body)], [422, ['file']])
    await small.close()
  })
})

// Holds R-ASSET-2.
test('imports have a separate path, so that generated clients can upload files', async () => {
  const { body } = await send(service, 'GET', '/openapi.json')
  const [uploading, importing] = [body.paths['/api/assets'].post, body.paths['/api/asset-imports'].post]
  assert.deepEqual(Object.keys(uploading.requestBody.content), ['multipart/form-data'])
  assert.match(uploading.responses[201].content['application/json'].schema.properties.data.$ref, /Asset$/)
  const json = importing.requestBody.content['application/json'].schema
  assert.ok(json.required.includes('url') && json.properties.metadata.type === 'object')
  assert.match(importing.responses[202].content['application/json'].schema.properties.data.$ref, /Job$/)
  assert.ok(importing.responses[202].headers.Location)
  const answer = await acme.post('/api/asset-imports', { url: 'ftp://nobody.invalid/a.png' })
  assert.deepEqual([answer.status, Object.keys(answer.body)], [422, ['url']])
})

test('one path accepts a form or JSON', async () => {
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
