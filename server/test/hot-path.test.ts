// What is answered from memory, before the router: the same bytes, and nothing that the long way would have refused.
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

/** The very text of the answer to a request that is written by hand. */
const raw = (lines: string[], target = path, method = 'GET', version = '1.1') =>
  exchange([`${method} ${target} HTTP/${version}\r\n${lines.join('\r\n')}\r\n\r\n`])

/** All that is answered until the connection closes, to what is sent in so many packets. */
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

/** Requests that have reached the router. */
let routed = 0
const { routing } = service.server
service.server.routing = (...asked) => {
  routed += 1
  return routing(...asked)
}

/** What this service tells itself of its own changes may come a little later, and counts as a change. */
const warm = () =>
  until('the page is in memory', async () => {
    const before = routed
    await raw([host, bearer, close])
    return routed === before
  })

describe('an answer from memory', () => {
  // A header that the short way leaves to the long one, and that changes nothing there.
  const long = 'Content-Length: 0'

  test('has the headers and bytes of the long way, in the same order', async () => {
    await warm()
    for (const more of [[], ['If-None-Match: "other"']]) {
      const before = routed
      const answer = await raw([host, bearer, close, ...more])
      assert.equal(routed, before)
      assert.equal(alike(answer), alike(await raw([host, bearer, close, long, ...more])))
      assert.equal(routed, before + 1)
    }
  })

  test('is 304 for who has it, as on the long way', async () => {
    await warm()
    const tag = /^etag: (.*)$/im.exec(await raw([host, bearer, close]))![1]
    for (const known of [tag, `W/${tag}`, '*', `"other", ${tag}`]) {
      const answer = await raw([host, bearer, close, `If-None-Match: ${known}`])
      assert.match(answer, /^HTTP\/1\.1 304 /)
      assert.equal(alike(answer), alike(await raw([host, bearer, close, `If-None-Match: ${known}`, long])))
    }
  })

  test('is logged, counted and measured', async () => {
    await warm()
    const before = await hits()
    const id = /^x-request-id: (.*)$/im.exec(await raw([host, bearer, close]))![1]
    const line = await until('the line', () => log.find(({ request_id }) => request_id === id))
    assert.deepEqual([line.route, line.status, line.client], ['/api/tags', 200, acme.clientId])
    assert.equal((await hits()) - before, 1)
  })
})

describe('the long way is taken', () => {
  const refused = async (
    lines: string[],
    status: number,
    more: Partial<{ version: string; target: string }> = {},
  ) => {
    // By the second time all is in memory that may be.
    for (let round = 0; round < 2; round++) {
      await warm()
      const answer = await raw(lines, more.target, 'GET', more.version)
      assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `))
    }
  }

  test('by who has no token, two of them, a broken one, or none of ours', async () => {
    await refused([host, close], 401)
    await refused([host, close, bearer, bearer], 401)
    await refused([host, close, 'Authorization: Basic abc'], 401)
    await refused([host, close, `${bearer}x`], 401)
  })

  test('by who may not see lists of tags', async () => {
    const client = { enterpriseId: acme.enterpriseId, companyId: acme.companyId, ownerId: acme.ownerId }
    const restricted = await newCaller(service, { name: 'r', ...client, scopes: ['profile:read'] })
    await refused([host, close, `Authorization: Bearer ${restricted.token}`], 403)
  })

  test('by who comes from an address that its client does not allow', async () => {
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

  test('by a request without a host', async () => {
    await refused([close, bearer], 400)
  })

  test('by other methods: HEAD has no body, and POST makes what it says', async () => {
    await warm()
    assert.match(await raw([host, bearer, close], path, 'HEAD'), /\r\n\r\n$/)
    assert.match(await raw([host, bearer, close], path, 'POST'), /^HTTP\/1\.1 422 /)
  })
})

test('of a minute’s requests the last is allowed and the next refused, from memory or not', async () => {
  const from = (address: string) => raw([host, close, bearer, `X-Forwarded-For: ${address}`])
  let answer = ''
  for (let sent = 0; sent < 1000; sent += 50)
    for (answer of await Promise.all(Array.from({ length: 50 }, () => from('192.0.2.9'))))
      assert.match(answer, /^HTTP\/1\.1 200 /)
  assert.match(await from('192.0.2.9'), /^HTTP\/1\.1 429 /)
  assert.match(await from('192.0.2.10'), /^HTTP\/1\.1 200 /)
})

describe('introspection from memory', () => {
  const lines = [host, close, 'Content-Type: application/json']
  const asked = (body: string, more = lines) =>
    `POST /oauth/introspect HTTP/1.1\r\n${more.join('\r\n')}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  const ofToken = (token: string) => JSON.stringify({ token })
  const body = ofToken(acme.token)
  /** As it is answered on either way, which is told. */
  async function answered(packets: string[]) {
    const before = routed
    return { text: await exchange(packets), wasShort: routed === before }
  }

  const warmToken = () =>
    until('the token is in memory', async () => (await answered([asked(body)])).wasShort)

  test('has the headers and bytes of the long way, in the same order', async () => {
    await warmToken()
    for (const same of [body, JSON.stringify({ token: ' ', access_token: acme.token, more: 1 })]) {
      const short = await answered([asked(same)])
      // Whatever may change what is answered, or comes too late to be there at once, takes the long way.
      const long = await answered([asked(same, [...lines, 'Expect: 200-ok'])])
      assert.deepEqual([short.wasShort, long.wasShort], [true, false])
      assert.match(short.text, /^HTTP\/1\.1 200 /)
      assert.equal(alike(short.text), alike(long.text))
    }
  })

  test('answers a body that comes in pieces, or is of another type, as the long way does', async () => {
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
      assert.equal(pieces.wasShort, false)
      assert.equal(alike(pieces.text), alike(text))
    }
    const inForm = await answered([
      asked(form, [host, close, 'Content-Type: application/x-www-form-urlencoded']),
    ])
    assert.equal(inForm.wasShort, false)
    assert.match(inForm.text, /^HTTP\/1\.1 401 /)
  })

  test('answers what is in memory and what is not in the order in which they were asked', async () => {
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

  test('refuses what the long way refuses, once read', async () => {
    await warmToken()
    const tokens = [`${acme.token}x`, 'x'.repeat(2_000)].map(ofToken)
    for (const broken of ['{"token":', '[]', JSON.stringify({ token: 7 }), ...tokens])
      assert.match((await answered([asked(broken)])).text, /^HTTP\/1\.1 422 /, broken)
  })

  test('is logged, and a token that was revoked is in no memory', async () => {
    const other = await newCaller(service, { name: 'r', ...acme })
    const ask = () => answered([asked(ofToken(other.token))])
    await until('it is in memory', async () => (await ask()).wasShort)
    const { text } = await ask()
    const id = /^x-request-id: (.*)$/im.exec(text)![1]
    const line = await until('the line', () => log.find(({ request_id }) => request_id === id))
    assert.deepEqual([line.route, line.status], ['/oauth/introspect', 200])
    const revoked = asked(ofToken(other.token)).replace('/introspect', '/revoke')
    assert.match(await exchange([revoked]), /^HTTP\/1\.1 200 /)
    assert.match((await ask()).text, /^HTTP\/1\.1 422 /)
  })
})

describe('a token for a client that is in memory', () => {
  const lines = [host, close, 'Content-Type: application/json']
  const asked = (body: string, more = lines) =>
    `POST /oauth/access-token HTTP/1.1\r\n${more.join('\r\n')}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  const of = ({ clientId, clientSecret }: { clientId: string; clientSecret: string }) =>
    JSON.stringify({ client_id: clientId, client_secret: clientSecret })
  async function answered(packets: string[]) {
    const before = routed
    return { text: await exchange(packets), wasShort: routed === before }
  }
  const warmClient = (client = acme) =>
    until('the client is in memory', async () => (await answered([asked(of(client))])).wasShort)
  const tokenIn = (text: string) => /atl_at_\w+/.exec(text)![0]
  const withoutToken = (text: string) => alike(text).replace(tokenIn(text), '…')

  test('comes with the headers and bytes of the long way, in the same order', async () => {
    await warmClient()
    for (const body of [of(acme), JSON.stringify({ ...JSON.parse(of(acme)), more: 1 })]) {
      const short = await answered([asked(body)])
      const long = await answered([asked(body, [...lines, 'Expect: 200-ok'])])
      assert.deepEqual([short.wasShort, long.wasShort], [true, false])
      assert.match(short.text, /^HTTP\/1\.1 200 /)
      assert.equal(withoutToken(short.text), withoutToken(long.text))
      assert.notEqual(tokenIn(short.text), tokenIn(long.text))
    }
  })

  test('works, and is in both logs with the address and the request', async () => {
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

  test('is refused with the bytes of the long way to who has not quite the secret', async () => {
    await warmClient()
    const wrong = { ...acme, clientSecret: `${acme.clientSecret}x` }
    const stranger = { ...acme, clientId: publicId('client', newId()) }
    for (const client of [wrong, stranger]) {
      const { text, wasShort } = await answered([asked(of(client))])
      assert.ok(!wasShort)
      assert.match(text, /^HTTP\/1\.1 401 /)
      assert.equal(alike(text), alike((await answered([asked(of(client), [...lines, 'Expect: x'])])).text))
    }
  })

  test('that can’t be kept is refused as on the long way, and the next one is answered', async () => {
    await warmClient()
    await asOwner(service.db, sql`alter table access_tokens rename to gone_tokens`)
    const { text } = await answered([asked(of(acme))])
    await asOwner(service.db, sql`alter table gone_tokens rename to access_tokens`)
    assert.match(text, /^HTTP\/1\.1 500 /)
    assert.match(text, /\r\n\r\n\{.*"message"/)
    assert.match((await answered([asked(of(acme))])).text, /^HTTP\/1\.1 200 /)
  })

  test('is each of those that ask at once, and each another', async () => {
    await warmClient()
    const kept = lines.filter((line) => line !== close)
    const texts = await Promise.all(
      Array.from({ length: 20 }, () => exchange([asked(of(acme), kept) + asked(of(acme))])),
    )
    const tokens = texts.flatMap((text) => text.match(/atl_at_\w+/g) ?? [])
    assert.equal(new Set(tokens).size, 40)
  })
})
