// Engines: embedded, postgres
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type pg from 'pg'
import { createCacheVersions } from '../src/cache/cache-versions.ts'
import { batched } from '../src/db/batch.ts'
import { openConnections } from '../src/db/connections.ts'
import { openHandles } from '../src/db/handle.ts'
import { newId, parseId } from '../src/ids.ts'
import { clientCache } from '../src/oauth/client-cache.ts'
import { tokenIssuer } from '../src/oauth/issue.ts'
import { liveTokens } from '../src/oauth/live-tokens.ts'
import { insertAccessTokens } from '../src/oauth/queries.ts'
import { clientVerifier } from '../src/oauth/verify-client.ts'
import { accessTokenPrefix, clientSecretPrefix, hashOf, newToken } from '../src/secrets/tokens.ts'
import { newCaller, newCompany } from './support/companies.ts'
import { planOf, type Recorded, recording } from './support/plans.ts'
import { startService } from './support/service.ts'
import { provedClient } from './support/tokens.ts'

const service = await startService()
const { db } = service

/** Waits for two event-loop ticks, after which the statement of this tick has been sent. */
const sent = () => nextTurn().then(() => nextTurn())

/** A store of one value. It records its queries and responds when the test allows it. */
function slowStore(underWayMax?: number) {
  const store = { value: 'before', asked: [] as string[][], answer: [] as (() => void)[] }
  const find = batched(async (keys: readonly string[]) => {
    store.asked.push([...keys])
    const { value } = store
    await new Promise<void>((resolve) => store.answer.push(resolve))
    if (value === 'broken') throw new Error('out of order')
    return keys.map((key) => `${key} ${value}`)
  }, underWayMax)
  return { store, find }
}

test('calls in one tick share one statement, and each gets its own result', async () => {
  const { store, find } = slowStore()
  const answers = Promise.all(['a', 'b', 'a'].map(find))
  await sent()
  store.answer[0]!()
  assert.deepEqual(await answers, ['a before', 'b before', 'a before'])
  assert.equal(store.asked.length, 1)
})

test('a call after a change sees it, even while an earlier statement is running', async () => {
  const { store, find } = slowStore()
  const early = find('a')
  await sent()
  store.value = 'after'
  const late = find('a')
  await sent()
  assert.equal(store.asked.length, 2)
  for (const answer of store.answer) answer()
  assert.deepEqual([await early, await late], ['a before', 'a after'])
})

test('a failed statement fails its own callers only', async () => {
  const { store, find } = slowStore()
  store.value = 'broken'
  const failing = [find('a'), find('b')].map((one) => assert.rejects(one, /out of order/))
  await sent()
  store.answer[0]!()
  await Promise.all(failing)
  store.value = 'fixed'
  const next = find('a')
  await sent()
  store.answer[1]!()
  assert.equal(await next, 'a fixed')
})

test('calls that wait for a free statement share the next statement', async () => {
  const { store, find } = slowStore(1)
  const answers = []
  for (const key of ['a', 'b', 'c']) {
    answers.push(find(key))
    await sent()
  }
  assert.deepEqual(store.asked, [['a']])
  store.answer[0]!()
  await sent()
  assert.deepEqual(store.asked, [['a'], ['b', 'c']])
  store.answer[1]!()
  assert.deepEqual(await Promise.all(answers), ['a before', 'b before', 'c before'])
})

test('a failed statement frees its slot for waiting calls', async () => {
  const { store, find } = slowStore(1)
  store.value = 'broken'
  const first = assert.rejects(find('a'), /out of order/)
  await sent()
  // One more call than fits in a statement.
  const waiting = Array.from({ length: 101 }, (_, n) => assert.rejects(find(`b${n}`), /out of order/))
  await sent()
  assert.equal(store.asked.length, 1)
  store.answer[0]!()
  await first
  await sent()
  assert.equal(store.asked.length, 3)
  for (const answer of store.answer) answer()
  await Promise.all(waiting)
  store.value = 'fixed'
  const next = find('c')
  await sent()
  store.answer[3]!()
  assert.equal(await next, 'c fixed')
})

test('on a database with one connection, calls that arrive during a statement share the next statement', async () => {
  const asked: unknown[] = []
  const answers: (() => void)[] = []
  const query = async (_text: string, [hashes]: [string[]]) => {
    asked.push(hashes.length)
    await new Promise<void>((resolve) => answers.push(resolve))
    return { rows: [], rowCount: 0, command: 'SELECT' }
  }
  const pool = { connect: async () => ({ query, release() {} }) } as unknown as pg.Pool
  const find = liveTokens(
    openHandles({ connections: openConnections(pool, 1), cacheVersions: createCacheVersions(() => false) })
      .db,
  )
  const found = []
  for (let at = 0; at < 4; at++) {
    found.push(find(newToken(accessTokenPrefix)))
    await sent()
  }
  assert.deepEqual(asked, [1])
  answers[0]!()
  await sent()
  assert.deepEqual(asked, [1, 3])
  answers[1]!()
  assert.deepEqual(await Promise.all(found), [undefined, undefined, undefined, undefined])
})

test('concurrent token requests and lookups return each token with its own client', async () => {
  const acme = await newCompany(service, 'Acme')
  const clients = await Promise.all(
    Array.from({ length: 12 }, (_, n) => newCaller(service, { name: `client ${n}`, ...acme })),
  )
  const { bySecret } = clientVerifier(
    db,
    clientCache(
      createCacheVersions(() => true),
      2 ** 20,
    ),
    () => [],
  )
  const issue = tokenIssuer(db, 60)
  const find = liveTokens(db)
  const attempts = clients.map(async ({ clientId, clientSecret }, n) => {
    if (n % 3 === 0)
      return assert.rejects(bySecret(clientId, newToken(clientSecretPrefix)), { code: 'invalid_client' })
    const { accessToken } = await issue(await bySecret(clientId, clientSecret))
    assert.equal((await find(accessToken))?.client_id, parseId('client', clientId))
  })
  const strangers = clients.map(async () => assert.equal(await find(newToken(accessTokenPrefix)), undefined))
  await Promise.all([...attempts, ...strangers])
})

test('inserting tokens uses only index lookups, with any number of clients and secrets', async () => {
  const { clientId } = await newCompany(service, 'Initech')
  const client = await provedClient(db, parseId('client', clientId)!)
  const dates = { issuedAt: new Date(), expiresAt: new Date(Date.now() + 60_000) }
  const statements: Recorded[] = []
  const tokens = Array.from({ length: 10 }, () => ({ hash: hashOf(newToken('')), ...client, ...dates }))
  await insertAccessTokens(recording(statements), tokens)
  await db.connection().execute(async (one) => {
    for (const kind of ['custom', 'generic'] as const) {
      const plan = JSON.stringify(await planOf(one, statements[0]!, kind))
      for (const index of ['clients_pkey', 'client_secrets_client_id_idx', 'enterprises_pkey'])
        assert.ok(plan.includes(index), `${kind}: ${index} in ${plan}`)
      assert.doesNotMatch(plan, /Seq Scan|Hash/, kind)
    }
  })
})

test('a token is not issued if its client was deleted before the batch ran, and the other tokens of the batch are issued', async () => {
  const { clientId } = await newCompany(service, 'Globex')
  const dates = { issuedAt: new Date(), expiresAt: new Date(Date.now() + 60_000) }
  const client = await provedClient(db, parseId('client', clientId)!)
  const inserted = await insertAccessTokens(db, [
    { hash: hashOf('of a client that is there'), ...client, ...dates },
    { hash: hashOf('of a client that has gone'), ...client, clientId: newId(), ...dates },
  ])
  assert.deepEqual(inserted, [true, false])
})
