// Engines: postgres in CI
// A program never receives an invalid ID from a server, wherever it is in the response.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { wrongId } from '../src/http/ids.ts'
import { Atelier, AtelierError, verifyWebhook, WebhookVerificationError } from '../src/index.ts'

type Said = { body?: unknown; headers?: Record<string, string> }
let said: Said = {}
const server = createServer((_, response) => {
  const { body, headers = { 'content-type': 'application/json' } } = said
  response.writeHead(200, headers).end(typeof body === 'string' ? body : JSON.stringify(body))
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => server.close().closeAllConnections())
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const atelier = new Atelier({ url, token: 'x', maxRetries: 0 })

const id = 'ast_01h455vb4pex5vsknk084sn02q'
const bad = '../../etc/passwd'
const isRefused = (error: unknown) => error instanceof AtelierError && error.code === 'unexpected'

test('an invalid ID is rejected in a resource, a list item, a nested object and a batch', async () => {
  for (const data of [
    { id: bad },
    { id, folder_id: bad },
    { id, tags: [{ id: bad }] },
    { id: [bad] },
    { id: { toString: bad } },
    { id: 1 },
    { id: id.toUpperCase() },
    { id: `${id}\n` },
    { id: `8${id}` },
    { id: '' },
  ]) {
    said = { body: { data } }
    await assert.rejects(atelier.assets.get(id), isRefused, JSON.stringify(data))
    said = { body: { data: [data], meta: { next_cursor: null } } }
    await assert.rejects(atelier.assets.list().toArray(), isRefused, JSON.stringify(data))
  }
  said = { body: { data: [{ id: bad, status: 200 }] } }
  await assert.rejects(atelier.assets.batch({ action: 'trash', ids: [id] }), isRefused)
})

test("the SDK returns the caller's IDs unchanged", async () => {
  said = { body: { data: [{ id: 'none', status: 404 }] } }
  const [outcome] = await atelier.assets.batch({ action: 'trash', ids: ['none'] })
  assert.equal(outcome!.id, 'none')
})

test('custom data of an integration can have keys that look like IDs', async () => {
  const data = {
    ...{ id, external_id: bad, folder_id: null },
    metadata: { id: bad, deep: [{ user_id: 7 }] },
    // Indonesian has the language tag `id`.
    translations: { id: { name: 'Mercusuar' }, de: { variables: { product_id: { label: 'Produkt' } } } },
    variables: { product_id: bad },
    errors: { 'variables.product_id': ['It is missing.'] },
    findings: [{ type: 'text_shrunk', variable: 'product_id', data: { font_id: bad } }],
  }
  said = { body: { data } }
  assert.deepEqual(await atelier.assets.get(id), data)
})

test('an invalid ID is rejected in the change stream, in a header and in a webhook', async () => {
  const change = {
    seq: 1,
    type: 'asset.created',
    resource_id: bad,
    actor: { type: 'client', id: null },
    data: {},
  }
  said = {
    body: `id: 1\ndata: ${JSON.stringify(change)}\n\n`,
    headers: { 'content-type': 'text/event-stream' },
  }
  await assert.rejects(atelier.changes.follow().next(), isRefused)

  const headers = { 'content-type': 'application/json', 'x-duplicate-of': bad }
  said = { body: { data: { id } }, headers }
  await assert.rejects(atelier.assets.upload(new Blob(['x'])), isRefused)

  const body = JSON.stringify({ type: change.type, timestamp: '', data: change })
  const time = `${Math.floor(Date.now() / 1_000)}`
  const key = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64')
  const signature = createHmac('sha256', key).update(`msg_1.${time}.${body}`).digest('base64')
  const signed = { 'webhook-id': 'msg_1', 'webhook-timestamp': time, 'webhook-signature': `v1,${signature}` }
  const secret = `whsec_${key.toString('base64')}`
  await assert.rejects(verifyWebhook({ body, headers: signed, secret }), WebhookVerificationError)
})

test('IDs are checked in a body with ten thousand levels', () => {
  let body: unknown = { id: bad }
  for (let depth = 0; depth < 10_000; depth++) body = depth % 2 ? [body] : { data: body }
  assert.deepEqual(wrongId(body), { field: 'id', value: bad })
})

type Schema = {
  description?: string
  properties?: Record<string, Schema>
  additionalProperties?: unknown
  anyOf?: Schema[]
  items?: Schema
}

// The rule depends on field names. This test shows the effect on a new field.
test('every ID in the OpenAPI document is checked, and every object with free keys is known', () => {
  const document = JSON.parse(readFileSync(new URL('../../server/openapi.json', import.meta.url), 'utf8'))
  const given = /Request|Form$/
  const checked = (name: string) => wrongId({ [name]: bad }) !== undefined
  let ids = 0
  function look(name: string, field: string, schema: Schema, parent: Schema) {
    const all = [schema, ...(schema.anyOf ?? [])]
    if (all.some(({ description }) => description?.startsWith('TypeID'))) {
      assert.ok(checked(field), `${name}: ${field} is an id, and is not checked`)
      ids += 1
    }
    for (const one of all) {
      if (one.properties)
        for (const [key, inner] of Object.entries(one.properties)) look(name, key, inner, one)
      else if (one.additionalProperties && typeof one.additionalProperties === 'object') {
        const { resource_id, seq } = parent.properties ?? {}
        const shown = {
          ...(resource_id && { resource_id: id }),
          ...(seq && { seq: 1 }),
          [field]: { id: bad },
        }
        // A finding is checked as a whole.
        if (name === 'RenderFinding') continue
        const hasTexts = Object.keys(one.additionalProperties).length > 0
        if (!hasTexts) assert.ok(!wrongId(shown), `${name}: the keys of ${field} are free, and are checked`)
      }
      if (one.items) look(name, field, one.items, one)
    }
  }
  for (const [name, schema] of Object.entries<Schema>(document.components.schemas))
    if (!given.test(name)) look(name, '', schema, {})
  assert.ok(ids > 20)
})
