// Engines: postgres in CI
// The change feed as a loop that survives lost connections and restarts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { type Caller, newCaller, newCompany } from '../../server/test/support/companies.ts'
import { startGate } from '../../server/test/support/gate.ts'
import { startService } from '../../server/test/support/service.ts'
import { Atelier, AuthenticationError, type Followed, ValidationError } from '../src/index.ts'
import { clientAt } from './support/client.ts'
import { startProxy } from './support/proxy.ts'

const service = await startService()
const company = async (name: string) => newCompany(service, name)

async function addTags(caller: Caller, count: number, begun = 0) {
  for (let n = begun; n < begun + count; n++) await caller.post('/api/asset-tags', { name: `Tag ${n}` })
}

/** Returns the first `count` items of a loop and then leaves it. */
async function take(loop: AsyncIterable<Followed>, count: number): Promise<Followed[]> {
  const taken: Followed[] = []
  for await (const one of loop) if (taken.push(one) >= count) break
  return taken
}

/** Position of the first returned event. The event at position 1 is the creation of the company. */
const first = 2

const seqs = (followed: Followed[]) => followed.map(({ change }) => change.seq)
const from = (seq: number, count: number) => Array.from({ length: count }, (_, n) => seq + n)

test('the change stream returns past changes in order, then new changes, on the same connection', async () => {
  const acme = await company('Order')
  let requests = 0
  const atelier = clientAt(service, acme, {
    fetch: (...args) => {
      requests += 1
      return fetch(...args)
    },
  })
  await addTags(acme, 3)
  const following = take(atelier.changes.follow(), 6)
  setTimeout(() => addTags(acme, 3, 3), 300)
  const all = await following
  assert.deepEqual(seqs(all), from(first, 6))
  assert.deepEqual(
    all.map(({ change: { type }, cursor }) => [type, cursor]),
    from(first, 6).map((seq) => ['asset_tag.created', seq]),
  )
  assert.equal(requests, 2, 'a token and a stream')
})

test('the change stream resumes after the stored cursor', async () => {
  const acme = await company('Restart')
  await addTags(acme, 5)
  const [, second] = await take(clientAt(service, acme).changes.follow(), 2)
  const rest = await take(clientAt(service, acme).changes.follow({ since: second!.cursor }), 3)
  assert.deepEqual(seqs(rest), from(first + 2, 3))
})

test('a lost connection or an unavailable server causes no gaps or duplicates', async () => {
  const acme = await company('Lost')
  const gate = await startGate(service.url)
  const following = take(clientAt(gate, acme).changes.follow(), 9)
  for (let round = 0; round < 3; round++) {
    await addTags(acme, 3, round * 3)
    gate.close()
    setTimeout(gate.open, 200)
  }
  assert.deepEqual(seqs(await following), from(first, 9))
})

test('the change stream returns only the requested types', async () => {
  const acme = await company('Types')
  await addTags(acme, 2)
  await acme.post('/api/folders', { name: 'Spring' })
  const [one] = await take(clientAt(service, acme).changes.follow({ types: ['folder.created'] }), 1)
  assert.deepEqual([one!.change.type, one!.change.seq], ['folder.created', first + 2])
})

test('with latest, the change stream returns only new changes', async () => {
  const acme = await company('Latest')
  await addTags(acme, 3)
  const following = take(clientAt(service, acme).changes.follow({ since: 'latest' }), 1)
  setTimeout(() => addTags(acme, 1, 3), 500)
  assert.deepEqual(seqs(await following), [first + 3])
})

test('with latest, the change stream waits for an unavailable server and reports the starting cursor', async () => {
  const acme = await company('Away')
  const gate = await startGate(service.url)
  const atelier = clientAt(gate, acme, { maxRetries: 0 })
  await atelier.user()
  gate.close()
  const cursors: number[] = []
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const onCursor = (cursor: number) => {
    cursors.push(cursor)
    begin()
  }
  const following = take(atelier.changes.follow({ since: 'latest', onCursor }), 1)
  setTimeout(gate.open, 300)
  await begun
  await addTags(acme, 1)
  assert.deepEqual(seqs(await following), [first])
  assert.equal(cursors[0], first - 1)
})

test('a signal ends a waiting loop', async () => {
  const acme = await company('Signal')
  const stop = new AbortController()
  const following = take(clientAt(service, acme).changes.follow({ signal: stop.signal }), 1)
  setTimeout(() => stop.abort(new Error('enough')), 200)
  await assert.rejects(following, { message: 'enough' })
})

test('a permanent error ends the loop: a revoked token, a cursor of another installation', async () => {
  const acme = await company('Ends')
  const follow = (atelier: Atelier, since = 0) => take(atelier.changes.follow({ since }), 1)
  const { clientId, clientSecret } = await newCaller(service, { name: 'gone', ...acme })
  const wrong = clientAt(service, { clientId, clientSecret: `${clientSecret}x` })
  await assert.rejects(follow(wrong), AuthenticationError)
  await assert.rejects(follow(clientAt(service, acme), 999), ValidationError)
})

test('an exception thrown in the loop body ends the loop', async () => {
  const acme = await company('Theirs')
  const onCursor = () => {
    throw new Error('The disk is full.')
  }
  const { changes } = clientAt(service, acme)
  await assert.rejects(take(changes.follow({ since: 'latest', onCursor }), 1), /The disk is full/)
})

test('a response that is not a feed throws an error', async () => {
  const answer = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Hello</html>' }
  const proxy = await startProxy(service, [], answer)
  const { changes } = clientAt(proxy, await company('Page'))
  await assert.rejects(take(changes.follow(), 1), /Check that the url option is/)
})

/** A client whose feed repeats these chunks of text. */
function feeding(...pieces: string[]): Atelier {
  const encoder = new TextEncoder()
  const feed: typeof fetch = async () => {
    const body = new ReadableStream({
      async start(controller) {
        for (const piece of pieces) {
          controller.enqueue(encoder.encode(piece))
          await wait(5)
        }
        controller.close()
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }
  return new Atelier({ url: 'https://atelier.example', token: 'x', fetch: feed })
}

test('an event that is not a change ends the loop with an error', {
  timeout: 5_000,
}, async () => {
  for (const event of [
    'id: 1\ndata: {"seq":\n\n',
    'id: 1\ndata: 7\n\n',
    'id: 1\ndata: null\n\n',
    'id: x\ndata: {}\n\n',
  ])
    await assert.rejects(take(feeding(event).changes.follow(), 1), {
      name: 'AtelierError',
      code: 'unexpected',
      message: /^GET \/api\/changes returned an invalid event/,
    })
})

test('the event stream parser accepts all line endings of the standard, however the chunks are split', {
  timeout: 10_000,
}, async () => {
  const text =
    '\ufeffretry: 2\n\n: here\nid: 3\n\nid:4\nevent: x\ndata: {"seq":4,\ndata:"note":"a\u2028b"}\n\nid: 5\ndata: {"seq":5}\n\n'
  for (const end of ['\n', '\r\n', '\r']) {
    const written = text.replaceAll('\n', end)
    for (const pieces of [[written], [...written]]) {
      const cursors: number[] = []
      const onCursor = (cursor: number) => void cursors.push(cursor)
      const all = await take(feeding(...pieces).changes.follow({ onCursor }), 2)
      assert.deepEqual(all, [
        { change: { seq: 4, note: 'a\u2028b' }, cursor: 4 },
        { change: { seq: 5 }, cursor: 5 },
      ])
      assert.deepEqual(cursors, [3])
    }
  }
})

test('changes can be read one response at a time, waiting for the next change', async () => {
  const acme = await company('Pages')
  await addTags(acme, 3)
  const { changes } = clientAt(service, acme)
  const page = await changes.list({ since: 1, per_page: 2 })
  assert.deepEqual([page.data.length, page.meta], [2, { next: first + 1, more: true }])
  const waiting = changes.list({ since: first + 2, wait: 20 })
  await addTags(acme, 1, 3)
  assert.deepEqual(
    (await waiting).data.map(({ seq }) => seq),
    [first + 3],
  )
})
