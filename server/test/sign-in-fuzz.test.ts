// Engines: postgres
// A library handles most sign-in endpoints. No input must cause a server error, and every error must have the
// usual shape.
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import fc from 'fast-check'
import { newId, publicId } from '../src/ids.ts'
import { newCompany, someAddress } from './support/companies.ts'
import { assertForSeconds } from './support/fuzz.ts'
import type { Shown } from './support/library.ts'
import { type Browser, behindProxy, newMember, signedIn } from './support/people.ts'
import { nearly, odd } from './support/schema-values.ts'
import { startService } from './support/service.ts'

const log: { level: number }[] = []
const service = await startService({ env: behindProxy, log: (line) => log.push(JSON.parse(line)) })
const acme = await newCompany(service, 'Acme')
const member = await newMember(service, acme.companyId, 'owner')
const invited = await member.post('/portal/api/invitations', { email: 'vera@acme.example', role: 'viewer' })
const invitation = invited.body.data.link.split('/').at(-1)
const { hostname, port } = new URL(service.url)

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom('a\0b', '\ud800', '', 'x'.repeat(5000), newId(), 'null', '../..'),
)
const password = fc.oneof(text, fc.constant('a password that is not right'))
const email = fc.oneof(fc.emailAddress(), text, fc.constantFrom(member.email, 'İ@x.example', 'a\0@x.example'))
const url = fc.constantFrom(
  '/account',
  '//evil.example',
  'https://evil.example/',
  'javascript:1',
  '\0',
  service.url,
)
const flag = fc.boolean()
const code = fc.oneof(text, fc.constantFrom('123456', '000000'))
const json = fc.object({ maxDepth: 2 })
/** Values that resemble an authenticator's response. */
const credential = fc.oneof(
  json,
  fc.record({
    id: text,
    rawId: text,
    type: fc.constant('public-key'),
    clientExtensionResults: json,
    response: fc.record({
      clientDataJSON: text,
      attestationObject: text,
      authenticatorData: text,
      signature: text,
      userHandle: text,
      transports: fc.array(text),
    }),
  }),
)

/** The fields of each endpoint. */
const calls: Record<string, Record<string, fc.Arbitrary<unknown>>> = {
  'POST /auth/sign-in/email': { email, password, callbackURL: url, rememberMe: flag },
  'POST /auth/sign-in/social': { provider: text, callbackURL: url, errorCallbackURL: url },
  'POST /auth/link-social': { provider: text, callbackURL: url, errorCallbackURL: url },
  'POST /auth/request-password-reset': { email, redirectTo: url },
  'POST /auth/reset-password': { newPassword: password, token: text },
  'POST /auth/change-password': {
    newPassword: password,
    currentPassword: password,
    revokeOtherSessions: flag,
  },
  'POST /auth/update-user': {
    name: text,
    image: url,
    email,
    language: text,
    isOperator: flag,
    is_operator: flag,
  },
  'POST /auth/revoke-session': { token: text },
  'POST /auth/revoke-other-sessions': {},
  'POST /auth/two-factor/enable': { password, issuer: text, method: text },
  'POST /auth/two-factor/disable': { password },
  'POST /auth/two-factor/get-totp-uri': { password },
  'POST /auth/two-factor/generate-backup-codes': { password },
  'POST /auth/two-factor/verify-totp': { code, trustDevice: flag },
  'POST /auth/two-factor/verify-backup-code': { code, trustDevice: flag, disableSession: flag },
  'POST /auth/passkey/verify-registration': { response: credential, name: text, createSession: flag },
  'POST /auth/passkey/verify-authentication': { response: credential },
  'POST /auth/passkey/delete-passkey': { id: text },
  'POST /auth/passkey/update-passkey': { id: text, name: text },
  'POST /auth/get-session': {},
  'POST /auth/callback/sso': { code, state: text, error: text, user: text, iss: url },
  'GET /auth/callback/sso': {},
  'GET /auth/get-session': {},
  'GET /auth/list-sessions': {},
  'GET /auth/list-accounts': {},
  'GET /auth/passkey/list-user-passkeys': {},
  'GET /auth/passkey/generate-register-options': {},
  'GET /auth/passkey/generate-authenticate-options': {},
  'GET /auth/reset-password/any': {},
  'GET /auth/error': {},
  'GET /auth/nothing': {},
  'GET /me': {},
  'GET /doors': {},
  'POST /setup': { token: text, name: text, email, password, enterprise: text, company: text },
  [`GET /invitations/${invitation}`]: {},
  [`POST /invitations/${publicId('invitation', newId())}/acceptance`]: { name: text, password },
}

const parameters = [
  'token',
  'callbackURL',
  'code',
  'state',
  'error',
  'error_description',
  'disableCookieCache',
  'context',
  'name',
  'x',
]
const query = fc
  .array(fc.tuple(fc.constantFrom(...parameters), fc.oneof(text, url)), { maxLength: 3 })
  .map((pairs) => new URLSearchParams(pairs.map(([name, value]) => [name, value.toWellFormed()])).toString())
const tail = fc.oneof(
  { weight: 8, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: text.map((part) => `/${encodeURIComponent(part.toWellFormed())}`) },
  { weight: 1, arbitrary: fc.constantFrom('/', '//', '/%00', '/%', '/../me', '%2f..%2fme', '/./') },
)
const encode = (value: unknown) => Buffer.from(JSON.stringify(value) ?? '')

const requests = fc.constantFrom(...Object.keys(calls)).chain((call) => {
  const fields = fc.record(calls[call]!)
  const body = fc.oneof(
    { weight: 5, arbitrary: fields.map(encode) },
    { weight: 5, arbitrary: nearly(fields).map(encode) },
    { weight: 1, arbitrary: odd.map(encode) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)) },
  )
  const [method, path] = call.split(' ') as [string, string]
  const type = fc.oneof(
    { weight: 9, arbitrary: fc.constant('application/json') },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'application/x-www-form-urlencoded',
        'text/plain',
        'multipart/form-data',
        'x',
      ),
    },
  )
  const cookie = fc.oneof(
    { weight: 6, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: text.map((value) => `atelier.session_token=${sendable(value)}`) },
    {
      weight: 1,
      arbitrary: text.map(
        (value) => `atelier.two_factor=${sendable(value)}; atelier.state=${sendable(value)}`,
      ),
    },
  )
  return fc.record({ method: fc.constant(method), path: fc.constant(path), tail, query, body, type, cookie })
})

const sendable = (value: string) => value.replace(/[^\x21-\x3a\x3c-\x7e]/g, '~').slice(0, 1000)

let session: { at: Browser; asked: number } | undefined

/** A new session from time to time, because some requests end it. */
async function cookieOf(): Promise<string> {
  if (!session || session.asked++ > 40) session = { at: await signedIn(service, member.email), asked: 0 }
  return [...session.at.cookies].map((pair) => pair.join('=')).join('; ')
}

type Reply = { status: number; type: string; text: string; location: string | undefined; id: string }

function ask(method: string, path: string, headers: Record<string, string>, body: Buffer) {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  request({ hostname, port, method, path, headers }, async (response) => {
    const parts = (await response.toArray()) as Buffer[]
    const { 'content-type': type = '', location, 'x-request-id': id } = response.headers
    resolve({
      status: response.statusCode!,
      type,
      text: Buffer.concat(parts).toString(),
      location,
      id: String(id),
    })
  })
    .on('error', reject)
    .end(body)
  return promise
}

const statuses = [200, 201, 302, 400, 401, 403, 404, 405, 409, 413, 414, 415, 422, 429]

function assertRefusal(path: string, { status, type, text, location, id }: Reply) {
  assert.ok(statuses.includes(status), `${status} ${text.slice(0, 300)}`)
  if (location !== undefined) assert.equal(new URL(location, service.url).origin, service.url)
  if (status < 400) return
  assert.match(type, /^application\/json/)
  const answer: Shown = JSON.parse(text)
  if (status === 422) return
  assert.equal(typeof answer.message, 'string', text)
  // This applies only to paths of the sign-in endpoints. Other paths have a different error shape.
  if (/^\/portal\/api\/auth\/[\w/-]+$/.test(path.split('?')[0]!)) assert.equal(answer.request_id, id, text)
  assert.doesNotMatch(text, /node_modules|\/src\/|select |error:|at .*\.[tj]s/i)
}

test('no request to a sign-in endpoint causes a server error or redirects to another site', async (t) => {
  await assertForSeconds(4, t, requests, async ({ method, path, tail, query, body, type, cookie }) => {
    const url = `/portal/api${path}${tail}${query && `?${query}`}`
    const sent = method === 'GET' ? Buffer.alloc(0) : body
    const headers = {
      origin: service.url,
      'x-forwarded-for': someAddress(),
      cookie: cookie ?? (await cookieOf()),
      ...(sent.length > 0 && { 'content-type': type, 'content-length': `${sent.length}` }),
    }
    assertRefusal(url, await ask(method, url, headers, sent))
    assert.deepEqual(
      log.filter(({ level }) => level >= 50),
      [],
    )
  })
  const { body } = await (await signedIn(service, member.email)).get('/portal/api/me')
  assert.equal(body.data.is_operator, false)
})
