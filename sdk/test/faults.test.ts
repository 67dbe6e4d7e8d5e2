// Engines: postgres in CI
// Network and server failures, simulated by a small proxy.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newCompany } from '../../server/test/support/companies.ts'
import { startGate } from '../../server/test/support/gate.ts'
import { startService } from '../../server/test/support/service.ts'
import { type AtelierError, NetworkError, TimeoutError, ValidationError } from '../src/index.ts'
import { clientAt } from './support/client.ts'
import { startProxy } from './support/proxy.ts'

const service = await startService()
const acme = await newCompany(service, 'Acme')

test('a read is retried after a lost connection', async () => {
  const gate = await startGate(service.url)
  const atelier = clientAt(gate, acme)
  await atelier.user()
  gate.close()
  setTimeout(gate.open, 600)
  assert.equal((await atelier.user()).company.name, 'Acme')
})

test('a create whose response was lost creates one resource', async () => {
  const proxy = await startProxy(service, ['lose'])
  const tag = await clientAt(proxy, acme).assetTags.create({ name: 'Once' })
  assert.deepEqual(proxy.seen, ['POST /api/asset-tags', 'POST /api/asset-tags'])
  const found = (await acme.get('/api/asset-tags?search=Once')).body.data
  assert.deepEqual(
    found.map(({ id }: { id: string }) => id),
    [tag.id],
  )
})

test('an upload in one request whose response was lost creates one asset', async () => {
  const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  const proxy = await startProxy(service, ['lose'])
  const { asset } = await clientAt(proxy, acme).assets.upload(svg, { name: 'Only' }, { fileName: 'only.svg' })
  const found = (await acme.get('/api/assets?search=Only')).body.data
  assert.deepEqual(
    found.map(({ id }: { id: string }) => id),
    [asset.id],
  )
})

test('uploading a new version whose response was lost creates one version, even with If-Match', async () => {
  const svg = (width: number) =>
    new TextEncoder().encode(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="9"/>`)
  const direct = clientAt(service, acme)
  const { asset } = await direct.assets.upload(svg(1), { name: 'Changing' }, { fileName: 'a.svg' })
  const known = await direct.assets.get(asset.id)
  const proxy = await startProxy(service, ['lose'])
  const changed = await clientAt(proxy, acme).assets.replaceFile(asset.id, svg(2), { ifMatch: known })
  assert.deepEqual(proxy.seen.length, 2)
  assert.deepEqual([changed.version, (await direct.assets.get(asset.id)).version], [2, 2])
})

test('a deletion whose response was lost succeeds', async () => {
  const atelier = clientAt(service, acme)
  const tag = await atelier.templateTags.create({ name: 'Gone' })
  const proxy = await startProxy(service, ['lose'])
  await clientAt(proxy, acme).templateTags.delete(tag.id)
  assert.equal(proxy.seen.length, 2)
})

test('a change with If-Match is not retried after a lost response, since it may have succeeded', async () => {
  const tag = await clientAt(service, acme).templateTags.create({ name: 'Careful' })
  const proxy = await startProxy(service, ['lose'])
  await assert.rejects(
    clientAt(proxy, acme).templateTags.update(tag.id, { name: 'New' }, { ifMatch: tag }),
    NetworkError,
  )
  assert.equal(proxy.seen.length, 1)
  assert.equal((await clientAt(service, acme).templateTags.get(tag.id)).name, 'New')
})

test('a request waits for Retry-After in seconds after 503', async () => {
  const proxy = await startProxy(service, [{ status: 503, headers: { 'retry-after': '1' } }])
  const begun = performance.now()
  await clientAt(proxy, acme).user()
  assert.ok(performance.now() - begun >= 1_000)
  assert.equal(proxy.seen.length, 2)
})

test("a request stops after the maximum number of retries and reports the server's error", async () => {
  const proxy = await startProxy(service, [], {
    status: 503,
    headers: { 'x-request-id': 'req_1' },
    body: '{"message":"Service Unavailable."}',
  })
  await assert.rejects(clientAt(proxy, acme).user({ maxRetries: 2 }), {
    name: 'ServerError',
    status: 503,
    code: 'unavailable',
    requestId: 'req_1',
    message: 'GET /api/user returned 503: Service Unavailable. (req_1)',
  })
  assert.equal(proxy.seen.length, 3)
})

test('a request is not retried after 500', async () => {
  const proxy = await startProxy(service, [], { status: 500 })
  await assert.rejects(clientAt(proxy, acme).user(), { code: 'server_error' })
  assert.equal(proxy.seen.length, 1)
})

test('a request waits until the date in Retry-After after 503', async () => {
  const later = new Date(Date.now() + 2_000)
  const proxy = await startProxy(service, [{ status: 503, headers: { 'retry-after': later.toUTCString() } }])
  await clientAt(proxy, acme).user()
  // The date has a resolution of one second.
  assert.ok(Date.now() >= Math.floor(later.getTime() / 1_000) * 1_000)
  assert.equal(proxy.seen.length, 2)
})

test('a request does not wait if the delay exceeds the maximum wait time', async () => {
  const proxy = await startProxy(service, [], { status: 503, headers: { 'retry-after': '3600' } })
  const begun = performance.now()
  await assert.rejects(clientAt(proxy, acme).user({ maxWaitMs: 10_000 }), { retryAfterMs: 3_600_000 })
  assert.ok(performance.now() - begun < 2_000)
})

test('a late response throws a TimeoutError', async () => {
  const proxy = await startProxy(service, [], 'hang')
  const atelier = clientAt(proxy, acme)
  await assert.rejects(atelier.user({ timeoutMs: 100, maxRetries: 1 }), (error: TimeoutError) => {
    assert.ok(error instanceof TimeoutError)
    assert.match(error.message, /within 100 ms/)
    return true
  })
  assert.equal(proxy.seen.length, 2)
})

test('an infinite or very long timeout never fires immediately', async () => {
  for (const timeoutMs of [0, Number.POSITIVE_INFINITY, 2 ** 31])
    assert.equal((await clientAt(service, acme, { timeoutMs }).user()).company.name, 'Acme')
})

test('an ID that would change the path is rejected before the request is sent', async () => {
  const proxy = await startProxy(service, [])
  const { brandKits } = clientAt(proxy, acme)
  for (const id of ['', '.', '..']) {
    await assert.rejects(async () => brandKits.logos.get(id), TypeError)
    await assert.rejects(async () => brandKits.tokens(id, 'css'), TypeError)
  }
  assert.deepEqual(proxy.seen, [])
})

test('a signal ends a call with its own reason, without retries', async () => {
  const proxy = await startProxy(service, [], 'hang')
  const stop = new AbortController()
  const call = clientAt(proxy, acme).user({ signal: stop.signal })
  setTimeout(() => stop.abort(new Error('enough')), 300)
  await assert.rejects(call, { message: 'enough' })
  assert.equal(proxy.seen.length, 1)
})

test('an unreachable server throws a NetworkError that names the URL', async () => {
  const atelier = clientAt({ url: 'http://127.0.0.1:9' }, acme, { maxRetries: 0 })
  await assert.rejects(atelier.user(), (error: AtelierError) => {
    assert.deepEqual([error.name, error.status, error.code], ['NetworkError', 0, 'network'])
    assert.match(error.message, /http:\/\/127\.0\.0\.1:9/)
    return true
  })
})

test('a redirect throws an error, and its target never receives the token', async () => {
  const proxy = await startProxy(service, [], {
    status: 308,
    headers: { location: 'https://elsewhere.example/api/user' },
  })
  await assert.rejects(clientAt(proxy, acme).user(), (error: AtelierError) => {
    assert.equal(error.code, 'redirected')
    assert.match(error.message, /https:\/\/elsewhere\.example/)
    return true
  })
})

test('a page that is not from Atelier throws an error', async () => {
  const proxy = await startProxy(service, [], { status: 200, body: '<html>Hello</html>' })
  await assert.rejects(clientAt(proxy, acme).user(), /Check that the url option is/)
})

test('the message of a validation error lists its fields too', async () => {
  await assert.rejects(clientAt(service, acme).assetTags.create({ name: '' }), (error: ValidationError) => {
    assert.ok(error instanceof ValidationError)
    assert.deepEqual([error.status, error.code, Object.keys(error.fields)], [422, 'invalid', ['name']])
    assert.match(error.message, /^POST \/api\/asset-tags returned 422: name: The name field/)
    assert.match(error.requestId!, /^req_/)
    return true
  })
})
