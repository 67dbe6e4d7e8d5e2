// Engines: embedded
// The constant-rate load, against a server with known responses.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { formType, type Request, send, sendAtRate } from '../load/load.ts'

const load = { connections: 4, seconds: 1, perSecond: 100 }

async function listen(t: TestContext, answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  t.after(() => server.closeAllConnections())
  t.after(() => server.close())
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('sends every request of a constant-rate load unchanged', async (t) => {
  const seen: string[] = []
  const url = await listen(t, (request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      const { authorization = '', 'content-type': type = '' } = request.headers
      seen.push([request.method, request.url, authorization, type, body].join(' '))
      response.end('x'.repeat(100_000))
    })
  })
  const requests: Request[] = [
    { method: 'GET', path: '/a?b=c', token: 'abc' },
    { method: 'POST', path: '/form', body: 'd=é', type: formType },
  ]
  await sendAtRate({ ...load, url, requests })
  // The first second is the warm-up; the other second counts.
  assert.equal(seen.length, 200)
  assert.deepEqual(
    [...new Set(seen)].sort(),
    ['GET /a?b=c Bearer abc  ', `POST /form  ${formType} d=é`].sort(),
  )
})

test('never sends a body with {n} twice', async (t) => {
  const seen = new Set<string>()
  const url = await listen(t, async (request, response) => {
    const body = (await request.toArray()).join('')
    response.writeHead(seen.has(body) ? 422 : 201).end()
    seen.add(body)
  })
  const requests = ['a', 'b'].map(
    (company): Request => ({ method: 'POST', path: `/${company}`, body: `{"name":"${company} {n}"}` }),
  )
  await send({ url, requests, connections: 2, seconds: 1 })
  assert.ok([...seen].every((body) => /^\{"name":"[ab] [\d ]+"\}$/.test(body)))
})

test('latency counts from the scheduled time, even for requests that a slow response delays', async (t) => {
  const stallMs = 400
  let answered = 0
  const url = await listen(t, (_, response) => {
    answered++
    // In the counted second, the server responds to no request for a while.
    if (answered === 150) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, stallMs)
    response.end('ok')
  })
  const asked = { ...load, connections: 1, url, requests: [{ method: 'GET' as const, path: '/' }] }
  const { p99Ms } = await sendAtRate(asked)
  // A closed-loop load would see one slow request in a hundred. At the constant rate, about forty requests
  // were due in that time.
  assert.ok(p99Ms > stallMs / 2, `${p99Ms} ms`)
})

test('an error response is not counted as a success', async (t) => {
  const url = await listen(t, (_, response) => response.writeHead(429).end())
  await assert.rejects(sendAtRate({ ...load, url, requests: [{ method: 'GET', path: '/' }] }), /200 rejected/)
})
