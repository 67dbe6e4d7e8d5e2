// Engines: postgres in CI
// Credentials: stored, from the environment, and tokens.
import assert from 'node:assert/strict'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Fate, startProxy } from '../../sdk/test/support/proxy.ts'
import { newCaller, newCompany } from '../../server/test/support/companies.ts'
import { startService } from '../../server/test/support/service.ts'
import { ended, newDirectory, runner, signedIn, start } from './support/command.ts'

const service = await startService()
const acme = await newCompany(service, 'Acme')

async function newConfig() {
  const XDG_CONFIG_HOME = await newDirectory()
  return { env: { XDG_CONFIG_HOME }, folder: join(XDG_CONFIG_HOME, 'atelier') }
}

const login = (env: Record<string, string>, secret = acme.clientSecret) =>
  ended(start(['login', '--url', service.url, '--client-id', acme.clientId], env), `${secret}\n`)

test('login stores the credentials with owner-only permissions, and commands use them', async () => {
  const { env, folder } = await newConfig()
  const { code, out, err } = await login(env)
  assert.deepEqual([code, err], [0, ''])
  assert.ok(!out.includes(acme.clientSecret))
  assert.deepEqual(await readdir(folder), ['credentials.json'])
  assert.equal((await stat(folder)).mode & 0o777, 0o700)
  assert.equal((await stat(join(folder, 'credentials.json'))).mode & 0o777, 0o600)
  const listed = await runner(env)('folders', 'list', '--json')
  assert.deepEqual([listed.code, JSON.parse(listed.out)], [0, []])
})

test('login does not store rejected credentials and keeps the previous credentials', async () => {
  const { env, folder } = await newConfig()
  const refused = await login(env, 'wrong')
  assert.equal(refused.code, 3)
  assert.match(refused.err, /^[^\n]*Check the client ID and secret[^\n]*\(req_[\w-]+\)[^\n]*\n$/)
  assert.deepEqual(await readdir(folder).catch(() => []), [])
  await login(env)
  const before = await readFile(join(folder, 'credentials.json'), 'utf8')
  assert.equal((await login(env, 'wrong')).code, 3)
  assert.equal(await readFile(join(folder, 'credentials.json'), 'utf8'), before)
})

test('login --scope and ATELIER_SCOPE limit the scopes of the tokens', async () => {
  const { env } = await newConfig()
  const scope = 'profile:read templates:read'
  const asked = ['login', '--url', service.url, '--client-id', acme.clientId, '--scope', scope]
  assert.match(
    (await ended(start(asked, env), acme.clientSecret)).out,
    /Scopes: profile:read, templates:read\./,
  )
  const scopes = async (more: Record<string, string> = {}) =>
    JSON.parse((await runner({ ...env, ...more })('token', 'check', '--json')).out).scopes
  assert.deepEqual(await scopes(), ['profile:read', 'templates:read'])
  assert.deepEqual(await scopes({ ATELIER_SCOPE: 'assets:read' }), ['assets:read'])
  assert.equal((await runner(env)('assets', 'list')).code, 3)
  const refused = await runner({ ...env, ATELIER_SCOPE: 'no:scope' })('assets', 'list')
  assert.notEqual(refused.code, 0)
  assert.match(refused.err, /no:scope/)
})

test('no flag accepts the secret', async () => {
  const { code, err } = await runner({})('login', '--client-secret', 'x')
  assert.equal(code, 2)
  assert.match(err, /unknown option/)
})

test('logout deletes the credentials', async () => {
  const { env, folder } = await newConfig()
  await login(env)
  assert.equal((await runner(env)('logout')).out, `Signed out of ${service.url}.\n`)
  assert.deepEqual(await readdir(folder), [])
  assert.equal((await runner(env)('logout')).out, 'You were not signed in.\n')
})

test('profiles keep the credentials of several clients in one private file', async () => {
  const globex = await newCompany(service, 'Profile')
  await globex.post('/api/folders', { name: 'Of the profile' })
  const { env, folder } = await newConfig()
  await login(env)
  const args = ['login', '--profile', 'agency', '--url', service.url, '--client-id', globex.clientId]
  const signed = await ended(start(args, env), `${globex.clientSecret}\n`)
  assert.deepEqual([signed.code, signed.err], [0, ''])
  const file = join(folder, 'credentials.json')
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  const names = async (run: ReturnType<typeof runner>, ...more: string[]) =>
    JSON.parse((await run('folders', 'list', '--json', ...more)).out).map(
      ({ name }: { name: string }) => name,
    )
  assert.deepEqual(await names(runner(env)), [])
  assert.deepEqual(await names(runner(env), '--profile', 'agency'), ['Of the profile'])
  assert.deepEqual(await names(runner({ ...env, ATELIER_PROFILE: 'agency' })), ['Of the profile'])
  // A profile on the command line takes precedence over the environment.
  const other = runner({ ...env, ...signedIn(service, acme) })
  assert.deepEqual(await names(other, '--profile', 'agency'), ['Of the profile'])
  assert.equal((await runner(env)('logout')).code, 0)
  assert.equal((await runner(env)('folders', 'list')).code, 3)
  assert.deepEqual(await names(runner(env), '--profile', 'agency'), ['Of the profile'])
  const missing = await runner(env)('folders', 'list', '--profile', 'agnecy')
  assert.equal(missing.code, 3)
  assert.match(missing.err, /^There is no profile agnecy\. .* Profiles: agency\.\n$/)
  assert.equal((await runner(env)('logout', '--profile', 'agency')).code, 0)
  assert.deepEqual(await readdir(folder), [])
})

test('if the credentials of a profile are rejected, the error says how to store new ones in that profile', async () => {
  const { env, folder } = await newConfig()
  await login(env)
  const stored = { url: service.url, client_id: acme.clientId, client_secret: 'wrong' }
  await writeFile(join(folder, 'credentials.json'), JSON.stringify({ profiles: { agency: stored } }))
  // The token in the environment is not used, so the error must not mention it.
  const run = runner({ ...env, ATELIER_TOKEN: 'atl_at_unused' })
  const { code, err } = await run('folders', 'list', '--profile', 'agency')
  assert.equal(code, 3)
  assert.match(err, /Sign in again: atelier login --profile agency\./)
})

test('without credentials a command says how to sign in, and exits with 3', async () => {
  const { code, out, err } = await runner({})('assets', 'list')
  assert.deepEqual([code, out], [3, ''])
  assert.match(err, /^You are not signed in\. Run atelier login[^\n]*\n$/)
})

test('environment variables take precedence over stored credentials', async () => {
  const globex = await newCompany(service, 'Globex')
  await globex.post('/api/folders', { name: 'Of Globex' })
  const { env } = await newConfig()
  await login(env)
  const { out } = await runner({ ...env, ...signedIn(service, globex) })('folders', 'list', '--json')
  assert.deepEqual(
    JSON.parse(out).map(({ name }: { name: string }) => name),
    ['Of Globex'],
  )
  const byToken = runner({ ...env, ATELIER_TOKEN: globex.token })
  assert.match((await byToken('folders', 'list')).out, /Of Globex/)
})

test('a secret stored for one server is never sent to another', async () => {
  const { env } = await newConfig()
  await login(env)
  const { code, err } = await runner({ ...env, ATELIER_URL: 'http://127.0.0.1:1' })('folders', 'list')
  assert.equal(code, 3)
  assert.match(err, /You are signed in to/)
})

test('the error for a damaged credentials file says how to fix it', async () => {
  const { env, folder } = await newConfig()
  await login(env)
  await writeFile(join(folder, 'credentials.json'), '{')
  const { code, err } = await runner(env)('folders', 'list')
  assert.equal(code, 2)
  assert.match(err, /^Cannot read [^\n]*\. Sign in again: atelier login\.\n$/)
})

test('if credentials from the environment are rejected, the error mentions the environment, not login', async () => {
  const { env } = await newConfig()
  await login(env)
  const variables = [
    { ATELIER_URL: service.url, ATELIER_TOKEN: 'atl_at_x' },
    { ...signedIn(service, acme), ATELIER_CLIENT_SECRET: 'wrong' },
  ]
  for (const wrong of variables) {
    const { code, out, err } = await runner({ ...env, ...wrong })('folders', 'list')
    assert.deepEqual([code, out], [3, ''])
    assert.match(err, /^[^\n]* ATELIER_\w+[ .][^\n]*\n$/)
    assert.doesNotMatch(err, /Sign in again/)
  }
})

test('errors tell the user what to do', async () => {
  const run = async (fate: Fate, more: Record<string, string> = {}) => {
    const { url } = await startProxy(service, [], fate)
    const { code, err } = await runner({ ...signedIn({ url }, acme), ...more })('folders', 'list')
    assert.doesNotMatch(err, /clientId|function|the url option|timeoutMs|maxWaitMs|stack|^ +at/m)
    return `${code} ${err}`
  }
  const there = { location: 'https://elsewhere.example/api/folders' }
  assert.match(
    await run('pass', { ATELIER_TOKEN: 'atl_at_x' }),
    /^3 [^\n]* The token is unknown, expired or revoked\. Update or unset ATELIER_TOKEN\. \(req_[\w-]+\)\n$/,
  )
  assert.match(
    await run({ status: 308, headers: there }),
    /^1 [^\n]* The redirect leads to https:\/\/elsewhere\.example\/api\/folders\. Use that URL: [^\n]*atelier login --url\.\n$/,
  )
  for (const body of ['<html>', '']) {
    assert.match(
      await run({ status: 404, body }),
      /^1 [^\n]* Check that ATELIER_URL, or the URL given to atelier login, is the URL of an Atelier server\.\n$/,
    )
  }
  assert.match(
    await run({ status: 200, body: '<html>' }),
    /^1 [^\n]* Check that ATELIER_URL, or the URL given to atelier login, is the URL of an Atelier server\.\n$/,
  )
  assert.match(
    await run('pass', { ATELIER_TOKEN: `${acme.token.slice(0, 9)}\n${acme.token.slice(9)}` }),
    /^2 The token must be a single line[^\n]*Update or unset ATELIER_TOKEN\.\n$/,
  )
})

test('a missing scope prints its name and the request ID and exits with 3', async () => {
  const { enterpriseId, companyId, ownerId } = acme
  const some = await newCaller(service, {
    name: 't',
    enterpriseId,
    companyId,
    ownerId,
    scopes: ['profile:read'],
  })
  const { code, err } = await runner(signedIn(service, some))('assets', 'list')
  assert.equal(code, 3)
  assert.match(err, /^[^\n]*assets:read[^\n]*\(req_[\w-]+\)\n$/)
})

test('an unreachable server prints one line and exits with 1', async () => {
  const nowhere = { ...signedIn(service, acme), ATELIER_URL: 'http://127.0.0.1:1' }
  const { code, err } = await runner({ ...nowhere })('assets', 'get', 'x')
  assert.equal(code, 1)
  assert.match(err, /^[^\n]*Check the URL and the network\.\n$/)
})

test('token check explains an active token', async () => {
  const run = runner({ ATELIER_URL: service.url })
  const { code, out } = await run('token', 'check', acme.token, '--json')
  const { prefix, checksum, active, reason, client_id, scopes, expires_at } = JSON.parse(out)
  assert.deepEqual(
    [code, prefix, checksum, active, reason, client_id],
    [0, true, true, true, null, acme.clientId],
  )
  assert.ok(scopes.includes('assets:read'))
  assert.ok(Date.parse(expires_at) > Date.now())
  assert.equal(
    (await ended(start(['token', 'check', '-'], { ATELIER_URL: service.url }), acme.token)).code,
    0,
  )
  assert.match((await runner(signedIn(service, acme))('token', 'check')).out, /live +yes/)
})

test('token check says why a token is not active, and exits with 1', async () => {
  const run = runner({ ATELIER_URL: service.url })
  const other = await newCaller(service, { name: 't', ...pick(acme) })
  await other.post('/oauth/revoke', { token: other.token })
  const checked = async (token: string) => {
    const { code, out, err } = await run('token', 'check', token)
    assert.equal(err, '')
    return [code, /live +(.*)\n/.exec(out)![1]]
  }
  assert.deepEqual(await checked(other.token), [1, 'no: It is unknown, expired or revoked.'])
  assert.deepEqual(await checked(acme.token.slice(0, -1)), [1, 'no: It is truncated or mistyped.'])
  assert.deepEqual(await checked('ghp_whatever'), [1, 'no: It does not begin with atl_at_.'])
})

const pick = ({ enterpriseId, companyId, ownerId }: typeof acme) => ({ enterpriseId, companyId, ownerId })
