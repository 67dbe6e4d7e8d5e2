// Engines: postgres
// When connections of apps end: with a new password, by the purge, and while other requests use them.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { listSecurityEvents } from '../src/audit/queries.ts'
import { deleteEnded, endedConnections } from '../src/connected-apps/connections.ts'
import { purgeConnectedApps } from '../src/connected-apps/purge-job.ts'
import { inTransaction } from '../src/db/tenancy.ts'
import { publicId, type Uuid } from '../src/ids.ts'
import { hashOf } from '../src/secrets/tokens.ts'
import { newAccount, password } from './support/accounts.ts'
import { asOwner, newCompany } from './support/companies.ts'
import {
  allow,
  codeIn,
  connected,
  newVerifier,
  requestOf,
  requestToken,
  toolsFor,
} from './support/connected-apps.ts'
import { behindProxy, browser, type MemberOf, newMember, signedIn } from './support/people.ts'
import { engine, startService } from './support/service.ts'
import { until } from './support/until.ts'

const service = await startService({ env: { ...behindProxy, RATE_LIMIT_PER_MINUTE: '0' } })
const { db } = service
const acme = await newCompany(service, 'Acme')
const acmeId = publicId('company', acme.companyId)
const editor = await newMember(service, acme.companyId, 'editor')

const listed = async (person: MemberOf) => (await person.get('/portal/api/connected-apps')).body.data
const reasons = async ({ personId }: MemberOf) => {
  const asked = { company: acme.companyId, type: 'app.disconnected', limit: 100 } as const
  const events = await listSecurityEvents(db, asked)
  return events.filter((event) => event.person_id === personId).map(({ data }) => data.reason)
}

// Holds R-APP-6.
describe('a new password', async () => {
  const other = await connected(service, editor, acmeId)

  const assertDisconnected = async (
    person: MemberOf,
    { token, refresh, refreshToken }: Awaited<ReturnType<typeof connected>>,
    reason: string,
  ) => {
    assert.equal(await toolsFor(service, token), 401)
    assert.equal((await refresh(refreshToken)).body.error, 'invalid_grant')
    assert.deepEqual(await reasons(person), [reason])
    assert.ok(Array.isArray(await toolsFor(service, other.token)))
  }

  test('changing the password disconnects only the apps of the person', async () => {
    const person = await newMember(service, acme.companyId, 'editor')
    const app = await connected(service, person, acmeId)
    assert.ok(Array.isArray(await toolsFor(service, app.token)))
    const wrong = { currentPassword: 'not the password', newPassword: 'another horse battery' }
    assert.equal((await person.post('/portal/api/auth/change-password', wrong)).status, 400)
    assert.ok(Array.isArray(await toolsFor(service, app.token)))
    const changed = { currentPassword: password, newPassword: 'another horse battery' }
    assert.equal((await person.post('/portal/api/auth/change-password', changed)).status, 200)
    await assertDisconnected(person, app, 'password_changed')
  })

  test('resetting the password disconnects only the apps of the person', async () => {
    const operatorId = await newAccount(db, { name: 'Olga', email: 'olga@people.example' })
    await db.updateTable('people').set({ is_operator: true }).where('id', '=', operatorId).execute()
    const operator = await signedIn(service, 'olga@people.example')
    const person = await newMember(service, acme.companyId, 'editor')
    const app = await connected(service, person, acmeId)
    const link = await operator.post(`/portal/api/installation/people/${person.id}/password-links`, {
      password,
    })
    assert.ok(Array.isArray(await toolsFor(service, app.token)))
    const at = browser(service)
    const { pathname, search } = new URL(link.body.data.url)
    const { headers } = await at.get(pathname + search)
    const token = new URL(headers.get('location')!, service.url).searchParams.get('token')
    const asked = { newPassword: 'a wholly new sentence', token }
    assert.equal((await at.post('/portal/api/auth/reset-password', asked)).status, 200)
    await assertDisconnected(person, app, 'password_reset')
  })
})

// Holds R-APP-8.
describe('the purge of connections', () => {
  /** A connection without a grant or token that is still valid. */
  const ended = async () => {
    const person = await newMember(service, acme.companyId, 'editor')
    const { app } = await connected(service, person, acmeId)
    const [{ id }] = (
      await sql<{ id: Uuid }>`select id from clients where member_id = ${person.personId}`.execute(db)
    ).rows as [{ id: Uuid }]
    for (const table of ['authorization_grants', 'access_tokens'])
      await sql`update ${sql.table(table)} set expires_at = now() - interval '1 s' where client_id = ${id}`.execute(
        db,
      )
    return { person, app, id }
  }
  const again = (person: MemberOf, app: string, verifier = newVerifier()) =>
    allow(person, requestOf(service, app, verifier), acmeId, ['assets:read'])

  test('the purge keeps a connection that the person has allowed again after it was listed', async () => {
    const { person, app, id } = await ended()
    assert.ok((await endedConnections(db, 1_000)).includes(id))
    assert.equal((await again(person, app)).status, 201)
    assert.equal(await deleteEnded(db, id), 0)
    assert.equal((await listed(person)).length, 1)
    const left = await ended()
    assert.equal(await deleteEnded(db, left.id), 1)
    assert.deepEqual(await reasons(left.person), ['expired'])
  })

  test('the purge waits for a request that connects the app again, and keeps the connection', async (t) => {
    if (engine === 'embedded') return t.skip('the embedded engine runs one transaction at a time')
    const { person, id } = await ended()
    let purge: Promise<unknown> = Promise.resolve()
    await inTransaction(db, async (trx) => {
      // As a token request does: the row is locked, but not changed.
      await sql`select from clients where id = ${id} for key share`.execute(trx)
      await sql`
        insert into authorization_grants (hash, client_id, family_id, kind, scopes, expires_at)
        values ('\\x00', ${id}, gen_random_uuid(), 'refresh_token', '{}', now() + interval '1 day')`.execute(
        trx,
      )
      purge = purgeConnectedApps.run({}, { db, job: { signal: new AbortController().signal } } as never)
      await until('the purge waits for the row', async () => (await waiting()) >= 1)
    })
    await purge
    assert.equal((await listed(person)).length, 1)
  })
})

/** The number of statements that wait for a row of another transaction. Only the owner of the database sees it. */
async function waiting(): Promise<number> {
  const [row] = await asOwner(
    db,
    sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
        and wait_event in ('transactionid', 'tuple')`,
  )
  return row!.count
}

// Holds R-APP-5.
test('a refresh token that is rotated while its family ends does not survive', async (t) => {
  if (engine === 'embedded') return t.skip('the embedded engine runs one transaction at a time')
  const person = await newMember(service, acme.companyId, 'editor')
  const { refresh, refreshToken } = await connected(service, person, acmeId)
  const current = (await refresh(refreshToken)).body.refresh_token as string
  const started: ReturnType<typeof refresh>[] = []
  await inTransaction(db, async (trx) => {
    // Stops the rotation between its lock and the next token.
    await sql`select from authorization_grants where hash = ${hashOf(current)} for update`.execute(trx)
    started.push(refresh(current))
    await until('the rotation waits', async () => (await waiting()) >= 1)
    started.push(refresh(refreshToken))
    await until('the reuse waits too', async () => (await waiting()) >= 2)
  })
  const [rotated, reused] = await Promise.all(started)
  assert.deepEqual([rotated!.status, reused!.body.error], [200, 'invalid_grant'])
  assert.equal((await refresh(rotated!.body.refresh_token)).body.error, 'invalid_grant')
  assert.equal(await toolsFor(service, rotated!.body.access_token), 401)
})

// Holds R-APP-5.
test('if a refresh token is rotated concurrently, at most one rotation succeeds, and none of its tokens survives', async () => {
  const { refresh, refreshToken } = await connected(service, editor, acmeId)
  const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(refreshToken)))
  const won = answers.filter(({ status }) => status === 200)
  assert.ok(won.length <= 1)
  for (const { body } of won) {
    assert.equal(await toolsFor(service, body.access_token), 401)
    assert.equal((await refresh(body.refresh_token)).body.error, 'invalid_grant')
  }
})

// Holds R-APP-4.
test('the code of a connection that was disconnected meanwhile is refused', async () => {
  const person = await newMember(service, acme.companyId, 'editor')
  const { app } = await connected(service, person, acmeId)
  const verifier = newVerifier()
  const code = codeIn(await allow(person, requestOf(service, app, verifier), acmeId, ['assets:read']))
  const [{ id }] = await listed(person)
  await person.delete(`/portal/api/connected-apps/${id}`)
  const exchange = { grant_type: 'authorization_code', client_id: app, code, code_verifier: verifier }
  const { body } = await requestToken(service, {
    ...exchange,
    redirect_uri: 'http://127.0.0.1:4567/callback',
  })
  assert.equal(body.error, 'invalid_grant')
})
