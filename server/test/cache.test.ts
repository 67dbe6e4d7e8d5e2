// Engines: embedded
// Model test of the node caches: changes, reads and notifications in any order.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import {
  ageMsMax,
  type CacheVersions,
  createCacheVersions,
  type ReadTimestamp,
} from '../src/cache/cache-versions.ts'
import { pageCache } from '../src/http/responses/page-cache.ts'
import type { Answer } from '../src/http/responses/response.ts'
import type { CompanyId } from '../src/ids.ts'
import type { LiveToken } from '../src/oauth/live-tokens.ts'
import { tokenCache } from '../src/oauth/token-cache.ts'
import { forRuns } from './support/fuzz.ts'

const nodesCount = 2
const keysCount = 3
const cacheBytes = 1_000_000

/** The times at which a key got its states. A node without a cache returns the newest state. */
type History = number[]

type World = { now: number; histories: History[]; nodes: Node[] }

type Node = {
  cacheVersions: CacheVersions
  isListening: boolean
  /** Undelivered notifications, in order: keys and their states at that time. */
  undelivered: { key: number; state: number }[]
  /** For each key, the newest state that this node has written or been notified of. */
  known: number[]
  /** Changes that are committed but not acknowledged. */
  committed: { key: number; state: number }[]
  /** Reads in progress. Each returns the state at its start, or fails. */
  readings: ((fails: boolean) => Promise<void>)[]
  /** Requests that wait for the read of another request. */
  joined: Promise<void>[]
  /** What a replica returned for each key, and the read timestamp. */
  replica: { since: ReadTimestamp; states: number[] } | undefined
  /** Reads a key from the cache, joins another request's read, or starts a read that ends later. */
  read(key: number): Promise<void>
}

type Make = (world: World, node: Node) => Node['read']

function newWorld(make: Make): World {
  const world: World = { now: 1_000_000, histories: [], nodes: [] }
  for (let key = 0; key < keysCount; key++) world.histories.push([0])
  for (let at = 0; at < nodesCount; at++) {
    const known = Array(keysCount).fill(0)
    const node = { isListening: true, undelivered: [], known, committed: [], readings: [], joined: [] }
    world.nodes.push(node as unknown as Node)
  }
  const clock = { monotonic: () => world.now, wall: () => world.now }
  for (const node of world.nodes) {
    node.cacheVersions = createCacheVersions(() => node.isListening, clock)
    node.read = make(world, node)
  }
  return world
}

/** A cached response can be stale only if the node has not been notified, and only within the maximum age. */
const assertFresh = (world: World, node: Node, key: number, state: number) =>
  freshness(world, node, key)(state)

/** The same check for a response that arrives later, based on the state known when the request started. */
function freshness(world: World, node: Node, key: number) {
  const { isListening } = node
  const [known, asked] = [node.known[key]!, world.now]
  return (state: number) => {
    assert.ok(isListening, 'the cache must not be used without a subscription')
    assert.ok(state >= known, `state ${state} of ${key} after ${known} was known`)
    const next = world.histories[key]![state + 1]
    assert.ok(next === undefined || asked - next < ageMsMax, 'an entry must not be used past its maximum age')
  }
}

const steps: Record<string, (world: World, node: Node, key: number, amount: number) => Promise<void> | void> =
  {
    read: (_, node, key) => node.read(key),
    async endReading(_, node, key, amount) {
      if (node.readings.length > 0)
        await node.readings.splice(key % node.readings.length, 1)[0]!(amount % 4 === 0)
    },
    replicate(world, node) {
      const since = node.cacheVersions.now()
      node.replica = since && { since, states: world.histories.map((history) => history.length - 1) }
    },
    commit(world, node, key) {
      const history = world.histories[key]!
      const state = history.push(world.now) - 1
      node.committed.push({ key, state })
      for (const one of world.nodes) if (one.isListening) one.undelivered.push({ key, state })
    },
    answer(_, node) {
      const change = node.committed.shift()
      if (!change) return
      node.cacheVersions.invalidate(nameOf(change.key))
      node.known[change.key] = Math.max(node.known[change.key]!, change.state)
    },
    hear(_, node) {
      const undelivered = node.undelivered.shift()
      if (!undelivered) return
      node.cacheVersions.invalidate(nameOf(undelivered.key))
      node.known[undelivered.key] = Math.max(node.known[undelivered.key]!, undelivered.state)
    },
    lose: (_, node) => void node.undelivered.shift(),
    late: (_, node) => void (node.undelivered.length > 1 && node.undelivered.push(node.undelivered.shift()!)),
    cut(_, node) {
      node.isListening = false
      node.undelivered.length = 0
    },
    reconnect(world, node) {
      if (node.isListening) return
      node.isListening = true
      node.cacheVersions.invalidateAll()
      node.known = world.histories.map((history) => history.length - 1)
    },
    wait(world, _, __, amount) {
      world.now += amount
    },
  }

const nameOf = (key: number) => `00000000-0000-7000-8000-00000000000${key}`

async function play(make: Make, plan: readonly (readonly [string, number, number, number])[]) {
  const world = newWorld(make)
  for (const [step, node, key, amount] of plan) await steps[step]!(world, world.nodes[node]!, key, amount)
  // All notifications are delivered, so every node must now return the newest state.
  for (const node of world.nodes) {
    steps.reconnect!(world, node, 0, 0)
    while (node.committed.length > 0) steps.answer!(world, node, 0, 0)
    // Requests that joined a failed read start their own.
    while (node.readings.length > 0) await node.readings.shift()!(false)
    await Promise.all(node.joined)
  }
  for (const node of world.nodes) {
    while (node.undelivered.length > 0) steps.hear!(world, node, 0, 0)
    node.known = world.histories.map((history) => history.length - 1)
    world.now += ageMsMax
    for (let key = 0; key < keysCount; key++) await node.read(key)
  }
}

const plans = fc.array(
  fc.tuple(
    fc.constantFrom(
      ...Object.keys(steps),
      'read',
      'read',
      'endReading',
      'endReading',
      'commit',
      'answer',
      'hear',
    ),
    fc.nat(nodesCount - 1),
    fc.nat(keysCount - 1),
    fc.oneof(fc.nat(100), fc.nat(100), fc.nat(ageMsMax)),
  ),
  { minLength: 5, maxLength: 60 },
)

const pagesOfNode: Make = (world, node) => {
  const pages = pageCache(node.cacheVersions, cacheBytes)
  return async (key) => {
    const companyId = nameOf(key) as CompanyId
    const url = '/api/templates'
    const asked = { companyId, url, route: url, scopes: ['templates:read'] as const }
    const assertFreshThen = freshness(world, node, key)
    let isOwn = false
    const answer = pages.answer(asked, () => {
      isOwn = true
      const { replica } = node
      const isNear = replica && node.cacheVersions.holds(replica.since, [companyId])
      const state = isNear ? replica.states[key]! : world.histories[key]!.length - 1
      const reading = Promise.withResolvers<{ answer: Answer; shownSince?: ReadTimestamp | undefined }>()
      node.readings.push(async (fails) => {
        if (fails) reading.reject(new Error('It failed.'))
        else
          reading.resolve({
            answer: { status: 200, headers: {}, body: String(state) },
            shownSince: isNear ? replica.since : undefined,
          })
        await turn()
      })
      return reading.promise
    })
    // Only the request that owns a read sees its failure.
    const answered = answer.then(
      ({ body }) => isOwn || assertFreshThen(Number(body)),
      (error) => assert.ok(isOwn, error),
    )
    answered.catch(() => {})
    node.joined.push(answered as Promise<void>)
    await turn()
  }
}

/** A token whose client has changed `state` times, as its scopes show. Revoking it counts as one more change. */
const tokensOfNode: Make = (world, node) => {
  let reading: PromiseWithResolvers<LiveToken> | undefined
  const { tokens } = tokenCache(
    () => {
      reading = Promise.withResolvers()
      return reading.promise
    },
    node.cacheVersions,
    cacheBytes,
  )
  return async (key) => {
    reading = undefined
    const found = tokens(`token ${key}`)
    const state = world.histories[key]!.length - 1
    const begun = reading as PromiseWithResolvers<LiveToken> | undefined
    if (!begun) return assertFresh(world, node, key, Number((await found)!.scopes[0]))
    const row = {
      client_id: nameOf(key),
      company_id: null,
      enterprise_id: 'enterprise',
      scopes: [String(state)],
      expires_at: new Date(8.64e15),
    }
    node.readings.push(async () => {
      begun.resolve(row as unknown as LiveToken)
      await found
    })
  }
}

for (const [what, make] of [
  ['pages', pagesOfNode],
  ['tokens', tokensOfNode],
] as const)
  test(`no node serves stale ${what} after a notification, under any loss, delay or disconnect`, async (t) => {
    await fc.assert(
      fc.asyncProperty(plans, (plan) => play(make, plan)),
      forRuns(3_000, t),
    )
  })

test('pages and tokens are served from memory', async () => {
  for (const make of [pagesOfNode, tokensOfNode]) {
    const world = newWorld(make)
    const node = world.nodes[0]!
    await node.read(0)
    await node.readings.shift()!(false)
    await node.read(0)
    assert.equal(node.readings.length, 0)
    await node.read(1)
    assert.equal(node.readings.length, 1)
  }
})

test('cached entries are invalid after the machine slept or its clock was set back', () => {
  const clock = { passed: 0, wall: 1_000_000 }
  const cacheVersions = createCacheVersions(() => true, {
    monotonic: () => clock.passed,
    wall: () => clock.wall,
  })
  const since = cacheVersions.now()!
  assert.ok(cacheVersions.holds(since, ['a']))
  clock.wall += 3_600_000
  assert.ok(!cacheVersions.holds(since, ['a']))
  clock.wall = 500_000
  assert.ok(!cacheVersions.holds(since, ['a']))
})

test('entries from before a lost subscription are not used, and invalidations are remembered for the maximum age', () => {
  let now = 0
  const cacheVersions = createCacheVersions(() => true, { monotonic: () => now, wall: () => now })
  const before = cacheVersions.now()!
  cacheVersions.invalidateAll()
  assert.ok(!cacheVersions.holds(before, ['a']))
  const since = cacheVersions.now()!
  cacheVersions.invalidate('a')
  for (const key of ['b', 'c', 'd']) {
    now += ageMsMax / 4
    cacheVersions.invalidate(key)
  }
  assert.ok(!cacheVersions.holds(since, ['a']))
  assert.ok(cacheVersions.holds(since, ['e']))
})
