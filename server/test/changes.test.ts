// Engines: embedded, postgres
// The change feed: a client that reads it to the end knows every resource, in the order of the changes.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { createCompany } from '../src/companies/queries.ts'
import { newestEvents } from '../src/events/feed.ts'
import { watchCommits } from '../src/events/watch-commits.ts'
import type { CompanyId } from '../src/ids.ts'
import { type Caller, changeAs, newCaller, newCompany, send, type TestCompany } from './support/companies.ts'
import { follow } from './support/event-stream.ts'
import { fillLibrary } from './support/library.ts'
import { startService } from './support/service.ts'
import { until } from './support/until.ts'

const service = await startService()
const { db } = service
const acme = await newCompany(service, 'Acme')
const globex = await newCompany(service, 'Globex')

let made = 0
async function folder(caller: Caller = acme, fields: object = {}) {
  const answer = await caller.post('/api/folders', { name: `folder ${made++}`, ...fields })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data as { id: string; name: string }
}

const newest = async (caller: Caller = acme) =>
  (await caller.get('/api/changes?since=latest')).body.meta.next as number

type Change = { seq: number; type: string; resource_type: string; resource_id: string }

async function read(caller: Caller, since: number | string = 0, query = '') {
  const changes: Change[] = []
  let next = since
  for (;;) {
    const { status, body } = await caller.get(`/api/changes?since=${next}${query}`)
    assert.equal(status, 200)
    changes.push(...body.data)
    next = body.meta.next
    if (!body.meta.more) return { changes, next }
  }
}

describe('the change feed', () => {
  // Holds R-FEED-1.
  test('the change feed contains each change with its type, resource, time, actor and request ID', async () => {
    const since = await newest()
    const answer = await acme.post('/api/folders', { name: 'told' })
    const { id } = answer.body.data
    const { body } = await acme.get(`/api/changes?since=${since}`)
    assert.equal(body.data.length, 1)
    const [{ at, ...change }] = body.data
    assert.deepEqual(change, {
      seq: since + 1,
      type: 'folder.created',
      resource_type: 'folder',
      resource_id: id,
      actor: { type: 'client', id: acme.clientId },
      request_id: answer.headers.get('x-request-id'),
      data: {},
    })
    assert.match(at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    assert.deepEqual(body.meta, { next: since + 1, more: false })
  })

  test('an event in the change feed names the changed fields', async () => {
    const { id } = await folder()
    const since = await newest()
    await acme.patch(`/api/folders/${id}`, { name: 'renamed once' })
    const { body } = await acme.get(`/api/changes?since=${since}`)
    assert.deepEqual(
      body.data.map(({ type, data }: { type: string; data: object }) => [type, data]),
      [['folder.updated', { fields: ['name'] }]],
    )
  })

  // Holds R-FEED-1.
  test('the change feed is paginated, and each page continues where the last page ended', async () => {
    const since = await newest()
    for (let turn = 0; turn < 5; turn++) await folder()
    const pages: unknown[] = []
    let next = since
    for (let more = true; more; ) {
      const { body } = await acme.get(`/api/changes?since=${next}&per_page=2`)
      pages.push(body.data.map(({ seq }: Change) => seq - since))
      next = body.meta.next
      more = body.meta.more
    }
    assert.deepEqual(pages, [[1, 2], [3, 4], [5]])
  })

  test('the change feed contains no changes of other companies', async () => {
    const mine = await newest(globex)
    const { id } = await folder(acme)
    assert.equal(await newest(globex), mine)
    assert.ok(!(await globex.get('/api/changes?per_page=1000')).text.includes(id))
  })

  // Holds R-FEED-3.
  test("the change feed omits events outside the token's scopes, and advances past them", async () => {
    const since = await newest()
    const { id } = await folder()
    const blind = await newCaller(service, { ...clientOf(acme), scopes: ['profile:read', 'templates:read'] })
    const { body } = await blind.get(`/api/changes?since=${since}`)
    assert.deepEqual(body, { data: [], meta: { next: await newest(), more: false } })
    const seeing = await newCaller(service, { ...clientOf(acme), scopes: ['profile:read', 'assets:read'] })
    const seen = await seeing.get(`/api/changes?since=${since}`)
    assert.equal(seen.body.data[0].resource_id, id)
  })

  // Holds R-FEED-3.
  test('filters by event type', async () => {
    const since = await newest()
    const { id } = await folder()
    await acme.patch(`/api/folders/${id}`, { name: 'of two types' })
    const { body } = await acme.get(`/api/changes?since=${since}&types=folder.updated,asset.created`)
    assert.deepEqual(
      body.data.map(({ type }: Change) => type),
      ['folder.updated'],
    )
    assert.deepEqual(body.meta, { next: since + 2, more: false })
  })

  // Holds R-FEED-1, R-FEED-4.
  test('the change feed rejects invalid positions, limits and types', async () => {
    for (const [query, field] of [
      [`since=${(await newest()) + 1}`, 'since'],
      ['since=-1', 'since'],
      ['since=x', 'since'],
      ['wait=26', 'wait'],
      ['per_page=1001', 'per_page'],
      ['types=', 'types'],
      ['types=asset.craeted', 'types'],
      ['types=client.created', 'types'],
    ] as const) {
      const answer = await acme.get(`/api/changes?${query}`)
      assert.equal(answer.status, 422, query)
      assert.deepEqual(Object.keys(answer.body), [field])
    }
  })

  // Holds R-VALID-2.
  test('the change feed names an unknown type and the nearest known type', async () => {
    const { body } = await acme.get('/api/changes?types=folder.updated,asset.craeted')
    const type = 'The type asset.craeted is not known here. Did you mean asset.created?'
    assert.deepEqual(body, { types: [type] })
    const hook = await acme.post('/api/webhooks', { url: 'https://a.example/', types: ['asset.craeted'] })
    assert.deepEqual([hook.status, hook.body], [422, { types: [type] }])
  })

  test('the change feed takes types separated by commas and repeated', async () => {
    const since = await newest()
    await folder()
    for (const types of ['types=asset.created,folder.created', 'types=asset.created&types=folder.created'])
      assert.equal((await acme.get(`/api/changes?since=${since}&${types}`)).body.data.length, 1)
  })

  test('the change feed can be filtered by every type that it contains', async () => {
    const initech = await newCompany(service, 'Library')
    await fillLibrary(service, initech)
    const { id } = await folder(initech)
    await initech.delete(`/api/folders/${id}`)
    await initech.post(`/api/folders/${id}/restoration`)
    const template = (await initech.get('/api/templates?status=draft,archived')).body.data[0].id
    await initech.post(`/api/templates/${template}/publication`)
    await initech.post(`/api/templates/${template}/archival`)
    const hook = await initech.post('/api/webhooks', { url: 'https://93.184.216.34/' })
    await initech.post(`/api/webhooks/${hook.body.data.id}/secret-rotations`)
    for (const [path, fields] of Object.entries({
      '/api/asset-tags': { name: 'A tag' },
      '/api/tags': { name: 'A category' },
      '/api/brand-kit': { name: 'A kit' },
      '/api/brand-kit/colors': { name: 'A color', hex: '#102030' },
      '/api/brand-kit/fonts': { family: 'A font' },
    })) {
      const made = (await initech.post(path, fields)).body.data.id
      await initech.patch(`${path}/${made}`, path.endsWith('fonts') ? { family: 'B' } : { name: 'B' })
      await initech.delete(`${path}/${made}`)
      if (path.endsWith('tags')) await initech.post(`${path}/${made}/restoration`)
    }
    const types = new Set((await read(initech, 0)).changes.map(({ type }) => type))
    assert.ok(types.size > 20, [...types].join())
    for (const type of types) assert.ok((await read(initech, 0, `&types=${type}`)).changes.length > 0, type)
  })

  // Holds R-FEED-2.
  test('the change feed has no gaps under concurrent writes', async () => {
    const since = await newest()
    const seen: number[] = []
    const writers = Promise.all(
      Array.from({ length: 8 }, async (_, writer) => {
        for (let turn = 0; turn < 15; turn++) {
          const events = Array.from({ length: 1 + ((writer + turn) % 3) }, () => ({
            type: 'folder.updated',
            resourceType: 'folder',
            resourceId: acme.companyId,
          }))
          const work = changeAs(db, acme.companyId, async () => {
            await wait((writer * 7 + turn) % 4)
            if (turn % 5 === 4) throw new Error('rolled back')
            return { result: undefined, events }
          })
          await work.catch(() => {})
        }
      }),
    )
    let isDone = false
    void writers.then(() => {
      isDone = true
    })
    // A reader that trusts every response. It would lose an event that is committed later at an earlier
    // position.
    for (let next = since, wasDone = false; ; ) {
      const { body } = await acme.get(`/api/changes?since=${next}&per_page=7`)
      seen.push(...body.data.map(({ seq }: Change) => seq))
      next = body.meta.next
      if (wasDone && !body.meta.more) break
      wasDone = isDone
    }
    const last = await newest()
    assert.deepEqual(
      seen,
      Array.from({ length: last - since }, (_, index) => since + 1 + index),
    )
    assert.ok(seen.length > 150)
  })
})

/** Counters are ignored, because they change without events. */
const withoutCounts = ({ assets_count, folders_count, ...kept }: Record<string, unknown>) => kept

/** A consumer's copy: resources by ID, as GET returns them. */
async function replay(caller: Caller, copy: Map<string, unknown>, since: number | string) {
  const paths: Record<string, string> = { folder: '/api/folders' }
  const { changes, next } = await read(caller, since)
  for (const { type, resource_type, resource_id } of changes) {
    const path = paths[resource_type]
    if (!path) continue
    const { status, body } = await caller.get(`${path}/${resource_id}`)
    if (type.endsWith('.deleted') || status === 404) copy.delete(resource_id)
    else copy.set(resource_id, withoutCounts(body.data))
  }
  return next
}

test('a consumer that replays the feed has a copy that equals the source', async () => {
  const initech = await newCompany(service, 'Initech')
  const copy = new Map<string, unknown>()
  const ids: string[] = []
  let next: number | string = 0
  for (let turn = 0; turn < 60; turn++) {
    const some = () => ids[(turn * 7919) % ids.length]
    if (turn % 3 === 0 || ids.length < 3)
      ids.push((await folder(initech, { parent_id: turn % 2 ? (some() ?? null) : null })).id)
    else if (turn % 3 === 1) await initech.patch(`/api/folders/${some()}`, { name: `renamed ${turn}` })
    else await initech.patch(`/api/folders/${some()}`, { parent_id: ids[turn % ids.length] })
    if (turn % 20 === 11) next = await replay(initech, copy, next)
  }
  await replay(initech, copy, next)
  const { body } = await initech.get('/api/folders?per_page=100')
  const byId = (rows: unknown[]) => (rows as { id: string }[]).sort((a, b) => (a.id < b.id ? -1 : 1))
  assert.ok(body.data.length > 15)
  assert.deepEqual(byId([...copy.values()]), byId(body.data.map(withoutCounts)))
})

// Holds R-FEED-4.
describe('a waiting request', () => {
  test('a waiting request for changes returns within a second of the commit', async () => {
    const since = await newest()
    const waiting = acme.get(`/api/changes?since=${since}&wait=20`)
    await wait(200)
    const { id } = await folder()
    const committed = performance.now()
    const { body } = await waiting
    assert.ok(performance.now() - committed < 1_000)
    assert.deepEqual(
      body.data.map((change: Change) => change.resource_id),
      [id],
    )
  })

  test('a long poll for changes returns immediately if there are events', async () => {
    const since = await newest()
    await folder()
    const start = performance.now()
    await acme.get(`/api/changes?since=${since}&wait=20`)
    assert.ok(performance.now() - start < 1_000)
  })

  test('a waiting request for changes ignores other companies and returns after its timeout', async () => {
    const since = await newest()
    const start = performance.now()
    const waiting = acme.get(`/api/changes?since=${since}&wait=1`)
    await wait(100)
    await folder(globex)
    const { body } = await waiting
    assert.ok(performance.now() - start >= 1_000)
    assert.deepEqual(body, { data: [], meta: { next: since, more: false } })
  })

  test('a waiting request for changes returns 401 if its token is revoked', async () => {
    const other = await newCaller(service, clientOf(acme))
    const waiting = other.get(`/api/changes?since=${await newest()}&wait=20`)
    await wait(200)
    await revoke(other)
    await folder()
    assert.equal((await waiting).status, 401)
  })

  test('a waiting request frees its slot when the client disconnects; too many requests get 503 with Retry-After', async () => {
    const since = await newest()
    const headers = { authorization: `Bearer ${acme.token}` }
    const gone = new AbortController()
    const crowd = Array.from({ length: 220 }, async () => {
      // A rejected client retries, because a slow database rejects some requests too.
      while (!gone.signal.aborted) {
        const asked = { headers, signal: gone.signal }
        const answer = fetch(`${service.url}/api/changes?since=${since}&wait=25`, asked)
        await answer.then((refused) => refused.text()).catch(() => {})
        await wait(100)
      }
    })
    await until('503', async () => (await acme.get(`/api/changes?since=${since}&wait=1`)).status === 503)
    const refused = await acme.get(`/api/changes?since=${since}&wait=1`)
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '5'])
    gone.abort()
    await Promise.all(crowd)
    await until('200', async () => (await acme.get(`/api/changes?since=${since}&wait=1`)).status === 200)
  })
})

// Holds R-FEED-5.
describe('the event stream', () => {
  test('the event stream sends past and new events, each with its position', async () => {
    const since = await newest()
    const first = await folder()
    const { response, events, stop } = await follow(service, acme.token, `/api/changes?since=${since}`)
    assert.equal(response.headers.get('content-type'), 'text/event-stream')
    assert.equal(response.headers.get('cache-control'), 'no-store')
    const ids = () => events.filter(({ data }) => data).map(({ data }) => data!.resource_id)
    await until('the first', () => ids().length === 1)
    const second = await folder()
    const committed = performance.now()
    await until('the second', () => ids().length === 2)
    assert.ok(performance.now() - committed < 1_000)
    assert.deepEqual(ids(), [first.id, second.id])
    assert.deepEqual(
      events.filter(({ data }) => data).map(({ id }) => id),
      [`${since + 1}`, `${since + 2}`],
    )
    stop()
  })

  test('the event stream resumes after Last-Event-ID, even if every event was filtered out', async () => {
    const since = await newest()
    await folder()
    const path = `/api/changes?since=0&types=asset.created`
    const known = await follow(service, acme.token, path)
    await until('the last event', () => known.events.at(-1)?.id === `${since + 1}`)
    known.stop()
    const { id } = await folder()
    const again = await follow(service, acme.token, '/api/changes', { 'last-event-id': `${since + 1}` })
    await until('an event', () => again.events.length > 0)
    assert.equal(again.events[0]!.data!.resource_id, id)
    again.stop()
  })

  test('the event stream rejects invalid requests like any endpoint', async () => {
    const headers = { accept: 'text/event-stream' }
    assert.equal((await send(service, 'GET', '/api/changes', { headers })).status, 401)
    assert.equal((await acme.get('/api/changes?since=x', headers)).status, 422)
    assert.equal((await acme.get('/api/changes', { ...headers, 'last-event-id': 'x' })).status, 422)
  })

  test('the event stream ends when its token is revoked, before the next event', async () => {
    const other = await newCaller(service, clientOf(acme))
    const { events, ended } = await follow(service, other.token, '/api/changes?since=latest')
    await until('an event', () => events.length === 1)
    await revoke(other)
    await folder()
    assert.equal(await ended, 'ended')
    assert.equal(events.length, 1)
  })
})

describe('when all streams are in use', async () => {
  const log: { level: number }[] = []
  const slots = 12
  const small = await startService({
    env: { CHANGE_STREAMS_MAX: `${slots}` },
    log: (line) => log.push(JSON.parse(line)),
  })
  const large = await newCompany(small, 'Large')
  const sisterId = await createCompany(small.db, large.enterpriseId, 'Sister')
  const sister = await newCaller(small, { ...clientOf(large), companyId: sisterId })
  const path = '/api/changes?since=latest'
  const streamOf = (caller: Caller) => follow(small, caller.token, path)
  const streams = await Promise.all(
    Array.from({ length: slots }, (_, at) => streamOf(at % 3 === 0 ? sister : large)),
  )
  const endedOf: Promise<unknown>[] = []
  let ended = 0
  for (const stream of streams) endedOf.push(stream.ended.then(() => ended++))

  test('an enterprise that uses all streams gets 503, without an error in the log', async () => {
    assert.deepEqual(
      streams.map(({ response }) => response.status),
      streams.map(() => 200),
    )
    for (const caller of [large, sister]) {
      const refused = await streamOf(caller)
      assert.equal(refused.response.status, 503)
      assert.equal(refused.response.headers.get('retry-after'), '5')
    }
    assert.equal(ended, 0)
    assert.deepEqual(
      log.filter(({ level }) => level > 30),
      [],
    )
  })

  test('streams of its largest company are closed for other enterprises until all enterprises have the same number', async () => {
    const others = await Promise.all(['One', 'Two'].map((name) => newCompany(small, name)))
    for (const [at, other] of [...others, ...others, ...others].entries()) {
      const stream = await streamOf(other)
      assert.equal(stream.response.status, 200)
      await until('one has ended', () => ended === at + 1)
    }
    const isLive = await Promise.all(
      streams.map(({ ended }) => Promise.race([ended.then(() => false), wait(0, true)])),
    )
    assert.deepEqual(
      [0, 1].map((ofLarge) => isLive.filter((live, at) => live && (at % 3 === 0 ? 0 : 1) === ofLarge).length),
      [3, 3],
    )
    // The streams of the other companies are still open and receive changes.
    const third = await newCompany(small, 'Three')
    const last = await streamOf(third)
    await folder(third)
    await until('the last stream receives the change', () => last.events.some(({ data }) => data))
  })

  test('a waiting request that loses its slot returns the changes so far', async () => {
    const crowded = await startService({ env: { CHANGE_STREAMS_MAX: '2' } })
    const [one, other] = [await newCompany(crowded, 'One'), await newCompany(crowded, 'Other')]
    const waiting = [1, 2].map(async () => {
      // Retries, because the polling request after it may take the slot.
      for (;;) {
        const answer = await one.get(`${path}&wait=25`)
        if (answer.status !== 503) return answer
        await wait(20)
      }
    })
    await until('both wait', async () => (await one.get(`${path}&wait=1`)).status === 503)
    const stream = await follow(crowded, other.token, path)
    assert.equal(stream.response.status, 200)
    const { status, body } = await Promise.race(waiting)
    assert.deepEqual([status, body.data, body.meta.more], [200, [], false])
    stream.stop()
  })
})

test('a commit whose notification was lost is found by one query for all waiting requests', async (t) => {
  const asked: CompanyId[][] = []
  const pollMs = 20
  const withoutNotifications = { ...service.notifications, listen: async () => async () => {} }
  const find = async (ids: readonly CompanyId[]) => {
    asked.push([...ids])
    return newestEvents(service.db, ids)
  }
  const commits = await watchCommits(withoutNotifications, 1_000, find, pollMs)
  t.after(() => commits.close())
  const { signal } = new AbortController()
  const woken: CompanyId[] = []
  const newest = await newestEvents(service.db, [acme.companyId, globex.companyId])
  // All watches start in one tick, so that each poll asks for both companies.
  for (const { companyId, enterpriseId } of [acme, globex]) {
    const known = newest.get(companyId)!
    for (let n = 0; n < 50; n++)
      void commits
        .watch({ companyId, enterpriseId })
        .next(known, 60_000, signal)
        .then(() => woken.push(companyId))
  }
  await until('two polls', () => asked.length >= 2)
  assert.deepEqual(woken, [])
  await folder(globex)
  await until('all of the company', () => woken.length === 50)
  assert.deepEqual(new Set(woken), new Set([globex.companyId]))
  for (const ids of asked) assert.deepEqual(ids.toSorted(), [acme.companyId, globex.companyId].toSorted())
})

test('a stopping server answers waiting requests and closes the streams', async () => {
  const other = await startService()
  const hooli = await newCompany(other, 'Hooli')
  const stream = await follow(other, hooli.token, '/api/changes')
  const waiting = hooli.get('/api/changes?wait=25')
  await wait(200)
  const start = performance.now()
  await other.close()
  assert.ok(performance.now() - start < 3_000)
  assert.equal((await waiting).status, 200)
  assert.equal(await stream.ended, 'ended')
})

function clientOf({ enterpriseId, companyId, ownerId }: TestCompany) {
  return { name: 'other', enterpriseId, companyId, ownerId }
}

const revoke = ({ token }: Caller) => send(service, 'POST', '/oauth/revoke', { json: { token } })
