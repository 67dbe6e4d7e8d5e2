// Engines: embedded
// Bodies in other encodings, and unusual spellings of numbers and URLs.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { newCompany } from './support/companies.ts'
import { startService } from './support/service.ts'
import { picture } from './support/uploads.ts'

const service = await startService()
const acme = await newCompany(service, 'Acme')

const credentials = { client_id: acme.clientId, client_secret: acme.clientSecret }
const json = 'application/json'

async function post(path: string, body: Uint8Array | string, headers: Record<string, string> = {}) {
  const response = await fetch(service.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${acme.token}`, 'content-type': json, ...headers },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  }
}

const utf16 = (text: string, bom = '') => Buffer.from(bom + text, 'utf16le')

// Holds R-ERR-14.
describe('a body', () => {
  test('a compressed body returns 415 with the reason', async () => {
    const reason = 'The body must not be compressed.'
    const compressed = { 'content-encoding': 'gzip' }
    const folder = await post('/api/folders', gzipSync('{"name":"a"}'), compressed)
    assert.deepEqual([folder.status, folder.body], [415, { message: 'Unsupported Media Type.', reason }])
    assert.equal(folder.headers.get('accept-encoding'), 'identity')
    const token = await post('/oauth/access-token', gzipSync(JSON.stringify(credentials)), compressed)
    assert.deepEqual([token.status, token.body.details], [415, { reason }])
    const form = { ...compressed, 'content-type': 'application/x-www-form-urlencoded' }
    const standard = await post('/oauth/token', gzipSync('grant_type=client_credentials'), form)
    assert.deepEqual([standard.status, standard.body.error_description], [415, reason])
    const file = new FormData()
    file.set('file', new Blob([new Uint8Array(await picture())]), 'a.png')
    const uploaded = await fetch(`${service.url}/api/assets`, {
      method: 'POST',
      headers: { authorization: `Bearer ${acme.token}`, ...compressed },
      body: file,
    })
    assert.equal(uploaded.status, 415)
    assert.equal(
      (await post('/api/folders', '{"name":"plain"}', { 'content-encoding': 'identity' })).status,
      201,
    )
  })

  test('a body in UTF-16 or UTF-32 returns 415 with the reason', async () => {
    const body = { message: 'Unsupported Media Type.', reason: 'The body must be UTF-8.' }
    for (const [sent, type] of [
      [utf16('{"name":"a"}'), json],
      [utf16('{"name":"a"}', '\ufeff'), json],
      [utf16('{"name":"a"}').swap16(), json],
      ['{"name":"a"}', `${json}; charset=utf-16`],
      ['{"name":"a"}', `${json}; charset="UTF-32"`],
    ] as const) {
      const answer = await post('/api/folders', sent, { 'content-type': type })
      assert.deepEqual([answer.status, answer.body], [415, body], type)
    }
    assert.equal((await post('/oauth/access-token', utf16(JSON.stringify(credentials)))).status, 415)
  })

  test('a body that is not UTF-8 returns 400 and is not stored', async () => {
    const broken = Buffer.from('{"name":"caf\xe9"}', 'latin1')
    const message = 'The request body must be a JSON object.'
    assert.deepEqual((await post('/api/folders', broken)).body, { message })
    const secret = Buffer.concat([
      Buffer.from(JSON.stringify(credentials).slice(0, -1)),
      Buffer.from(',"x":"\xe9"}', 'latin1'),
    ])
    for (const _ of ['database', 'memory']) {
      assert.equal((await post('/oauth/access-token', JSON.stringify(credentials))).status, 200)
      const refused = await post('/oauth/access-token', secret)
      assert.deepEqual([refused.status, refused.body.message], [400, message])
    }
  })

  test('a body with a byte order mark is read', async () => {
    const marked = (value: object) => Buffer.from(`\ufeff${JSON.stringify(value)}`)
    assert.equal((await post('/api/folders', marked({ name: 'marked' }))).status, 201)
    assert.equal((await post('/oauth/access-token', marked(credentials))).status, 200)
    assert.equal((await post('/oauth/introspect', marked({ token: acme.token }))).status, 200)
  })
})

// Holds R-CHANGE-9.
test('a number in metadata that programs cannot represent exactly is rejected, with advice', async () => {
  const message =
    'The metadata field must not contain numbers beyond 9007199254740991, which JSON programs change. Send them as strings.'
  const { body } = await acme.post('/api/asset-tags', { name: 'none' })
  assert.ok(body.data.id)
  for (const number of ['9007199254740993', '-12345678901234567890', '1e400', '[1,{"a":1e999}]']) {
    const sent = `{"url":"https://a.example/x.png","metadata":{"n":${number}}}`
    const answer = await post('/api/assets', sent)
    assert.deepEqual([answer.status, answer.body.metadata], [422, [message]], number)
  }
  for (const number of ['9007199254740991', '0.1', '-3', '1.5e-10']) {
    const sent = `{"url":"https://127.0.0.1/x.png","metadata":{"n":${number}}}`
    assert.equal((await post('/api/assets', sent)).body.metadata, undefined, number)
  }
})

// Holds R-ERR-3.
test('a trailing slash in a path is ignored', async () => {
  for (const path of ['/api/assets', '/api/folders', '/api/user', '/healthz', '/openapi.json']) {
    const [plain, slashed] = [await acme.get(`${path}?_=1`), await acme.get(`${path}/?_=1`)]
    assert.equal(slashed.status, 200, path)
    assert.equal(slashed.text, plain.text, path)
  }
  const { id } = (await acme.post('/api/folders/', { name: 'slashed' })).body.data
  assert.equal((await acme.patch(`/api/folders/${id}/`, { name: 'renamed' })).body.data.name, 'renamed')
  assert.equal((await post('/oauth/access-token/', JSON.stringify(credentials))).status, 200)
  assert.equal((await acme.get('/api/none/')).status, 404)
  assert.equal((await acme.delete('/api/folders/')).status, 405)
})
