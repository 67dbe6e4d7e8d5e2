// Engines: embedded
// The load at fixed times, against a server whose answers we know.
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

test('every request of a load at fixed times is sent, as it is said', async (t) => {
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
  // A second to warm up, and one that counts.
  assert.equal(seen.length, 200)
  assert.deepEqual(
    [...new Set(seen)].sort(),
    ['GET /a?b=c Bearer abc  ', `POST /form  ${formType} d=é`].sort(),
  )
})

test('a body that says {n} is never sent twice', async (t) => {
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

test('those that a slow answer holds up are counted from the time at which they were due', async (t) => {
  const stallMs = 400
  let answered = 0
  const url = await listen(t, (_, response) => {
    answered++
    // In the second that counts. Nobody is answered meanwhile.
    if (answered === 150) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, stallMs)
    response.end('ok')
  })
  const asked = { ...load, connections: 1, url, requests: [{ method: 'GET' as const, path: '/' }] }
  const { p99Ms } = await sendAtRate(asked)
  // One of a hundred would be slow for a load that waits; here some forty were due in the time.
  assert.ok(p99Ms > stallMs / 2, `${p99Ms} ms`)
})

test('a refusal is no answer that counts', async (t) => {
  const url = await listen(t, (_, response) => response.writeHead(429).end())
  await assert.rejects(sendAtRate({ ...load, url, requests: [{ method: 'GET', path: '/' }] }), /200 refused/)
})
