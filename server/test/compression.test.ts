// Engines: embedded
// Responses are compressed for clients that accept it, and each encoding has its own ETag.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import Fastify, { type FastifyReply } from 'fastify'
import { compressResponse } from '../src/http/responses/compression.ts'
import { jsonType, secrecy, sendAnswer } from '../src/http/responses/response.ts'
import { newCompany } from './support/companies.ts'
import { startService } from './support/service.ts'
import { picture, upload } from './support/uploads.ts'

const service = await startService()
const acme = await newCompany(service, 'Acme')
for (let at = 0; at < 40; at++) await acme.post('/api/tags', { name: `Tag ${at}` })
const path = '/api/tags?per_page=100'

const decoders = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync }
type Encoding = keyof typeof decoders

/** Returns the raw response, without decompressing it. */
async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const sent = request(service.url + path, {
    method,
    headers: path.startsWith('/api/') ? { authorization: `Bearer ${acme.token}`, ...headers } : headers,
  })
  sent.end()
  const [answer] = await once(sent, 'response')
  const body = Buffer.concat(await answer.toArray())
  return { status: answer.statusCode as number, headers: answer.headers as Record<string, string>, body }
}

describe('a response of at least 1 kB', () => {
  for (const encoding of Object.keys(decoders) as Encoding[])
    test(`a response of at least 1 kB is compressed with ${encoding}, from the database and from memory`, async () => {
      const plain = await get(path)
      assert.equal(plain.headers['content-encoding'], undefined)
      const { id } = (await acme.post('/api/tags', { name: `New ${encoding}` })).body.data
      for (const _ of ['database', 'memory', 'memory']) {
        const { headers, body } = await get(path, { 'accept-encoding': encoding })
        assert.equal(headers['content-encoding'], encoding)
        assert.equal(Number(headers['content-length']), body.length)
        const now = await get(path)
        assert.ok(body.length < now.body.length / 2)
        assert.deepEqual(decoders[encoding](body), now.body)
        assert.ok(now.body.includes(id))
        // Two representations must not share a strong ETag.
        assert.equal(headers.etag, now.headers.etag!.replace(/"$/, `-${encoding}"`))
        assert.match(headers.vary!, /Accept-Encoding/)
        assert.match(now.headers.vary!, /Accept-Encoding/)
      }
    })

  // Holds R-WIRE-9.
  test('a response of at least 1 kB becomes a 304 with the same ETag if the request has the ETag of any encoding', async () => {
    const tags = [(await get(path)).headers.etag!]
    for (const encoding of Object.keys(decoders))
      tags.push((await get(path, { 'accept-encoding': encoding })).headers.etag!)
    assert.equal(new Set(tags).size, 4)
    for (const tag of tags)
      for (const slow of [{}, { 'content-length': '0' }]) {
        const asked = { 'accept-encoding': 'gzip', 'if-none-match': `"other", ${tag}`, ...slow }
        const { status, headers, body } = await get(path, asked)
        assert.deepEqual([status, headers.etag, body.length], [304, tag, 0])
        assert.equal(headers['content-encoding'], undefined)
      }
    const any = await get(path, { 'accept-encoding': 'br', 'if-none-match': '*' })
    assert.deepEqual([any.status, any.headers.etag], [304, tags[2]])
  })

  test('a response of at least 1 kB has the same headers for HEAD, without the body', async () => {
    const whole = await get(path, { 'accept-encoding': 'gzip' })
    const { status, headers, body } = await get(path, { 'accept-encoding': 'gzip' }, 'HEAD')
    assert.deepEqual([status, body.length], [200, 0])
    for (const name of ['etag', 'content-encoding', 'content-length', 'content-type', 'vary'])
      assert.equal(headers[name], whole.headers[name], name)
  })

  test('a response of at least 1 kB respects the quality values in Accept-Encoding', async () => {
    const chosen = async (accepted: string) =>
      (await get(path, { 'accept-encoding': accepted })).headers['content-encoding']
    assert.equal(await chosen('gzip, deflate, br, zstd'), 'zstd')
    assert.equal(await chosen('gzip;q=1.0, br;q=0.5'), 'gzip')
    assert.equal(await chosen('GZIP'), 'gzip')
    assert.equal(await chosen('identity, gzip;q=0.5'), undefined)
    assert.equal(await chosen('gzip;q=0, identity'), undefined)
    assert.equal(await chosen('deflate, compress'), undefined)
    assert.equal(await chosen(`${'x'.repeat(250)}, gzip`), undefined)
  })

  test('a response of at least 1 kB has an ETag that If-Match accepts, even if it was compressed', async () => {
    const description = 'A harbor at dawn. '.repeat(40)
    const { id } = (await upload(service, acme, { bytes: await picture(), name: 'harbor.png' })).body.data
    await acme.patch(`/api/assets/${id}`, { description, alt_text: description.slice(0, 500) })
    const { headers } = await get(`/api/assets/${id}`, { 'accept-encoding': 'gzip' })
    assert.match(headers.etag!, /-gzip"$/)
    const changed = await acme.patch(`/api/assets/${id}`, { name: 'Dawn' }, { 'if-match': headers.etag! })
    assert.equal(changed.status, 200)
    const outdated = await acme.patch(`/api/assets/${id}`, { name: 'Dusk' }, { 'if-match': headers.etag! })
    assert.equal(outdated.status, 412)
  })
})

// A 304 that names the ETag of another representation leaves a cache with a body that it cannot revalidate.
test('a 304 for any state has the ETag of the 200, for any type, length and caching of the body', async () => {
  const app = Fastify().addHook('onSend', compressResponse)
  const bodies = ['x'.repeat(2_000), 'é'.repeat(600), 'x', Buffer.alloc(2_000), Buffer.alloc(9)]
  const types = ['application/zip', 'image/png', 'text/csv', jsonType, 'font/woff2', 'application/xml']
  const answers = bodies.flatMap((body) => types.map((type) => ({ status: 200, type, body })))
  answers.forEach((answer, at) => {
    app.get(`/${at}`, (request, reply) =>
      sendAnswer(request, reply, { ...answer, headers: { ETag: '"one"' } }),
    )
  })
  for (const at of answers.keys())
    for (const encoding of [...Object.keys(decoders), 'identity']) {
      const ask = async (headers = {}) =>
        (await app.inject({ url: `/${at}`, headers: { 'accept-encoding': encoding, ...headers } })).headers
      const { etag, 'content-encoding': used } = await ask()
      assert.equal(etag, used ? `"one-${used}"` : '"one"', `${answers[at]!.type} ${encoding}`)
      assert.deepEqual((await ask({ 'if-none-match': '*' })).etag, etag, `${answers[at]!.type} ${encoding}`)
    }
})

describe('not compressed are', () => {
  test('short responses are not compressed', async () => {
    for (const _ of ['database', 'memory']) {
      const { headers } = await get('/api/tags?per_page=1', { 'accept-encoding': 'gzip' })
      assert.equal(headers['content-encoding'], undefined)
    }
  })

  test('responses with both secrets and client input are not compressed', async () => {
    const app = Fastify().addHook('onSend', compressResponse)
    const send = (caching: string) => async (_: unknown, reply: FastifyReply) =>
      reply.header('cache-control', caching).type(jsonType).send('x'.repeat(2_000))
    app.get('/open', send('no-cache')).get('/secret', send(secrecy['cache-control']))
    const headers = { 'accept-encoding': 'gzip' }
    assert.equal((await app.inject({ url: '/open', headers })).headers['content-encoding'], 'gzip')
    assert.equal((await app.inject({ url: '/secret', headers })).headers['content-encoding'], undefined)
  })

  test('files are not compressed, because clients read them in ranges', async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${'<rect width="9" height="9"/>'.repeat(99)}</svg>`
    const { url } = (await upload(service, acme, { bytes: Buffer.from(svg), name: 'logo.svg' })).body.data
    const { headers, status } = await get(new URL(url).pathname + new URL(url).search, {
      'accept-encoding': 'gzip',
      range: 'bytes=0-9',
    })
    assert.deepEqual([status, headers['content-encoding'], headers['content-length']], [206, undefined, '10'])
  })
})

test('the API document and the guides are compressed, and clients that have them receive 304', async () => {
  for (const path of ['/openapi.json', '/docs/uploads', '/docs/style.css', '/reference/js/scalar.js']) {
    const plain = await get(path)
    const first = await get(path, { 'accept-encoding': 'gzip, br' })
    assert.equal(first.headers['content-encoding'], 'br', path)
    assert.deepEqual(brotliDecompressSync(first.body), plain.body)
    assert.equal(first.headers['cache-control'], 'no-cache')
    const again = await get(path, { 'accept-encoding': 'gzip, br', 'if-none-match': first.headers.etag! })
    assert.deepEqual([again.status, again.headers.etag, again.body.length], [304, first.headers.etag, 0])
  }
})
