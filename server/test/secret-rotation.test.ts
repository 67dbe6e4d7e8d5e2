// Engines: postgres
// Rotates SECRET_KEY while people and programs are active, step by step as in docs/operations.md.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { symmetricEncrypt } from 'better-auth/crypto'
import { sql } from 'kysely'
import { URI } from 'otpauth'
import { Webhook } from 'standardwebhooks'
import { asCompany } from '../src/db/tenancy.ts'
import { publicId } from '../src/ids.ts'
import { addMember } from '../src/members/queries.ts'
import { WrongSecretKeyError } from '../src/secrets/key-fingerprint.ts'
import { openKeys } from '../src/secrets/secret-key.ts'
import { codeNow, newAccount, password } from './support/accounts.ts'
import { printed, runCommand } from './support/commands.ts'
import { type Caller, newCompany, send, type TestCompany } from './support/companies.ts'
import { environmentOf } from './support/environment.ts'
import { hurry, importer, source } from './support/imports.ts'
import { mailServer } from './support/mail-server.ts'
import { type Browser, behindProxy, browser } from './support/people.ts'
import { atEnd, freshConfig, type Service, startOn } from './support/service.ts'
import { until } from './support/until.ts'
import { picture } from './support/uploads.ts'

const [first, second] = [randomBytes(32), randomBytes(32)]
const mail = await mailServer()
const base = await freshConfig({
  OUTBOUND_LOOPBACK: 'true',
  SMTP_URL: mail.url,
  MAIL_FROM: 'Atelier <post@acme.example>',
  ...behindProxy,
})
const email = 'ada@acme.example'

/** Starts a server with this key. If another key is given, it is the previous key. */
async function serving<T>(
  secretKey: Buffer,
  other: Buffer | undefined,
  work: (service: Service) => Promise<T>,
) {
  const service = await startOn({ ...base, secretKey, secretKeyPrevious: other })
  return work(service).finally(service.close)
}

type Message = { headers: IncomingHttpHeaders; body: string }
const messages: Message[] = []
const receiver = createServer(async (request, response) => {
  let body = ''
  for await (const part of request.setEncoding('utf8')) body += part
  messages.push({ headers: request.headers, body })
  response.writeHead(204).end()
}).listen(0, '127.0.0.1')
await once(receiver, 'listening')
atEnd(async () => {
  receiver.closeAllConnections()
  receiver.close()
})
const receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`

/** The source of an import, without a file at first. */
const late = { picture: undefined as Buffer | undefined }
const files = await source((_, response) =>
  late.picture ? response.end(late.picture) : response.writeHead(503).end(),
)

/** Everything that people and programs have that was created with the first key. */
const held = await serving(first, undefined, async (service) => {
  const acme = await newCompany(service, 'Acme')
  const hook = await acme.post('/api/webhooks', { url: receiverUrl, types: ['folder.created'] })
  assert.equal(hook.status, 201)
  const personId = await newAccount(service.db, { name: 'Ada', email })
  await addMember(service.db, acme.companyId, personId, 'owner')
  const ada = browser(service)
  assert.equal((await ada.signIn(email, password)).status, 200)
  const { body } = await ada.post('/portal/api/auth/two-factor/enable', { password })
  const app = URI.parse(body.totpURI)
  const code = app.generate()
  assert.equal((await ada.post('/portal/api/auth/two-factor/verify-totp', { code })).status, 200)
  return {
    acme,
    secret: hook.body.data.secret as string,
    app,
    cookies: ada.cookies,
    ...(await madeBy(service, acme.token)),
    ...(await leftWaiting(service, acme, ada)),
  }
})
const { acme, secret, app, cookies } = held

/** An invitation, a stored idempotent response, and jobs that are retried while their servers are unavailable. */
async function leftWaiting(service: Service, acme: Caller & TestCompany, ada: Browser) {
  const company = { 'atelier-company': publicId('company', acme.companyId) }
  const invited = await ada.post(
    '/portal/api/invitations',
    { email: 'nina@acme.example', role: 'viewer' },
    company,
  )
  assert.equal(invited.status, 201, invited.text)
  const once = () => send(service, 'POST', '/api/folders', onceAsked(acme))
  mail.state.away = true
  await browser(service).post('/portal/api/auth/request-password-reset', { email })
  const job = await importer(acme).ask(`${files.url}/late.png`)
  return {
    invitation: `/portal/api${new URL(invited.body.data.link).pathname}`,
    answered: (await once()).body,
    job,
  }
}

function onceAsked({ token }: { token: string }) {
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': 'asked-once' }
  return { json: { name: 'once' }, headers }
}

async function madeBy(service: Service, token: string) {
  const headers = { authorization: `Bearer ${token}` }
  for (const name of ['one', 'two']) {
    const form = new FormData()
    form.set(
      'file',
      new Blob([await picture({ color: name === 'one' ? '#102030' : '#405060' })]),
      `${name}.png`,
    )
    const { status } = await fetch(`${service.url}/api/assets`, { method: 'POST', headers, body: form })
    assert.ok([200, 201].includes(status), `${status}`)
  }
  const { body } = await send(service, 'GET', '/api/assets?per_page=1', { headers })
  const next = new URL(body.links.next)
  const link = new URL(body.data[0].url)
  return { next: next.pathname + next.search, link: link.pathname + link.search }
}

type Held = Pick<typeof held, 'next' | 'link'>

const headers = { authorization: `Bearer ${acme.token}` }
const statuses = async (service: Service, { next, link }: Held) => [
  (await send(service, 'GET', next, { headers })).status,
  (await send(service, 'GET', link)).status,
]

/** The status for a person who was signed in before, with the cookies of that session. */
async function statusOfAda(service: Service, change = (value: string) => value) {
  const ada = browser(service)
  for (const [name, value] of cookies) ada.cookies.set(name, change(value))
  return (await ada.get('/portal/api/me')).status
}

async function signInWithCode(service: Service) {
  const ada = browser(service)
  assert.equal((await ada.signIn(email, password)).body.twoFactorRedirect, true)
  const code = await codeNow(service.db, app)
  return (await ada.post('/portal/api/auth/two-factor/verify-totp', { code })).status
}

async function assertSigned(service: Service, name: string) {
  const { body } = await send(service, 'POST', '/api/folders', { json: { name }, headers })
  const found = await until(`the message of ${name}`, () =>
    messages.find((message) => message.body.includes(body.data.id)),
  )
  new Webhook(secret).verify(found.body, found.headers as Record<string, string>)
}

type Unreadable = { table: string; id: string; company_id: string | null; what_to_do: string }

async function reseal() {
  const keys = { SECRET_KEY: second.toString('base64'), SECRET_KEY_PREVIOUS: first.toString('base64') }
  const { code, out, err } = await runCommand({ ...environmentOf(base), ...keys }, [
    'secret',
    'reseal',
    '--json',
  ])
  assert.notEqual(out, '', err)
  const { unreadable, ...counts } = JSON.parse(out) as { unreadable: Unreadable[] }
  return { code, counts, unreadable }
}

const accept = (key: Buffer) =>
  printed({ ...environmentOf(base), SECRET_KEY: key.toString('base64') }, 'secret', 'accept')

test('replacing the key without an overlap invalidates all issued links and sessions', async () => {
  await assert.rejects(
    serving(second, undefined, async () => {}),
    WrongSecretKeyError,
  )
  await accept(second)
  await serving(second, undefined, async (service) => {
    assert.deepEqual(await statuses(service, held), [422, 403])
    assert.equal(await statusOfAda(service), 401)
    assert.equal((await send(service, 'GET', held.invitation)).status, 404)
  })
  await accept(first)
})

test('while both keys are known, cursors, links, sessions, second factors and webhooks work', async () => {
  const made = await serving(second, first, async (service) => {
    assert.deepEqual(await statuses(service, held), [200, 200])
    assert.equal(await statusOfAda(service), 200)
    const forged = (value: string) => value.replace(/^./, (one) => (one === 'a' ? 'b' : 'a'))
    assert.equal(await statusOfAda(service, forged), 401)
    assert.equal(await signInWithCode(service), 200)
    await assertSigned(service, 'overlap')
    return madeBy(service, acme.token)
  })
  // The node that has not been switched yet has the keys the other way round.
  await serving(first, second, async (service) => {
    assert.deepEqual(await statuses(service, made), [200, 200])
    assert.deepEqual(await statuses(service, held), [200, 200])
    assert.equal(await statusOfAda(service), 200)
  })
})

test('while both keys are known, invitations and stored responses are valid, and waiting jobs are done', async () => {
  await serving(second, first, async (service) => {
    assert.equal((await send(service, 'GET', held.invitation)).status, 200)
    const again = await send(service, 'POST', '/api/folders', onceAsked(acme))
    assert.deepEqual([again.headers.get('idempotent-replayed'), again.body], ['true', held.answered])
    late.picture = await picture({ color: '#708090' })
    mail.state.away = false
    await hurry(service.db)
    await hurry(service.db, 'password.mail')
    await until('the import', async () => {
      const { body } = await send(service, 'GET', `/api/jobs/${held.job.id}`, { headers })
      return body.data.status === 'done'
    })
    await until('the letter', () => mail.letters.some(({ to }) => to === email))
  })
})

test('secrets in the database are re-encrypted once, including those from before keys had numbers', async () => {
  await serving(first, second, async ({ db, config }) => {
    const key = openKeys(config).sessions.toString('base64')
    const { rows } = await sql<{ backup_codes: string }>`select backup_codes from two_factors`.execute(db)
    assert.ok(rows[0]!.backup_codes.startsWith('$ba$'))
    const old = await symmetricEncrypt({ key, data: app.secret.base32 })
    const [sealed] = (await sql<{ secret: string }>`select secret from two_factors`.execute(db)).rows
    assert.notEqual(sealed!.secret, old)
    await sql`insert into two_factors (id, person_id, secret, backup_codes)
      select gen_random_uuid(), id, ${old}, ${old} from people where email like 'owner@%'`.execute(db)
    await addUnreadable(db)
  })
  const [made, again] = [await reseal(), await reseal()]
  assert.deepEqual(made.counts, { webhook_secrets: 1, ...none, second_factors: 2 })
  assert.deepEqual(again.counts, { webhook_secrets: 0, ...none, second_factors: 0 })
  // Secrets that no key decrypts are reported each time and never prevent the others from being encrypted.
  for (const { code, unreadable } of [made, again]) {
    assert.equal(code, 1)
    assert.deepEqual(
      unreadable.map(({ table, id, company_id }) => [table, id, company_id]),
      [
        ['webhook_secrets', lost, publicId('company', acme.companyId)],
        ['render_links', lost, publicId('company', acme.companyId)],
        ['shares', lost, publicId('company', acme.companyId)],
        ['two_factors', lost, null],
      ],
    )
    assert.equal(unreadable[2]!.what_to_do, `Rotate the URL of ${publicId('share', lost)}.`)
    assert.equal(unreadable[3]!.what_to_do, 'Run `person drop-second-factor lost@acme.example`.')
  }
  await serving(second, first, ({ db }) => forgetUnreadable(db))
  assert.deepEqual(await reseal(), { code: 0, counts: again.counts, unreadable: [] })
})

const lost = '00000000-0000-7000-8000-000000000001'
const lostAndRevoked = '00000000-0000-7000-8000-000000000002'
const none = { render_link_secrets: 0, share_codes: 0 }

/** Rows that sort before all other rows and that no key decrypts. */
async function addUnreadable(db: Service['db']) {
  await asCompany(db, acme.companyId, async (trx) => {
    await sql`
      insert into webhook_secrets (company_id, id, webhook_id, sealed, expires_at)
      select company_id, ${lost}, id, '\\x00', null from webhooks`.execute(trx)
    await sql`
      insert into shares (company_id, id, name, kind, download_sizes, ask_visitor, code)
      values (${acme.companyId}, ${lost}, 'lost', 'assets', '{}', false, '\\x00')`.execute(trx)
  })
  await addLinks(db)
  const personId = await newAccount(db, { name: 'Lost', email: 'lost@acme.example' })
  await sql`
    insert into two_factors (id, person_id, secret, backup_codes) values (${lost}, ${personId}, '00', '$ba$0$00')`.execute(
    db,
  )
}

/**
 * An open link, and a revoked link, which is not reported, because revocation is the advice for the open
 * link.
 */
async function addLinks(db: Service['db']) {
  await asCompany(db, acme.companyId, async (trx) => {
    await sql`
      insert into templates (company_id, id, name, name_key, type, status, width, height, unit, updated_at)
      values (${acme.companyId}, ${lost}, 'lost', 'lost', 'image', 'draft', 10, 20, 'mm', now())`.execute(trx)
    await sql`
      insert into render_links (company_id, id, template_id, template_version, open, formats, width_max, request, secret,
        revoked_at)
      select ${acme.companyId}::uuid, id::uuid, ${lost}::uuid, 1, '{}', '{png}', 100, '{}', '\\x00', revoked_at
      from (values (${lost}, null::timestamptz), (${lostAndRevoked}, now())) links (id, revoked_at)`.execute(
      trx,
    )
  })
}

async function forgetUnreadable(db: Service['db']) {
  await asCompany(db, acme.companyId, async (trx) => {
    await sql`delete from webhook_secrets where id = ${lost}`.execute(trx)
    await sql`delete from shares where id = ${lost}`.execute(trx)
    await sql`update render_links set revoked_at = now() where id = ${lost}`.execute(trx)
  })
  await sql`delete from two_factors where id = ${lost}`.execute(db)
}

test('afterwards nothing permanent needs the first key', async () => {
  await serving(second, undefined, async (service) => {
    assert.equal(await signInWithCode(service), 200)
    await assertSigned(service, 'alone')
    assert.equal((await send(service, 'GET', '/api/user', { headers })).status, 200)
  })
})

test('a retried request is not executed twice, even if its stored response was lost with the first key', async () => {
  await serving(second, undefined, async (service) => {
    const again = await send(service, 'POST', '/api/folders', onceAsked(acme))
    assert.equal(again.status, 422)
    assert.deepEqual(again.body, {
      idempotency_key: ['The request was already processed, but its response can no longer be read.'],
    })
  })
})
