// Engines: postgres
// The API reference is large, and few servers ever serve it.
import assert from 'node:assert/strict'
import { registerHooks } from 'node:module'
import { test } from 'node:test'

let isScalarRead = false
registerHooks({
  resolve(name, context, next) {
    if (name === '@scalar/fastify-api-reference') isScalarRead = true
    return next(name, context)
  },
})
// Imported dynamically, because module hooks apply only to later imports.
const { startService } = await import('./support/service.ts')
const service = await startService()

test('the reference and its script are only loaded on the first request', async () => {
  assert.equal((await fetch(`${service.url}/openapi.json`)).status, 200)
  assert.ok(!isScalarRead)
  const led = await fetch(`${service.url}/reference?a=b`, { redirect: 'manual' })
  assert.deepEqual([led.status, led.headers.get('location')], [301, '/reference/'])
  const page = await fetch(`${service.url}/reference/`)
  assert.equal(page.status, 200)
  assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8')
  assert.match(page.headers.get('content-security-policy')!, /script-src 'self' 'sha256-/)
  assert.match(await page.text(), /js\/scalar\.js/)
  const script = await fetch(`${service.url}/reference/js/scalar.js`)
  assert.equal(script.headers.get('content-type'), 'application/javascript; charset=utf-8')
  assert.ok((await script.text()).length > 1_000_000)
  assert.ok(isScalarRead)
})
