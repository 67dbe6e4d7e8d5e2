// Engines: embedded
// The shared cache: which tenant's entries are evicted, what an eviction costs, and how memory is counted.
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { createCacheVersions } from '../src/cache/cache-versions.ts'
import { fairCache } from '../src/cache/fair-cache.ts'
import { heap } from '../src/cache/heap.ts'
import { scopes } from '../src/http/caller.ts'
import { allowedAddressesMax } from '../src/ip-addresses.ts'
import { clientCache } from '../src/oauth/client-cache.ts'
import type { LiveToken } from '../src/oauth/live-tokens.ts'
import type { ClientForToken } from '../src/oauth/queries.ts'
import { tokenCache } from '../src/oauth/token-cache.ts'
import { forRuns } from './support/fuzz.ts'
import { heapMegabytes } from './support/heap.ts'

test('a tenant that fills the cache evicts its own entries, and memory stays within the limit', () => {
  const bytesMax = 1_000_000
  const cache = fairCache<string>(bytesMax)
  for (let at = 0; at < 10; at++) cache.set(`small ${at}`, 'small', 'page', 1_000)
  for (let at = 0; at < 20_000; at++) {
    cache.set(`large ${at}`, 'large', 'page', 1 + (at % 2_000))
    cache.set(`other ${at}`, 'other', 'page', 1 + (at % 500))
    assert.ok(cache.bytes <= bytesMax)
  }
  for (let at = 0; at < 10; at++) assert.equal(cache.get(`small ${at}`), 'page')
  assert.equal(cache.get('large 19999'), 'page')
  assert.ok(cache.bytes > bytesMax * 0.9)
  cache.set('huge', 'large', 'page', bytesMax)
  assert.equal(cache.get('huge'), undefined)
  for (let at = 0; at < 20_000; at++)
    for (const owner of ['large', 'other', 'small']) cache.delete(`${owner} ${at}`)
  assert.deepEqual([cache.bytes, cache.entries], [0, 0])
})

test('entries in use are kept, and other entries are evicted', () => {
  const cache = fairCache<number>(100_000)
  cache.set('used', 'one', 1, 1_000)
  for (let at = 0; at < 1_000; at++) {
    cache.set(`once ${at}`, 'one', at, 1_000)
    assert.equal(cache.get('used'), 1)
  }
})

test('if all entries are in use, an eviction examines only a few', () => {
  const cache = fairCache<number>(100_000)
  for (let at = 0; cache.entries === at; at++) cache.set(`used ${at}`, 'one', at, 0)
  const names = Array.from({ length: cache.entries }, (_, at) => at + 1)
  for (const at of names) assert.equal(cache.get(`used ${at}`), at)
  cache.set('new', 'one', 1, 0)
  assert.equal(cache.get('new'), 1)
  // One of the oldest entries. If all entries had been examined and spared once, it would be the oldest.
  const gone = names.filter((at) => !cache.get(`used ${at}`))
  assert.ok(gone[0]! > 1 && gone.at(-1)! < 50, `of ${names.length} that were used ${gone} went`)
})

/** The maximum number of owners that a `set` examines when `owners` have the same size. */
function looksPerSet(owners: number): number {
  let looks = 0
  const sizeOf = ({ bytes }: { bytes: number }) => {
    looks += 1
    return bytes
  }
  const cache = fairCache<number>(owners * 1_000, sizeOf)
  let most = 0
  for (let at = 0; at < 2 * owners; at++) {
    looks = 0
    cache.set(`${at}`, `owner ${at}`, at, 750 - 2 * `${at}`.length)
    most = Math.max(most, looks)
  }
  assert.equal(cache.entries, owners)
  return most
}

test('the cost of an eviction grows at most logarithmically with the number of owners', () => {
  const [few, many] = [looksPerSet(200), looksPerSet(20_000)]
  assert.ok(few > 0)
  // One pass up and one pass down the heap for the owner that loses an entry, and for the owner that gains an
  // entry. A heap of 20,000 has 15 levels, and a heap of 200 has 8.
  assert.ok(many <= 2 * few, `${many} instead of ${few}`)
})

const changes = fc.array(fc.record({ at: fc.nat(20), size: fc.nat(100) }), { minLength: 50, maxLength: 200 })

test("the heap's root is the largest item after any insertion, change or removal", async (t) => {
  fc.assert(
    fc.property(changes, (plan) => {
      const all = heap<{ place: number; size: number }>(({ size }) => size)
      const items = new Map<number, { place: number; size: number }>()
      for (const { at, size } of plan) {
        const item = items.get(at)
        if (!item) {
          const added = { place: 0, size }
          items.set(at, added)
          all.add(added)
        } else if (size % 3 === 0) {
          items.delete(at)
          all.delete(item)
        } else {
          item.size = size
          all.moved(item)
        }
        const sizes = [...items.values()].map((one) => one.size)
        assert.equal(all.largest()?.size, sizes.length > 0 ? Math.max(...sizes) : undefined)
      }
    }),
    forRuns(500, t),
  )
})

const [ownersCount, keysCount] = [30, 500]
const steps = fc.array(
  fc.record({
    // Three owners make half of the requests.
    owner: fc.oneof(fc.nat(2), fc.nat(ownersCount - 1)),
    key: fc.nat(keysCount - 1),
    bytes: fc.integer({ min: 1, max: 1_000 }),
    used: fc.array(fc.nat(keysCount - 1), { maxLength: 5 }),
    deleted: fc.option(fc.nat(keysCount - 1), { freq: 5 }),
  }),
  { minLength: 300, maxLength: 400 },
)

type Sized = { key: string; owner: string; size: number }

test('entries are evicted from the largest owner, and no more than needed', async (t) => {
  const bytesMax = 64 * 1_300
  let gave = 0
  fc.assert(
    fc.property(steps, (plan) => {
      const cache = fairCache<Sized>(bytesMax)
      const keptNow = () => {
        const kept: Sized[] = []
        cache.sweep((entry) => !kept.push(entry))
        return kept
      }
      for (const { owner, key: number, bytes, used, deleted } of plan) {
        for (const at of used) cache.get(`${at}`)
        const key = `${number}`
        if (deleted !== null) cache.delete(`${deleted}`)
        const before = keptNow().filter((entry) => entry.key !== key)
        const size = fairBytes(key, bytes)
        cache.set(key, `owner ${owner}`, { key, owner: `owner ${owner}`, size }, bytes)

        const now = keptNow()
        assert.equal(cache.entries, now.length)
        assert.equal(cache.bytes, sumOf(now))
        assert.ok(cache.bytes <= bytesMax)
        assert.ok(now.some((entry) => entry.key === key))
        const lost = before.filter((entry) => !now.includes(entry))
        if (lost.length === 0) continue
        gave += 1
        assert.ok(sumOf(before) + size > bytesMax, 'an entry was evicted although there was room')
        assert.ok(cache.bytes + largestOf(lost) > bytesMax, 'more was evicted than needed')
        // The new entry itself must not decide who loses entries.
        const shares = Object.values(Object.groupBy(now, (entry) => entry.owner)).map((entries) =>
          sumOf(entries!.filter((entry) => entry.key !== key)),
        )
        for (const loser of new Set(lost.map((entry) => entry.owner))) {
          const own = (entry: Sized) => entry.owner === loser && entry.key !== key
          const had = sumOf(now.filter(own)) + largestOf(lost.filter(own))
          assert.ok(had >= Math.max(...shares), `${loser} lost entries although others have more`)
        }
      }
    }),
    forRuns(30, t),
  )
  assert.ok(gave > 0)
})

const fairBytes = (key: string, bytes: number) => bytes + 2 * key.length + 250
const sumOf = (entries: Sized[]) => entries.reduce((sum, { size }) => sum + size, 0)
const largestOf = (entries: Sized[]) => Math.max(...entries.map(({ size }) => size))

/** Each text is a separate string, as the driver creates them. */
const text = (value: string) => Buffer.from(value).toString()
const networks = (count: number) => Array.from({ length: count }, (_, at) => text(`2001:db8:${at}::/48`))
const cacheVersions = createCacheVersions(() => true)
const bytesMax = 2 ** 30

function newToken(networksCount: number): LiveToken {
  return {
    client_id: text(randomUUID()),
    company_id: text(randomUUID()),
    enterprise_id: text(randomUUID()),
    owner_id: text(randomUUID()),
    scopes: scopes.map(text),
    allowed_addresses: networks(networksCount),
    issued_at: new Date(),
    expires_at: new Date(Date.now() + 3_600_000),
  } as LiveToken
}

function newClient(networksCount: number, keysCount: number) {
  const key = () => ({ kty: 'RSA', kid: text(randomUUID()), n: text(randomBytes(256).toString('base64url')) })
  return {
    id: text(randomUUID()),
    found: true,
    company_id: text(randomUUID()),
    enterprise_id: text(randomUUID()),
    enterprise_active: true,
    scopes: scopes.map(text),
    token_lifetime_seconds: null,
    allowed_addresses: networks(networksCount),
    secret_hashes: [randomBytes(32)],
    secret_ends_at: null,
    jwks: { keys: Array.from({ length: keysCount }, key) },
  } as unknown as ClientForToken
}

async function keepTokens(count: number, networksCount: number) {
  const cache = tokenCache(async () => newToken(networksCount), cacheVersions, bytesMax)
  for (let at = 0; at < count; at++) await cache.tokens(`token ${at}`)
  return cache
}

async function keepClients(count: number, networksCount: number, keysCount: number) {
  const cache = clientCache(cacheVersions, bytesMax)
  for (let at = 0; at < count; at++)
    cache.keep(`client ${at}`, 'secret', newClient(networksCount, keysCount), cache.miss())
  return cache
}

for (const [what, keep] of [
  ['tokens', (count) => keepTokens(count, 0)],
  [
    `tokens of clients with ${allowedAddressesMax} networks`,
    (count) => keepTokens(count, allowedAddressesMax),
  ],
  ['clients', (count) => keepClients(count, 0, 0)],
  ['clients with networks and keys', (count) => keepClients(count, allowedAddressesMax, 5)],
] as [string, (count: number) => Promise<{ use: Awaited<ReturnType<typeof keepTokens>>['use'] }>][])
  test(`the counted bytes of ${what} match the memory that they use`, async () => {
    const count = 5_000
    await keep(1)
    const before = heapMegabytes()
    const cache = await keep(count)
    const taken = (heapMegabytes() - before) * 2 ** 20
    const { bytes, entries } = cache.use()
    assert.equal(entries, count)
    assert.ok(bytes > 0.9 * taken && bytes < 1.5 * taken, `${bytes} for ${taken}`)
  })
