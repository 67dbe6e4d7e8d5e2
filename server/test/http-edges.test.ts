// Engines: embedded
// Requests that no well-behaved client sends. Each gets a 4xx with its usual body or a closed socket, never a
// 5xx, and the server keeps running.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { createServer } from '../src/http/server.ts'
import { endpoints } from '../src/routes.ts'
import { ambiguousRequests, chunked, get, lines, post } from './support/ambiguous-requests.ts'
import { newCompany, send } from './support/companies.ts'
import { startService } from './support/service.ts'
import { stillTimers } from './support/still-timers.ts'
import { until } from './support/until.ts'

const log: Record<string, unknown>[] = []
const service = await startService({ log: (line) => log.push(JSON.parse(line)) })
const acme = await newCompany(service, 'Acme')

type Reply = { status: number; headers: string; body: string }

/**
 * Sends bytes and waits for the server to close the connection. Returns `open` if it has not closed after a while.
 */
function exchange(text: string | Uint8Array, port = Number(new URL(service.url).port), openAfterMs = 3_000) {
  const { promise, resolve } = Promise.withResolvers<Reply[] | 'open'>()
  const parts: Buffer[] = []
  const socket = connect(port, '127.0.0.1', () => socket.write(text))
  socket.setTimeout(openAfterMs, () => {
    resolve('open')
    socket.destroy()
  })
  socket.on('data', (part: Buffer) => parts.push(part))
  socket.on('error', () => {})
  socket.on('close', () => resolve(repliesIn(Buffer.concat(parts).toString('latin1'))))
  return promise
}

function repliesIn(text: string): Reply[] {
  const replies: Reply[] = []
  for (let rest = text; rest !== ''; ) {
    const [head, ...tail] = rest.split('\r\n\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head!)?.[1])
    const length = Number(/content-length: (\d+)/i.exec(head!)?.[1] ?? 0)
    const after = tail.join('\r\n\r\n')
    replies.push({ status, headers: head!, body: after.slice(0, length) })
    rest = after.slice(length)
  }
  return replies
}

// Holds R-ERR-8.
describe('a request that two servers could parse differently is rejected', () => {
  for (const [what, bytes] of Object.entries(ambiguousRequests)) {
    test(`${what}: returns 4xx and closes the connection`, async () => {
      const replies = await exchange(bytes)
      assert.notEqual(replies, 'open', 'the connection stays open')
      for (const { status, body } of replies as Reply[]) {
        assert.ok(status >= 400 && status < 500, `${status} ${body}`)
        assert.deepEqual(
          Object.keys(JSON.parse(body)),
          body.includes('success') ? ['success', 'message', 'data'] : ['message'],
        )
      }
      assert.ok(replies.length <= 1, `${replies.length} answers: the second request was read`)
      assert.equal((await send(service, 'GET', '/healthz')).status, 200)
    })
  }

  test('a request that two servers could parse differently is not logged as a server error', () => {
    assert.deepEqual(
      log.filter(({ level }) => Number(level) >= 40),
      [],
    )
  })
})

describe('rare but valid requests', () => {
  test('two pipelined requests get two responses in order', async () => {
    const replies = (await exchange(lines('GET /api/user HTTP/1.1', 'Host: a') + get())) as Reply[]
    assert.deepEqual(
      replies.map(({ status }) => status),
      [401, 200],
    )
  })

  test('a chunked body, an Expect header, HTTP/1.0 and an absolute URL are accepted', async () => {
    for (const bytes of [
      `${post(chunked, 'Connection: close')}b\r\n{"token":""\r\n1\r\n}\r\n0\r\n\r\n`,
      `${post('Content-Length: 2', 'Expect: the-unexpected', 'Connection: close')}{}`,
    ]) {
      const [reply] = (await exchange(bytes)) as Reply[]
      assert.equal(reply!.body, '{"success":false,"message":"Token required.","data":null}')
    }
    for (const bytes of ['GET /healthz HTTP/1.0\r\n\r\n', get().replace('/healthz', 'http://a/healthz')]) {
      assert.equal(((await exchange(bytes)) as Reply[])[0]!.status, 200)
    }
  })
})

// Holds R-ERR-7.
describe('sizes are limited', () => {
  const url = (length: number) => `/api/user?_${'x'.repeat(length - '/api/user?_'.length)}`

  test('a URL of 8 KB is accepted, and one more byte returns 414', async () => {
    assert.equal((await acme.get(url(8 * 1024))).status, 200)
    const answer = await acme.get(url(8 * 1024 + 1))
    assert.equal(answer.status, 414)
    assert.equal(answer.text, '{"message":"URI Too Long."}')
  })

  for (const [what, bytes] of Object.entries({
    'a URL of 20 KB': get().replace('/healthz', url(20_000)),
    'a header of 20 KB': get(`X-A: ${'x'.repeat(20_000)}`),
    '3,000 headers': get(...Array(3_000).fill('a: bcdef')),
  })) {
    test(`${what} returns 431 and closes the connection`, async () => {
      const [reply] = (await exchange(bytes)) as Reply[]
      assert.equal(reply!.status, 431)
      assert.equal(reply!.body, '{"message":"Request Header Fields Too Large."}')
    })
  }

  test('a Content-Length over the limit is rejected before the body is read', async () => {
    const [reply] = (await exchange(`${post('Content-Length: 9000000000', 'Connection: close')}{`)) as Reply[]
    assert.equal(reply!.status, 413)
    assert.equal(reply!.body, '{"success":false,"message":"Content Too Large.","data":null}')
  })

  test('a chunked body is rejected as soon as it exceeds the limit', async () => {
    const megabyte = `100000\r\n${'x'.repeat(0x100000)}\r\n`
    const [reply] = (await exchange(
      `${post(chunked, 'Connection: close')}${megabyte.repeat(3)}0\r\n\r\n`,
    )) as Reply[]
    // A client that keeps sending may see the connection reset before it sees the response.
    if (reply !== undefined) assert.equal(reply.status, 413)
  })

  test('a path segment longer than any ID returns 404', async () => {
    assert.equal((await acme.get(`/api/assets/${'x'.repeat(201)}`)).text, '{"message":"Not Found."}')
  })
})

/** Requests to routes that are not endpoints. */
const otherRequests = [
  'POST /oauth/token',
  'POST /oauth/access-token',
  'POST /oauth/introspect',
  'POST /oauth/revoke',
  'POST /mcp',
  'POST /api/uploads',
  'PATCH /api/uploads/unknown',
  'POST /portal/api/setup',
  'POST /portal/api/auth/sign-in/email',
  'POST /portal/api/auth/request-password-reset',
]
const choosesByType = (asked: string) => /\/(oauth|mcp|api\/uploads)\b/.test(asked)
const types = [
  undefined,
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/offset+octet-stream',
  'image/png',
]

// `curl --request POST --header 'Content-Type: …'` sends such a request.
// Holds R-WIRE-2.
describe('a request without content has no body, regardless of its type', () => {
  const written = endpoints
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} /api${path.replaceAll(/:\w+/g, 'unknown')}`)
  const authorization = `Authorization: Bearer ${acme.token}`
  const resumable = ['Tus-Resumable: 1.0.0', 'Upload-Offset: 0']

  async function answered(asked: string, headers: string[]) {
    const head = [`${asked} HTTP/1.1`, 'Host: a', 'Connection: close', authorization, ...headers]
    const end = headers.includes('Transfer-Encoding: chunked') ? '0\r\n\r\n' : ''
    const replies = await exchange(lines(...head) + end)
    assert.notEqual(replies, 'open', headers.join())
    const [{ status, body }] = replies as [Reply]
    return [status, body.replaceAll(/[a-z]{3}_\w{26}|[\w-]{20,}/g, '…')]
  }

  for (const asked of [...written, ...otherRequests])
    test(asked, async () => {
      const silent = await answered(asked, resumable)
      assert.ok((silent[0] as number) < 500)
      for (const type of types) {
        const named = [...(type === undefined ? [] : [`Content-Type: ${type}`]), ...resumable]
        // These endpoints choose by content type, and upload protocols require a type.
        const expected = choosesByType(asked) ? await answered(asked, named) : silent
        const lengths = [[], ['Content-Length: 0']]
        // The chunked body of a resumable upload is content, however short.
        if (!asked.includes('/api/uploads')) lengths.push(['Transfer-Encoding: chunked'])
        for (const length of lengths)
          assert.deepEqual(await answered(asked, [...named, ...length]), expected, `${type} ${length}`)
      }
    })
})

test('TRACE returns 405 and does not echo the request', async () => {
  for (const path of ['/api/user', '/oauth/access-token', '/healthz']) {
    const [reply] = (await exchange(
      lines(`TRACE ${path} HTTP/1.1`, 'Host: a', 'X-Echo: canary', 'Connection: close'),
    )) as Reply[]
    assert.equal(reply!.status, 405)
    assert.equal(reply!.body, '{"message":"Method Not Allowed."}')
    assert.doesNotMatch(reply!.headers, /canary/)
  }
})

test('a client that disconnects during its body is not logged as a server error', async () => {
  const before = log.length
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1', () => {
    socket.write(`${post('Content-Length: 100')}{`, () => setTimeout(() => socket.destroy(), 100))
  })
  while (log.length === before) await wait(10)
  const { level, status, route } = log.at(-1)!
  assert.deepEqual({ level, status, route }, { level: 30, status: 499, route: '/oauth/introspect' })
})

test('a client that disconnects before its file is open is not logged as a server error', async (t) => {
  const lines: { level: number }[] = []
  const logger = pino({}, { write: (line) => lines.push(JSON.parse(line)) })
  const app = createServer({ logger, trustedProxies: [], limiter: undefined, rateLimit: 0 })
  t.after(() => app.close())
  const opening = Promise.withResolvers<Readable>()
  app.get('/file', (_request, reply) => {
    const file = new Readable({ read: () => opening.resolve(file) })
    return reply.send(file)
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1', () =>
    socket.write('GET /file HTTP/1.1\r\nHost: a\r\n\r\n'),
  )
  const file = await opening.promise
  socket.destroy()
  await once(file, 'close')
  await wait(20)
  assert.deepEqual(
    lines.filter(({ level }) => level > 30),
    [],
  )
})

describe('slow clients', () => {
  const timeouts = { headers: 300, request: 600, check: 50, keepAlive: 300, reading: 500, drain: 500 }

  async function serverOf(t: TestContext, more: Partial<typeof timeouts> = {}) {
    const logger = pino({ level: 'silent' })
    const app = createServer({
      logger,
      trustedProxies: [],
      limiter: undefined,
      rateLimit: 0,
      timeouts: { ...timeouts, ...more },
    })
    t.after(() => app.close())
    app.post('/echo', async (request) => request.body)
    app.get('/film', async () => film())
    app.get('/whole', async () => Buffer.alloc(filmBytes))
    await app.listen({ port: 0, host: '127.0.0.1' })
    return (app.server.address() as { port: number }).port
  }

  /** Size of a file that does not fit into the socket buffers. */
  const filmBytes = 64 * 1024 * 1024
  let opened = 0

  function film(): Readable {
    opened++
    let left = filmBytes
    const file = new Readable({
      read(bytes) {
        this.push(left > 0 ? Buffer.alloc(bytes) : null)
        left -= bytes
      },
    })
    return file.once('close', () => opened--)
  }

  async function trickle(socket: Socket, text: string, everyMs: number) {
    for (const letter of text) {
      if (socket.destroyed) return
      socket.write(letter)
      await wait(everyMs)
    }
  }

  /** Sends the head, then the rest slowly. Returns what is received until the connection closes. */
  async function trickled(port: number, head: string, rest: string): Promise<Reply[]> {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('data', (part) => {
      answer += part
    })
    socket.on('error', () => {})
    const closed = new Promise((resolve) => socket.on('close', resolve))
    socket.write(head)
    void trickle(socket, rest, 20)
    await closed
    return repliesIn(answer)
  }

  for (const [what, head, rest] of [
    ['header', '', lines('GET /echo HTTP/1.1', 'Host: a', `X: ${'x'.repeat(1_000)}`)],
    [
      'body',
      lines('POST /echo HTTP/1.1', 'Host: a', 'Content-Type: application/json', 'Content-Length: 1000'),
      'x'.repeat(1_000),
    ],
  ] as const) {
    // Holds R-ERR-9.
    test(`a client that sends its ${what} byte by byte gets 408`, async (t) => {
      const [reply] = await trickled(await serverOf(t), head, rest)
      assert.equal(reply!.status, 408)
      assert.equal(reply!.body, '{"message":"Request Timeout."}')
    })
  }

  test('a client that keeps sending byte by byte after its response is disconnected without another response', {
    timeout: 10_000,
  }, async (t) => {
    const head = lines('POST /nowhere HTTP/1.1', 'Host: a', 'Content-Length: 1000')
    const replies = await trickled(await serverOf(t), head, 'x'.repeat(1_000))
    assert.deepEqual(
      replies.map(({ status }) => status),
      [404],
    )
  })

  test('an idle connection is closed', async (t) => {
    const port = await serverOf(t)
    assert.notEqual(await exchange(lines('GET /echo HTTP/1.1', 'Host: a'), port, 5_000), 'open')
  })

  async function ask(port: number, path: string) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(lines(`GET ${path} HTTP/1.1`, 'Host: a', 'Connection: close'))
    await once(socket, 'readable')
    return socket
  }

  test("a client that never reads its response is disconnected, and the response's file is closed", async (t) => {
    const port = await serverOf(t)
    const sockets = [await ask(port, '/film'), await ask(port, '/whole')]
    assert.equal(opened, 1)
    await until('the file is closed', () => opened === 0)
    for (const socket of sockets) {
      let bytes = 0
      for await (const part of socket) bytes += part.length
      assert.ok(bytes < filmBytes, `${bytes} bytes came`)
    }
  })

  test('a client that reads slowly receives the whole response', async (t) => {
    const port = await serverOf(t, { reading: 1_500 })
    const read = async (path: string) => {
      let bytes = 0
      let burst = 0
      for await (const part of await ask(port, path)) {
        bytes += part.length
        burst += part.length
        if (burst < 2 * 1024 * 1024) continue
        burst = 0
        // In total this takes much longer than the slow-reader timeout.
        await wait(100)
      }
      return bytes
    }
    for (const bytes of await Promise.all(['/film', '/whole'].map(read)))
      assert.ok(bytes >= filmBytes, `${bytes} bytes came`)
  })

  test('a client that connects and sends nothing is disconnected', { timeout: 10_000 }, async (t) => {
    const port = await serverOf(t)
    const socket = connect(port, '127.0.0.1')
    socket.resume()
    await once(socket, 'close')
  })

  // Checks the service's own timeouts with a mocked clock, unlike the previous tests.
  test('the service waits 15 s for headers, 30 s for a body, and 72 s for another request', {
    timeout: 60_000,
  }, async (t) => {
    const { headersTimeout, keepAliveTimeout, requestTimeout } = service.server.server
    assert.deepEqual([headersTimeout, keepAliveTimeout, requestTimeout], [15_000, 72_000, 0])
    const timers = stillTimers(t.mock.timers)
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1', () =>
      socket.write(post('Content-Length: 2', 'Expect: 100-continue')),
    )
    // The server has read the request head by then.
    assert.match(`${await once(socket, 'data')}`, /^HTTP\/1\.1 100 /)
    let answer = ''
    socket.on('data', (part) => {
      answer += part
    })
    const closed = once(socket, 'close')
    timers.tick(29_999)
    assert.equal((await send(service, 'GET', '/healthz')).status, 200)
    assert.equal(answer, '')
    timers.tick(1)
    await closed
    assert.equal(repliesIn(answer)[0]!.status, 408)
  })
})
