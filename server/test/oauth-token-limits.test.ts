// Engines: postgres
// Limits on issued and live tokens per client.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { listSecurityEvents } from '../src/audit/queries.ts'
import { parseId } from '../src/ids.ts'
import { purgeEndedTokens } from '../src/oauth/purge-job.ts'
import { type Caller, newCaller, newCompany, send } from './support/companies.ts'
import { inBody, sendForm } from './support/forms.ts'
import { startService } from './support/service.ts'
import { until } from './support/until.ts'

const perMinute = 4
const limited = await startService({ env: { TOKENS_PER_MINUTE: `${perMinute}` } })
const acme = await newCompany(limited, 'Acme')
const liveMax = 5
const capped = await startService({ env: { LIVE_TOKENS_MAX: `${liveMax}` } })
const globex = await newCompany(capped, 'Globex')

const ask = ({ url }: { url: string }, { clientId, clientSecret }: Caller, path = '/oauth/access-token') =>
  send({ url }, 'POST', path, { json: { client_id: clientId, client_secret: clientSecret } })
const newClient = () => newCaller(limited, { name: 'test', ...acme })
const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()

/** The fixture has used up one token of the limit. */
const left = perMinute - 1

// Holds R-TOKEN-15.
test('a client gets a limited number of tokens per minute, even in concurrent requests, and other clients are unaffected', async () => {
  const client = await newClient()
  const answers = await Promise.all(Array.from({ length: 3 * perMinute }, () => ask(limited, client)))
  assert.equal(answers.filter(({ status }) => status === 200).length, left)
  assert.deepEqual(
    statusesOf(answers).slice(left),
    answers.slice(left).map(() => 429),
  )
  assert.equal((await ask(limited, await newClient())).status, 200)
  // The existing token still works.
  assert.equal((await client.get('/api/user')).status, 200)
})

test('over the limit, a client gets 429 with Retry-After, in the format of the request and for every authentication method', async () => {
  const client = await newClient()
  for (let n = 0; n < left; n++) assert.equal((await ask(limited, client)).status, 200)
  for (const path of ['/oauth/access-token', '/api/get-access-token']) {
    const { status, headers, body } = await ask(limited, client, path)
    assert.deepEqual([status, body], [429, { message: 'Too Many Attempts.' }], path)
    const seconds = Number(headers.get('retry-after'))
    assert.ok(seconds >= 1 && seconds <= 60, `${seconds}`)
    assert.equal(headers.get('x-ratelimit-limit'), `${perMinute}`)
    assert.equal(headers.get('cache-control'), 'no-store')
  }
  for (const path of ['/oauth/access-token', '/oauth/token']) {
    const form = { grant_type: 'client_credentials', ...inBody(client) }
    const { status, headers, body } = await sendForm(limited, path, form)
    assert.deepEqual([status, body.error], [429, 'temporarily_unavailable'], path)
    assert.match(body.error_description, /^The client can get 4 tokens per minute\. Reuse a token/)
    assert.ok(headers.get('retry-after'))
  }
})

// Holds R-TOKEN-15.
test('rejected requests do not count', async () => {
  const client = await newClient()
  for (let n = 0; n < perMinute; n++) {
    assert.equal((await ask(limited, { ...client, clientSecret: 'wrong' })).status, 401)
    const form = { grant_type: 'client_credentials', scope: 'no:scope', ...inBody(client) }
    assert.equal((await sendForm(limited, '/oauth/token', form)).status, 400)
  }
  for (let n = 0; n < left; n++) assert.equal((await ask(limited, client)).status, 200)
  assert.equal((await ask(limited, client)).status, 429)
})

const tokensOf = async (client: Caller) => {
  const { rows } = await sql<{ live: number; all: number }>`
    select count(*) as all, count(*) filter (where revoked_at is null and expires_at > now()) as live
    from access_tokens where client_id = ${parseId('client', client.clientId)}`.execute(capped.db)
  return { live: Number(rows[0]!.live), all: Number(rows[0]!.all) }
}

async function newTokens(client: Caller, count: number): Promise<string[]> {
  const tokens: string[] = []
  for (let n = 0; n < count; n++) tokens.push((await ask(capped, client)).body.token.access_token)
  return tokens
}

const works = async (token: string) =>
  (await send(capped, 'GET', '/api/user', { headers: { authorization: `Bearer ${token}` } })).status

// Holds R-TOKEN-15.
test('over the maximum of live tokens, the oldest tokens are revoked, and the log contains their number', async () => {
  const client = await newCaller(capped, { name: 'many', ...globex })
  const other = await newCaller(capped, { name: 'other', ...globex })
  const tokens = await newTokens(client, 12)
  await until('the surplus is revoked', async () => (await tokensOf(client)).live === liveMax)
  const statuses = await Promise.all(tokens.map(works))
  assert.deepEqual(statuses.slice(-liveMax), Array(liveMax).fill(200))
  assert.deepEqual(statuses.slice(0, -liveMax), Array(12 - liveMax).fill(401))
  assert.deepEqual([await works(client.token), await works(other.token)], [401, 200])
  const log = await listSecurityEvents(capped.db, { type: 'client.tokens_revoked', limit: 100 })
  const logged = log.filter(({ client_id }) => client_id === parseId('client', client.clientId))
  assert.equal(
    logged.reduce((sum, { data }) => sum + Number(data.tokens), 0),
    13 - liveMax,
  )
  assert.deepEqual(new Set(logged.map(({ data }) => data.reason)), new Set(['too_many_live_tokens']))
})

test('tokens that a client requests and revokes fill no table and revoke no live token', async () => {
  const client = await newCaller(capped, { name: 'revokes', ...globex })
  for (let n = 0; n < 4 * liveMax; n++) {
    const [token] = await newTokens(client, 1)
    assert.equal((await send(capped, 'POST', '/oauth/revoke', { json: { token } })).status, 200)
  }
  await until('old rows are deleted', async () => (await tokensOf(client)).all <= 2 * liveMax)
  assert.equal(await works(client.token), 200)
})

test('the daily purge revokes surplus tokens that a killed process left', async () => {
  const client = await newCaller(capped, { name: 'left', ...globex })
  await sql`
    insert into access_tokens (hash, client_id, scopes, issued_at, expires_at)
    select sha256(n::text::bytea), ${parseId('client', client.clientId)}, '{}', now() - n * interval '1 s', now() + interval '1 day'
    from generate_series(1, 20) n`.execute(capped.db)
  await purgeEndedTokens.run({}, { db: capped.db, liveTokensMax: liveMax } as never)
  assert.equal((await tokensOf(client)).live, liveMax)
  assert.equal(await works(client.token), 200)
})
