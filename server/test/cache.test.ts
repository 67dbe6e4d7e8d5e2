// What nodes answer from memory, against a model: changes, readings and notifications in any order.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { ageMsMax, type Epochs, epochs, type Moment } from '../src/cache/epochs.ts'
import type { Answer } from '../src/http/answer.ts'
import { pageCache } from '../src/http/page-cache.ts'
import type { CompanyId } from '../src/ids.ts'
import type { LiveToken } from '../src/oauth/live-tokens.ts'
import { tokenCache } from '../src/oauth/token-cache.ts'
import { forRuns } from './support/fuzz.ts'

const nodesCount = 2
const keysCount = 3
const cacheBytes = 1_000_000

/** When each state of a key came to be: what is newest is what a node without a cache answers. */
type History = number[]

type World = { now: number; histories: History[]; nodes: Node[] }

type Node = {
  epochs: Epochs
  isListening: boolean
  /** What was told and not heard yet, in order: keys and the state that they had then. */
  told: { key: number; state: number }[]
  /** For each key the newest state that this node must know of: it made it, or heard of it. */
  known: number[]
  /** Changes that are committed and not answered yet. */
  committed: { key: number; state: number }[]
  /** Readings that are under way: each ends with what it saw when it began, or fails. */
  readings: ((fails: boolean) => Promise<void>)[]
  /** What was asked for while somebody else read it. */
  joined: Promise<void>[]
  /** What a replica showed of each key, and since when it was known to. */
  replica: { since: Moment; states: number[] } | undefined
  /** Reads a key, from memory, together with others, or by a reading that ends later. */
  read(key: number): Promise<void>
}

type Make = (world: World, node: Node) => Node['read']

function newWorld(make: Make): World {
  const world: World = { now: 1_000_000, histories: [], nodes: [] }
  for (let key = 0; key < keysCount; key++) world.histories.push([0])
  for (let at = 0; at < nodesCount; at++) {
    const known = Array(keysCount).fill(0)
    const node = { isListening: true, told: [], known, committed: [], readings: [], joined: [] }
    world.nodes.push(node as unknown as Node)
  }
  const clock = { monotonic: () => world.now, wall: () => world.now }
  for (const node of world.nodes) {
    node.epochs = epochs(() => node.isListening, clock)
    node.read = make(world, node)
  }
  return world
}

/** What was answered from memory may be old only as far as nobody could know better, and never older than the bound. */
const assertFresh = (world: World, node: Node, key: number, state: number) =>
  freshness(world, node, key)(state)

/** The same of what is answered later: what counts is what was known when it was asked for. */
function freshness(world: World, node: Node, key: number) {
  const { isListening } = node
  const [known, asked] = [node.known[key]!, world.now]
  return (state: number) => {
    assert.ok(isListening, 'nothing is used while nobody listens')
    assert.ok(state >= known, `state ${state} of ${key} after ${known} was known`)
    const next = world.histories[key]![state + 1]
    assert.ok(next === undefined || asked - next < ageMsMax, 'nothing is used past the bound')
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
      const since = node.epochs.now()
      node.replica = since && { since, states: world.histories.map((history) => history.length - 1) }
    },
    commit(world, node, key) {
      const history = world.histories[key]!
      const state = history.push(world.now) - 1
      node.committed.push({ key, state })
      for (const one of world.nodes) if (one.isListening) one.told.push({ key, state })
    },
    answer(_, node) {
      const change = node.committed.shift()
      if (!change) return
      node.epochs.move(nameOf(change.key))
      node.known[change.key] = Math.max(node.known[change.key]!, change.state)
    },
    hear(_, node) {
      const told = node.told.shift()
      if (!told) return
      node.epochs.move(nameOf(told.key))
      node.known[told.key] = Math.max(node.known[told.key]!, told.state)
    },
    lose: (_, node) => void node.told.shift(),
    late: (_, node) => void (node.told.length > 1 && node.told.push(node.told.shift()!)),
    cut(_, node) {
      node.isListening = false
      node.told.length = 0
    },
    reconnect(world, node) {
      if (node.isListening) return
      node.isListening = true
      node.epochs.moveAll()
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
  // All is said and heard: every node answers as one that keeps nothing.
  for (const node of world.nodes) {
    steps.reconnect!(world, node, 0, 0)
    while (node.committed.length > 0) steps.answer!(world, node, 0, 0)
    // Whoever waited for one that failed begins one of their own.
    while (node.readings.length > 0) await node.readings.shift()!(false)
    await Promise.all(node.joined)
  }
  for (const node of world.nodes) {
    while (node.told.length > 0) steps.hear!(world, node, 0, 0)
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
  const pages = pageCache(node.epochs, cacheBytes)
  return async (key) => {
    const companyId = nameOf(key) as CompanyId
    const url = '/api/templates'
    const asked = { companyId, url, route: url, scope: 'templates:read' as const }
    const assertFreshThen = freshness(world, node, key)
    let isOwn = false
    const answer = pages.answer(asked, () => {
      isOwn = true
      const { replica } = node
      const isNear = replica && node.epochs.holds(replica.since, [companyId])
      const state = isNear ? replica.states[key]! : world.histories[key]!.length - 1
      const reading = Promise.withResolvers<{ answer: Answer; shownSince?: Moment | undefined }>()
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
    // Of one's own reading alone a failure is heard of.
    const answered = answer.then(
      ({ body }) => isOwn || assertFreshThen(Number(body)),
      (error) => assert.ok(isOwn, error),
    )
    answered.catch(() => {})
    node.joined.push(answered as Promise<void>)
    await turn()
  }
}

/** A token whose client has had so many changes: its scopes tell. A revoked one is one more. */
const tokensOfNode: Make = (world, node) => {
  let reading: PromiseWithResolvers<LiveToken> | undefined
  const { tokens } = tokenCache(
    () => {
      reading = Promise.withResolvers()
      return reading.promise
    },
    node.epochs,
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
  test(`of ${what}, no node answers what it could know to be old, whatever is lost, late or cut off`, async (t) => {
    await fc.assert(
      fc.asyncProperty(plans, (plan) => play(make, plan)),
      forRuns(3_000, t),
    )
  })

test('pages and tokens are answered from memory at all', async () => {
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

test('a machine that has slept, or whose clock was set back, uses nothing of before', () => {
  const clock = { passed: 0, wall: 1_000_000 }
  const heard = epochs(() => true, { monotonic: () => clock.passed, wall: () => clock.wall })
  const since = heard.now()!
  assert.ok(heard.holds(since, ['a']))
  clock.wall += 3_600_000
  assert.ok(!heard.holds(since, ['a']))
  clock.wall = 500_000
  assert.ok(!heard.holds(since, ['a']))
})

test('what was read before a gap in listening is not used after it, and a move is known as long as it matters', () => {
  let now = 0
  const heard = epochs(() => true, { monotonic: () => now, wall: () => now })
  const before = heard.now()!
  heard.moveAll()
  assert.ok(!heard.holds(before, ['a']))
  const since = heard.now()!
  heard.move('a')
  for (const key of ['b', 'c', 'd']) {
    now += ageMsMax / 4
    heard.move(key)
  }
  assert.ok(!heard.holds(since, ['a']))
  assert.ok(heard.holds(since, ['e']))
})
