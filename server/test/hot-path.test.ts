// Engines: postgres
// Responses from the cache are sent before the router runs. They must have the same bytes as the slow path, and must
// not skip any of its checks.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { asCompany } from '../src/db/tenancy.ts'
import { newId, publicId } from '../src/ids.ts'
import { asOwner, newCaller, newCompany } from './support/companies.ts'
import { startService } from './support/service.ts'
import { until } from './support/until.ts'

type Line = { route: string; status: number; request_id: string; client: string; duration_ms: number }
const log: Line[] = []
const service = await startService({
  env: { RATE_LIMIT_PER_MINUTE: '1000', TRUSTED_PROXIES: '127.0.0.1' },
  log: (line) => log.push(JSON.parse(line)),
})
const acme = await newCompany(service, 'Acme')
const path = '/api/tags?per_page=5'
for (let at = 0; at < 7; at++) await acme.post('/api/tags', { name: `Tag ${at}` })

const raw = (lines: string[], target = path, method = 'GET', version = '1.1') =>
  exchange([`${method} ${target} HTTP/${version}\r\n${lines.join('\r\n')}\r\n\r\n`])

/**
 * Returns everything that is received until the connection closes, for a request that is sent in several
 * packets.
 */
async function exchange(packets: string[]) {
  const { hostname, port } = new URL(service.url)
  const socket = connect({ port: Number(port), host: hostname, noDelay: true })
  await once(socket, 'connect')
  for (const [at, packet] of packets.entries()) {
    if (at > 0) await wait(30)
    socket.write(packet)
  }
  let text = ''
  socket.on('data', (part) => {
    text += part
  })
  await once(socket, 'close')
  return text
}
const host = 'Host: atelier.example'
const bearer = `Authorization: Bearer ${acme.token}`
const close = 'Connection: close'

const varying = /^(x-request-id|x-ratelimit-remaining|ratelimit|date): .*$/gim
const alike = (text: string) => text.replace(varying, '$1: …').replace(/r=\d+;t=\d+/g, '…')

async function hits(): Promise<number> {
  const text = await (await fetch(`${service.url}/metrics`)).text()
  return Number(/^atelier_cache_hits_total\{cache="pages"\} (\d+)/m.exec(text)![1])
}

let routed = 0
const { routing } = service.server
service.server.routing = (...asked) => {
  routed += 1
  return routing(...asked)
}

/** The node's own notifications can arrive late and count as changes. */
const warm = () =>
  until('the page is in memory', async () => {
    const before = routed
    await raw([host, bearer, close])
    return routed === before
  })

describe('a page from the cache', () => {
  // A header that selects the slow path and has no effect there.
  const slow = 'Content-Length: 0'

  test('a page from the cache has the headers and bytes of the slow path, in the same order', async () => {
    await warm()
    for (const more of [[], ['If-None-Match: "other"']]) {
      const before = routed
      const answer = await raw([host, bearer, close, ...more])
      assert.equal(routed, before)
      assert.equal(alike(answer), alike(await raw([host, bearer, close, slow, ...more])))
      assert.equal(routed, before + 1)
    }
  })

  test('a page from the cache returns 304 for a matching ETag, as on the slow path', async () => {
    await warm()
    const tag = /^etag: (.*)$/im.exec(await raw([host, bearer, close]))![1]
    for (const known of [tag, `W/${tag}`, '*', `"other", ${tag}`]) {
      const answer = await raw([host, bearer, close, `If-None-Match: ${known}`])
      assert.match(answer, /^HTTP\/1\.1 304 /)
      assert.equal(alike(answer), alike(await raw([host, bearer, close, `If-None-Match: ${known}`, slow])))
    }
  })

  test('a page from the cache is logged, counted and measured', async () => {
    await warm()
    const before = await hits()
    const id = /^x-request-id: (.*)$/im.exec(await raw([host, bearer, close]))![1]
    const line = await until('the line', () => log.find(({ request_id }) => request_id === id))
    assert.deepEqual([line.route, line.status, line.client], ['/api/tags', 200, acme.clientId])
    assert.equal((await hits()) - before, 1)
  })
})

describe('the slow path handles', () => {
  const refused = async (
    lines: string[],
    status: number,
    more: Partial<{ version: string; target: string }> = {},
  ) => {
    // In the second round, everything cacheable is cached.
    for (let round = 0; round < 2; round++) {
      await warm()
      const answer = await raw(lines, more.target, 'GET', more.version)
      assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `))
    }
  }

  test('the slow path handles a missing, repeated, malformed or unknown token', async () => {
    await refused([host, close], 401)
    await refused([host, close, bearer, bearer], 401)
    await refused([host, close, 'Authorization: Basic abc'], 401)
    await refused([host, close, `${bearer}x`], 401)
  })

  test('the slow path handles a client without the scope', async () => {
    const client = { enterpriseId: acme.enterpriseId, companyId: acme.companyId, ownerId: acme.ownerId }
    const restricted = await newCaller(service, { name: 'r', ...client, scopes: ['profile:read'] })
    await refused([host, close, `Authorization: Bearer ${restricted.token}`], 403)
  })

  test('the slow path handles a request from an IP address that the client does not allow', async () => {
    const client = { enterpriseId: acme.enterpriseId, companyId: acme.companyId, ownerId: acme.ownerId }
    const inside = await newCaller(service, {
      name: 'i',
      ...client,
      allowedAddresses: ['192.0.2.0/24', '127.0.0.1'],
    })
    const authorization = `Authorization: Bearer ${inside.token}`
    const from = (address: string) => raw([host, close, authorization, `X-Forwarded-For: ${address}`])
    for (let round = 0; round < 2; round++) {
      assert.match(await from('192.0.2.7'), /^HTTP\/1\.1 200 /)
      assert.match(await from('198.51.100.7'), /^HTTP\/1\.1 401 /)
    }
  })

  test('the slow path handles a request without a Host header', async () => {
    await refused([close, bearer], 400)
  })

  test('the slow path handles other methods, such as HEAD, which has no body, and POST', async () => {
    await warm()
    assert.match(await raw([host, bearer, close], path, 'HEAD'), /\r\n\r\n$/)
    assert.match(await raw([host, bearer, close], path, 'POST'), /^HTTP\/1\.1 422 /)
  })
})

test('the rate limit applies to cached responses: the last request of a minute passes, and the next request gets 429', async () => {
  const from = (address: string) => raw([host, close, bearer, `X-Forwarded-For: ${address}`])
  let answer = ''
  for (let sent = 0; sent < 1000; sent += 50)
    for (answer of await Promise.all(Array.from({ length: 50 }, () => from('192.0.2.9'))))
      assert.match(answer, /^HTTP\/1\.1 200 /)
  assert.match(await from('192.0.2.9'), /^HTTP\/1\.1 429 /)
  assert.match(await from('192.0.2.10'), /^HTTP\/1\.1 200 /)
})

describe('introspection from the cache', () => {
  const lines = [host, close, 'Content-Type: application/json']
  const asked = (body: string, more = lines) =>
    `POST /oauth/introspect HTTP/1.1\r\n${more.join('\r\n')}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  const ofToken = (token: string) => JSON.stringify({ token })
  const body = ofToken(acme.token)
  /** The response, and whether it came from the fast path. */
  async function answered(packets: string[]) {
    const before = routed
    return { text: await exchange(packets), wasFast: routed === before }
  }

  const warmToken = () => until('the token is in memory', async () => (await answered([asked(body)])).wasFast)

  test('introspection from the cache has the headers and bytes of the slow path, in the same order', async () => {
    await warmToken()
    for (const same of [body, JSON.stringify({ token: ' ', access_token: acme.token, more: 1 })]) {
      const fast = await answered([asked(same)])
      // A header that could change the response selects the slow path.
      const slow = await answered([asked(same, [...lines, 'Expect: 200-ok'])])
      assert.deepEqual([fast.wasFast, slow.wasFast], [true, false])
      assert.match(fast.text, /^HTTP\/1\.1 200 /)
      assert.equal(alike(fast.text), alike(slow.text))
    }
  })

  test('introspection from the cache handles a split body or another content type like the slow path', async () => {
    await warmToken()
    const { text } = await answered([asked(body)])
    const whole = asked(body)
    const form = `token=${acme.token}`
    for (const packets of [
      [whole.slice(0, -20), whole.slice(-20)],
      [whole.slice(0, -body.length), body],
      [asked(body, [host, close])],
    ]) {
      const pieces = await answered(packets)
      assert.equal(pieces.wasFast, false)
      assert.equal(alike(pieces.text), alike(text))
    }
    const inForm = await answered([
      asked(form, [host, close, 'Content-Type: application/x-www-form-urlencoded']),
    ])
    assert.equal(inForm.wasFast, false)
    assert.match(inForm.text, /^HTTP\/1\.1 401 /)
  })

  test('introspection from the cache keeps the order of pipelined requests, cached or not', async () => {
    await warmToken()
    const kept = lines.filter((line) => line !== close)
    const other = await newCaller(service, { name: 'o', ...acme })
    const text = await exchange([
      asked(body, kept) + asked(ofToken(other.token), kept) + asked('{}', kept) + asked(body),
    ])
    const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status)
    assert.deepEqual(statuses, ['200', '200', '422', '200'])
    const clients = [...text.matchAll(/"client_id":"([^"]+)"/g)].map(([, id]) => id)
    assert.deepEqual(clients, [acme.clientId, other.clientId, acme.clientId])
  })

  test('introspection from the cache rejects what the slow path rejects, after reading it', async () => {
    await warmToken()
    const tokens = [`${acme.token}x`, 'x'.repeat(2_000)].map(ofToken)
    for (const broken of ['{"token":', '[]', JSON.stringify({ token: 7 }), ...tokens])
      assert.match((await answered([asked(broken)])).text, /^HTTP\/1\.1 422 /, broken)
  })

  test('introspection from the cache is logged, and a revoked token is not cached', async () => {
    const other = await newCaller(service, { name: 'r', ...acme })
    const ask = () => answered([asked(ofToken(other.token))])
    await until('it is in memory', async () => (await ask()).wasFast)
    const { text } = await ask()
    const id = /^x-request-id: (.*)$/im.exec(text)![1]
    const line = await until('the line', () => log.find(({ request_id }) => request_id === id))
    assert.deepEqual([line.route, line.status], ['/oauth/introspect', 200])
    const revoked = asked(ofToken(other.token)).replace('/introspect', '/revoke')
    assert.match(await exchange([revoked]), /^HTTP\/1\.1 200 /)
    assert.match((await ask()).text, /^HTTP\/1\.1 422 /)
  })
})

describe('a token for a cached client', () => {
  const lines = [host, close, 'Content-Type: application/json']
  const asked = (body: string, more = lines) =>
    `POST /oauth/access-token HTTP/1.1\r\n${more.join('\r\n')}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  const of = ({ clientId, clientSecret }: { clientId: string; clientSecret: string }) =>
    JSON.stringify({ client_id: clientId, client_secret: clientSecret })
  async function answered(packets: string[]) {
    const before = routed
    return { text: await exchange(packets), wasFast: routed === before }
  }
  const warmClient = (client = acme) =>
    until('the client is in memory', async () => (await answered([asked(of(client))])).wasFast)
  const tokenIn = (text: string) => /atl_at_\w+/.exec(text)![0]
  const withoutToken = (text: string) => alike(text).replace(tokenIn(text), '…')

  test('a token for a cached client is issued with the headers and bytes of the slow path, in the same order', async () => {
    await warmClient()
    for (const body of [of(acme), JSON.stringify({ ...JSON.parse(of(acme)), more: 1 })]) {
      const fast = await answered([asked(body)])
      const slow = await answered([asked(body, [...lines, 'Expect: 200-ok'])])
      assert.deepEqual([fast.wasFast, slow.wasFast], [true, false])
      assert.match(fast.text, /^HTTP\/1\.1 200 /)
      assert.equal(withoutToken(fast.text), withoutToken(slow.text))
      assert.notEqual(tokenIn(fast.text), tokenIn(slow.text))
    }
  })

  test('a token for a cached client works, and both logs contain the IP address and the request ID', async () => {
    await warmClient()
    const { text } = await answered([asked(of(acme), [...lines, 'X-Forwarded-For: 192.0.2.33'])])
    const id = /^x-request-id: (.*)$/im.exec(text)![1]!
    const { status } = await fetch(`${service.url}/api/user`, {
      headers: { authorization: `Bearer ${tokenIn(text)}` },
    })
    assert.equal(status, 200)
    const line = await until('the line', () => log.find(({ request_id }) => request_id === id))
    assert.deepEqual([line.route, line.status], ['/oauth/access-token', 200])
    const { rows } = await asCompany(service.db, acme.companyId, (trx) =>
      sql<{ type: string; address: string }>`
        select type, address from security_events where request_id = ${id}`.execute(trx),
    )
    assert.deepEqual(rows, [{ type: 'token.issued', address: '192.0.2.33' }])
  })

  test('a wrong secret or client ID returns the same bytes on the fast path as on the slow path', async () => {
    await warmClient()
    const wrong = { ...acme, clientSecret: `${acme.clientSecret}x` }
    const stranger = { ...acme, clientId: publicId('client', newId()) }
    for (const client of [wrong, stranger]) {
      const { text, wasFast } = await answered([asked(of(client))])
      assert.ok(!wasFast)
      assert.match(text, /^HTTP\/1\.1 401 /)
      assert.equal(alike(text), alike((await answered([asked(of(client), [...lines, 'Expect: x'])])).text))
    }
  })

  test('a token for a cached client that cannot be stored fails like on the slow path, and the next token is issued', async () => {
    await warmClient()
    await asOwner(service.db, sql`alter table access_tokens rename to gone_tokens`)
    const { text } = await answered([asked(of(acme))])
    await asOwner(service.db, sql`alter table gone_tokens rename to access_tokens`)
    assert.match(text, /^HTTP\/1\.1 500 /)
    assert.match(text, /\r\n\r\n\{.*"message"/)
    assert.match((await answered([asked(of(acme))])).text, /^HTTP\/1\.1 200 /)
  })

  test('a token for a cached client is unique for each concurrent and pipelined request', async () => {
    await warmClient()
    const kept = lines.filter((line) => line !== close)
    const texts = await Promise.all(
      Array.from({ length: 20 }, () => exchange([asked(of(acme), kept) + asked(of(acme))])),
    )
    const tokens = texts.flatMap((text) => text.match(/atl_at_\w+/g) ?? [])
    assert.equal(new Set(tokens).size, 40)
  })
})
