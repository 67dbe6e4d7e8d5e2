// Engines: postgres in CI
// What the SDK does when the network, or the server, lets it down. In between is a small proxy.
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

test('a read goes on after a lost connection', async () => {
  const gate = await startGate(service.url)
  const atelier = clientAt(gate, acme)
  await atelier.user()
  gate.close()
  setTimeout(gate.open, 600)
  assert.equal((await atelier.user()).company.name, 'Acme')
})

test('what is made although its answer was lost is made once', async () => {
  const proxy = await startProxy(service, ['lose'])
  const tag = await clientAt(proxy, acme).assetTags.create({ name: 'Once' })
  assert.deepEqual(proxy.seen, ['POST /api/asset-tags', 'POST /api/asset-tags'])
  const found = (await acme.get('/api/asset-tags?search=Once')).body.data
  assert.deepEqual(
    found.map(({ id }: { id: string }) => id),
    [tag.id],
  )
})

test('an upload in one request, whose answer was lost, is one asset', async () => {
  const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  const proxy = await startProxy(service, ['lose'])
  const { asset } = await clientAt(proxy, acme).assets.upload(svg, { name: 'Only' }, { fileName: 'only.svg' })
  const found = (await acme.get('/api/assets?search=Only')).body.data
  assert.deepEqual(
    found.map(({ id }: { id: string }) => id),
    [asset.id],
  )
})

test('a new version of a file, whose answer was lost, is one version, also when it names the state before', async () => {
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

test('a deletion whose answer was lost is done, not an error', async () => {
  const atelier = clientAt(service, acme)
  const tag = await atelier.templateTags.create({ name: 'Gone' })
  const proxy = await startProxy(service, ['lose'])
  await clientAt(proxy, acme).templateTags.delete(tag.id)
  assert.equal(proxy.seen.length, 2)
})

test('a change that names a state is not sent again when its answer was lost: it may have been done', async () => {
  const tag = await clientAt(service, acme).templateTags.create({ name: 'Careful' })
  const proxy = await startProxy(service, ['lose'])
  await assert.rejects(
    clientAt(proxy, acme).templateTags.update(tag.id, { name: 'New' }, { ifMatch: tag }),
    NetworkError,
  )
  assert.equal(proxy.seen.length, 1)
  assert.equal((await clientAt(service, acme).templateTags.get(tag.id)).name, 'New')
})

test('503 is waited for as long as Retry-After says', async () => {
  const proxy = await startProxy(service, [{ status: 503, headers: { 'retry-after': '1' } }])
  const begun = performance.now()
  await clientAt(proxy, acme).user()
  assert.ok(performance.now() - begun >= 1_000)
  assert.equal(proxy.seen.length, 2)
})

test('it tries no more often than it is told, and says what the server said', async () => {
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
    message: 'GET /api/user was answered 503: Service Unavailable. (req_1)',
  })
  assert.equal(proxy.seen.length, 3)
})

test('500 is not tried again', async () => {
  const proxy = await startProxy(service, [], { status: 500 })
  await assert.rejects(clientAt(proxy, acme).user(), { code: 'server_error' })
  assert.equal(proxy.seen.length, 1)
})

test('503 is waited for until the date that Retry-After names', async () => {
  const later = new Date(Date.now() + 2_000)
  const proxy = await startProxy(service, [{ status: 503, headers: { 'retry-after': later.toUTCString() } }])
  await clientAt(proxy, acme).user()
  // The date is in whole seconds.
  assert.ok(Date.now() >= Math.floor(later.getTime() / 1_000) * 1_000)
  assert.equal(proxy.seen.length, 2)
})

test('a wait that is longer than the call may wait is not begun', async () => {
  const proxy = await startProxy(service, [], { status: 503, headers: { 'retry-after': '3600' } })
  const begun = performance.now()
  await assert.rejects(clientAt(proxy, acme).user({ maxWaitMs: 10_000 }), { retryAfterMs: 3_600_000 })
  assert.ok(performance.now() - begun < 2_000)
})

test('an answer that does not come in time is a TimeoutError', async () => {
  const proxy = await startProxy(service, [], 'hang')
  const atelier = clientAt(proxy, acme)
  await assert.rejects(atelier.user({ timeoutMs: 100, maxRetries: 1 }), (error: TimeoutError) => {
    assert.ok(error instanceof TimeoutError)
    assert.match(error.message, /within 100 ms/)
    return true
  })
  assert.equal(proxy.seen.length, 2)
})

test('a time without end, or of months, is no time at all that is over at once', async () => {
  for (const timeoutMs of [0, Number.POSITIVE_INFINITY, 2 ** 31])
    assert.equal((await clientAt(service, acme, { timeoutMs }).user()).company.name, 'Acme')
})

test('an id that would lead elsewhere is refused before it is sent', async () => {
  const proxy = await startProxy(service, [])
  const { brandKits } = clientAt(proxy, acme)
  for (const id of ['', '.', '..']) {
    await assert.rejects(async () => brandKits.logos.get(id), TypeError)
    await assert.rejects(async () => brandKits.tokens(id, 'css'), TypeError)
  }
  assert.deepEqual(proxy.seen, [])
})

test('a signal ends a call with its own reason, and it is not tried again', async () => {
  const proxy = await startProxy(service, [], 'hang')
  const stop = new AbortController()
  const call = clientAt(proxy, acme).user({ signal: stop.signal })
  setTimeout(() => stop.abort(new Error('enough')), 300)
  await assert.rejects(call, { message: 'enough' })
  assert.equal(proxy.seen.length, 1)
})

test('no server at all is a NetworkError that names the url', async () => {
  const atelier = clientAt({ url: 'http://127.0.0.1:9' }, acme, { maxRetries: 0 })
  await assert.rejects(atelier.user(), (error: AtelierError) => {
    assert.deepEqual([error.name, error.status, error.code], ['NetworkError', 0, 'network'])
    assert.match(error.message, /http:\/\/127\.0\.0\.1:9/)
    return true
  })
})

test('a redirect is told, never followed with the token', async () => {
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

test('a page that is not of Atelier is told as such', async () => {
  const proxy = await startProxy(service, [], { status: 200, body: '<html>Hello</html>' })
  await assert.rejects(clientAt(proxy, acme).user(), /Does the url of the client lead to Atelier/)
})

test('what is wrong with which field stands in the error and in its message', async () => {
  await assert.rejects(clientAt(service, acme).assetTags.create({ name: '' }), (error: ValidationError) => {
    assert.ok(error instanceof ValidationError)
    assert.deepEqual([error.status, error.code, Object.keys(error.fields)], [422, 'invalid', ['name']])
    assert.match(error.message, /^POST \/api\/asset-tags was answered 422: name: The name field/)
    assert.match(error.requestId!, /^req_/)
    return true
  })
})
