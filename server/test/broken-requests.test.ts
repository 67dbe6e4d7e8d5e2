// Engines: embedded
// Requests with a broken or late head or body. Each gets exactly one response, or its connection is closed.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { createServer } from '../src/http/server.ts'
import { chunked, lines } from './support/ambiguous-requests.ts'
import { repliesIn } from './support/raw-connection.ts'
import { until } from './support/until.ts'

const timeout = 10_000
const firstPart = 'the first part of it'
const brokenChunk = 'zz\r\n'
const echo = (length: string) =>
  lines('POST /echo HTTP/1.1', 'Host: a', 'Content-Type: application/json', length)

/** A server that starts a response at `/begun` without ending it, and never answers `/held`. */
async function serverOf(t: TestContext, timeouts = {}) {
  const logger = pino({ level: 'silent' })
  const app = createServer({ logger, trustedProxies: [], limiter: undefined, rateLimit: 0, timeouts })
  t.after(() => app.close())
  const began = Promise.withResolvers<void>()
  const echoed: unknown[] = []
  const body = new Readable({ read() {} })
  body.push(firstPart)
  t.after(() => body.destroy())
  app.get('/begun', (_request, reply) => reply.send(body))
  app.get('/held', () => {
    began.resolve()
    return new Promise(() => {})
  })
  // Both routes read the body, so they cannot respond before it has arrived.
  app.post('/echo', async ({ body }) => {
    echoed.push(body)
    return body
  })
  app.head('/waiting', async (request) => once(request.raw, 'end'))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return { port, began: began.promise, echoed }
}

/**
 * Sends `first`, then `second` once a response has started or `when` resolves.
 * @returns everything received until the connection was closed.
 */
async function sent(port: number, first: string, second = '', when?: Promise<void>): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (part) => {
    answer += part
  })
  const closed = closeOf(socket)
  socket.write(first)
  await (when ?? until('it is answered', () => answer !== ''))
  socket.write(second)
  await closed
  return answer
}

/** A reset connection counts as closed. */
function closeOf(socket: Socket): Promise<void> {
  socket.on('error', () => {})
  return new Promise((resolve) => socket.once('close', () => resolve()))
}

test('a malformed body adds nothing to a response that has started', { timeout }, async (t) => {
  const { port } = await serverOf(t)
  const answer = await sent(port, lines('GET /begun HTTP/1.1', 'Host: a', chunked), brokenChunk)
  assert.match(answer, /^HTTP\/1\.1 200 /)
  assert.ok(answer.includes(firstPart))
  assert.doesNotMatch(answer, /HTTP\/1\.1 400|Bad Request/)
})

test('a malformed body after the response gets no second response', { timeout }, async (t) => {
  const { port } = await serverOf(t)
  const answer = await sent(port, lines('POST /nowhere HTTP/1.1', 'Host: a', chunked), brokenChunk)
  assert.deepEqual(
    repliesIn(answer).map(({ status }) => status),
    [404],
  )
})

test('a malformed request does not get the response of the pipelined request before it', {
  timeout,
}, async (t) => {
  for (const broken of ['no request at all\r\n\r\n', echo(chunked) + brokenChunk]) {
    const { port, began } = await serverOf(t)
    assert.equal(await sent(port, lines('GET /held HTTP/1.1', 'Host: a'), broken, began), '')
  }
})

test('a request that timed out is not handled when the rest of its body arrives', { timeout }, async (t) => {
  const { port, echoed } = await serverOf(t, { request: 300 })
  const socket = connect(port, '127.0.0.1', () => socket.write(`${echo('Content-Length: 2')}{`))
  socket.on('error', () => {})
  const [answer] = await once(socket, 'data')
  // Sent before the response is read, because a client closes the connection once it sees that the server has
  // closed it.
  socket.write('}')
  assert.match(`${answer}`, /^HTTP\/1\.1 408 /)
  await wait(100)
  assert.deepEqual(echoed, [])
})

test('a client that keeps sending gets its response, and then the connection is closed', {
  timeout,
}, async (t) => {
  const { port } = await serverOf(t)
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true })
  const closed = closeOf(socket)
  const text = `GET /held HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(26_000)}`
  for (let at = 0; at < text.length; at += 1_000) {
    socket.write(text.slice(at, at + 1_000))
    await wait(2)
  }
  let answer = ''
  socket.on('data', (part) => {
    answer += part
  })
  const sending = setInterval(() => socket.write('x'), 20)
  t.after(() => clearInterval(sending))
  await closed
  assert.equal(repliesIn(answer)[0]?.text, '{"message":"Request Header Fields Too Large."}')
})

test('an error response to HEAD has no body', { timeout }, async (t) => {
  const { port } = await serverOf(t, { request: 300 })
  const head = (header: string) => lines('HEAD /waiting HTTP/1.1', 'Host: a', header)
  for (const [bytes, status] of [
    [head(`X-A: ${'x'.repeat(20_000)}`), 431],
    [head(chunked) + brokenChunk, 400],
    [head('Content-Length: 2'), 408],
  ] as const)
    assert.match(await sent(port, bytes), new RegExp(`HTTP/1\\.1 ${status} [^{]+\r\n\r\n$`), `${status}`)
})
