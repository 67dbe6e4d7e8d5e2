// Engines: postgres
// Every kind of secret is put into every part of requests to every endpoint of the API and the portal.
// Afterwards, no log, metric or database row can contain a secret.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { publicId } from '../src/ids.ts'
import { addMember, createPerson } from '../src/members/queries.ts'
import { endpoints, portalEndpoints } from '../src/routes.ts'
import { newToken } from '../src/secrets/tokens.ts'
import { type Answer, newCompany, send } from './support/companies.ts'
import { dumpDatabase } from './support/dump.ts'
import type { Shown } from './support/library.ts'
import { mailServer } from './support/mail-server.ts'
import { overheard } from './support/overheard.ts'
import { behindProxy, browser } from './support/people.ts'
import { until } from './support/until.ts'
import { picture, upload } from './support/uploads.ts'

const mail = await mailServer()
const service = await overheard({
  ...behindProxy,
  METRICS_TOKEN: newToken('metrics-'),
  SMTP_URL: mail.url,
  OUTBOUND_LOOPBACK: 'true',
})
const { db, config } = service
const acme = await newCompany(service, 'Acme')
const company = { 'atelier-company': publicId('company', acme.companyId) }

const newPassword = () => randomBytes(18).toString('base64url')
const passwords = [newPassword(), newPassword(), newPassword()]
const email = 'olga@acme.example'
const linkForPassword = 'the link for another password'
const secrets = new Map<string, string>()
const keep = (what: string, secret: unknown) => {
  assert.ok(typeof secret === 'string' && secret.length >= 8, `${what}: ${secret}`)
  secrets.set(what, secret)
  return secret
}

async function makeSecrets() {
  const personId = await createPerson(db, {
    name: 'Olga',
    email,
    password: keep('a password', passwords[0]),
  })
  await addMember(db, acme.companyId, personId, 'owner')
  const first = browser(service, company)
  await first.signIn(email, passwords[0]!)
  const change = { currentPassword: passwords[0], newPassword: keep('a new password', passwords[1]) }
  assert.equal((await first.post('/portal/api/auth/change-password', change)).status, 200)
  await first.post('/portal/api/auth/request-password-reset', { email, redirectTo: '/reset-password' })
  const letter = await until('the letter', () => mail.letters.find(({ to }) => to === email)?.text)
  keep(linkForPassword, /reset-password\/([^?\s]+)/.exec(letter)![1])
  const enabled = (await first.post('/portal/api/auth/two-factor/enable', { password: passwords[1] })).body
  keep('the secret of a second factor', new URL(enabled.totpURI).searchParams.get('secret'))
  keep('a backup code', enabled.backupCodes[0])
  const [cookie] = [...first.cookies]
    .filter(([name]) => name.endsWith('session_token'))
    .map(([, value]) => value)
  keep('the signature of a session', decodeURIComponent(cookie!).split('.')[1]!.slice(0, 20))
  keep('a token', acme.token)
  keep('a secret of a client', acme.clientSecret)
  await makeKeyed(first)
  await makeLinks(first)
  return first
}

/** Creates secrets that background jobs handle. */
async function makeLinks(at: ReturnType<typeof browser>) {
  const invited = { email: 'new@acme.example', role: 'viewer' }
  assert.equal((await at.post('/portal/api/invitations', invited)).status, 201)
  const letter = await until(
    'the invitation',
    () => mail.letters.find(({ to }) => to === invited.email)?.text,
  )
  keep('the link of an invitation', /\/invitations\/inv_\w+-([\w-]+)/.exec(letter)![1])
  const url = `http://127.0.0.1:9/a.png?signature=${keep('the URL of a file', newPassword())}`
  assert.equal((await acme.post('/api/assets', { url })).status, 202)
}

/** Creates secrets in responses that are stored for an `Idempotency-Key`. */
async function makeKeyed(at: ReturnType<typeof browser>) {
  const once = async (path: string, body: object): Promise<Shown> => {
    const key = { 'idempotency-key': `for ${path}`.replaceAll(' ', '-') }
    const [answer, again] = [await at.post(path, body, key), await at.post(path, body, key)]
    assert.ok(answer.status < 300, answer.text)
    assert.equal(again.text, answer.text)
    return answer.body.data
  }
  const client = await once('/portal/api/clients', { name: 'Shop' })
  keep('the secret of a new client', client.client_secret)
  const rotated = await once(`/portal/api/clients/${client.id}/secret-rotations`, {})
  keep('the next secret of a client', rotated.client_secret)
  const webhook = await once('/portal/api/webhooks', { url: 'http://127.0.0.1:9/hook' })
  keep('the secret of a webhook', webhook.secret)
  keep(
    'the next secret of a webhook',
    (await once(`/portal/api/webhooks/${webhook.id}/secret-rotations`, {})).secret,
  )
  const key = { headers: { 'idempotency-key': 'a-picture' } }
  const file = { name: 'a.png', bytes: await picture() }
  const answers = [await upload(service, acme, file, {}, key), await upload(service, acme, file, {}, key)]
  assert.equal(answers[1]!.text, answers[0]!.text)
  const asset = answers[0]!.body.data
  keep('the signature of a link to a file', new URL(asset.url).searchParams.get('signature'))
  const link = (await acme.get(`/api/assets/${asset.id}/link?download=true`)).body.data.url
  keep('the signature of a link for saving', new URL(link).searchParams.get('signature'))
}

/** Unknown fields, so that requests are rejected and nothing is stored. */
const spilled = () => Object.fromEntries([...secrets.values()].map((secret) => [secret, secret]))

const answers: Answer[] = []
const collect = async (asking: Promise<Answer>) => void answers.push(await asking)

async function walk(at: ReturnType<typeof browser>) {
  const all = [...secrets.values()].map(encodeURIComponent)
  const ids = all.join('-').slice(0, 190)
  const query = all.map((secret) => `${secret}=${secret}&search=${secret}&cursor=${secret}`).join('&')
  const headers = {
    'if-match': `"${all[0]}"`,
    'if-none-match': `"${all[1]}"`,
    'user-agent': all.join(' '),
    referer: `${service.url}/files/x?signature=${all.at(-1)}`,
    'x-request-id': all[2]!,
    'x-secret': all.join(),
  }
  for (const { method, path, upload: takesFile } of [...endpoints, ...portalEndpoints]) {
    const body = method === 'GET' || takesFile ? undefined : spilled()
    for (const secret of [ids, ...(path.includes(':') ? all.slice(0, 3) : [])]) {
      const to = path.replace(/:\w+/g, secret)
      await collect(at.ask(method, `/portal/api${to}?${query}`, body, headers))
      const bearer = { authorization: `Bearer ${acme.token}` }
      await collect(
        send(service, method, `/api${to}?${query}`, { json: body, headers: { ...headers, ...bearer } }),
      )
    }
  }
  for (const secret of all) {
    const bearer = { authorization: `Bearer ${secret}`, 'atelier-company': secret }
    for (const path of [
      '/mcp',
      '/files/x/y',
      '/docs',
      '/c/x/assets',
      '/portal/api/me',
      '/api/uploads',
      '/reset-password',
    ])
      await collect(
        send(service, 'GET', `${path}/${secret}?signature=${secret}&token=${secret}`, { headers: bearer }),
      )
    const rpc = {
      jsonrpc: '2.0',
      id: secret,
      method: 'tools/call',
      params: { name: secret, arguments: { [secret]: secret } },
    }
    const asMcp = { ...bearer, accept: 'application/json, text/event-stream', 'mcp-session-id': secret }
    await collect(
      send(service, 'POST', '/mcp', {
        json: rpc,
        headers: { ...asMcp, authorization: `Bearer ${acme.token}` },
      }),
    )
    await collect(at.post('/portal/api/auth/reset-password', { newPassword: 'short', token: secret }))
    await collect(at.post('/portal/api/auth/revoke-session', { token: secret }))
    await collect(at.get(`/portal/api/auth/reset-password/${secret}?callbackURL=/reset-password`))
    await collect(browser(service).signIn(email, decodeURIComponent(secret)))
  }
}

function assertSilent(where: string, text: string) {
  for (const [what, secret] of secrets) {
    for (const form of new Set([secret, encodeURIComponent(secret)]))
      assert.ok(!text.includes(form), `${where} contains ${what}`)
  }
}

/**
 * The authentication library sends these values to PostgreSQL unchanged: the ID of a session, which is
 * useless without its signature, and the token of an unknown password link.
 */
const nameOfSession = /"sessions"\."token" = \$1.*\n.*parameters: \$1 = '[^']*'/gi
const linkNotFound = /"verifications"\."identifier" = \$1.*\n.*parameters: \$1 = 'reset-password:[^']*'/gi

describe('no secret is', { timeout: 180_000 }, () => {
  before(async () => walk(await makeSecrets()))

  test('no secret is in the most verbose log of requests to every endpoint', async () => {
    const words = await service.words()
    const lines = words['The log']!.split('\n').length
    assert.ok(lines > endpoints.length + portalEndpoints.length, `${lines} lines`)
    for (const [where, text] of Object.entries(words)) {
      const rest = text.replace(nameOfSession, '')
      assertSilent(where, rest.replace(linkNotFound, ''))
      assert.ok(!rest.includes(secrets.get(linkForPassword)!), `${where} contains ${linkForPassword}`)
    }
  })

  test('no secret is in the metrics', async () => {
    const headers = { authorization: `Bearer ${config.metricsToken}` }
    const { text, status } = await send(service, 'GET', '/metrics', { headers })
    assert.equal(status, 200)
    assertSilent('/metrics', text)
  })

  test('no secret is in the database, including responses stored for Idempotency-Keys', async () => {
    const dump = await dumpDatabase(db)
    assert.ok(dump.includes('\nidempotency_keys: ('))
    assert.ok(dump.includes('\nsessions: (') && dump.includes('\nwebhook_secrets: ('))
    assert.ok(dump.includes('\npgboss.job_common: ('), 'the queue is in the dump')
    assertSilent('The database', dump)
  })
})

test('no response contains a software version, a path, a stack trace or a statement', async () => {
  const { rows } = await sql<{ server_version: string }>`show server_version`.execute(db)
  const { node, v8, openssl } = process.versions
  const versions = [node, v8, openssl!, rows[0]!.server_version].map((version) => RegExp.escape(version))
  // The digits of a timestamp can equal a version.
  const version = new RegExp(`(?<!\\d[.:]?)(${versions.join('|')})(?!\\d)`)
  const form =
    /node_modules|\bat .+\.[cm]?[jt]s:\d|\b(select|insert into|update|delete from) .+ (from|values|set|where) /i
  assert.ok(answers.length > endpoints.length + portalEndpoints.length, `${answers.length} answers`)
  for (const { status, headers, text } of answers) {
    const whole = `${status} ${JSON.stringify([...headers])} ${headers.get('content-type')?.includes('html') ? '' : text}`
    for (const name of ['server', 'x-powered-by', 'via']) assert.equal(headers.get(name), null, whole)
    for (const one of [config.dataDirectory, process.cwd()])
      assert.ok(!whole.includes(one), `${one} in ${whole}`)
    for (const pattern of [version, form]) assert.doesNotMatch(whole, pattern)
  }
})
