// Engines: embedded
// The demo as a new user sees it: one command, a banner with commands to paste, and a client for every error.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { DemoClient } from '../src/demo/seed.ts'
import { readScopes, scopes } from '../src/http/caller.ts'
import { send } from './support/companies.ts'
import { withoutCurl } from './support/programs.ts'
import { startProcess } from './support/server-process.ts'
import { freshConfig } from './support/service.ts'

const config = await freshConfig()
const server = await startProcess(config, {}, '--demo')
const file = join(config.dataDirectory, 'demo-credentials.json')
const credentials = () => JSON.parse(readFileSync(file, 'utf8'))

async function tokenOf(name: string) {
  const { client_id, client_secret }: DemoClient = credentials().clients[name]
  return send(server, 'POST', '/oauth/access-token', { json: { client_id, client_secret } })
}

async function get(name: string, path: string) {
  const { body } = await tokenOf(name)
  return send(server, 'GET', path, { headers: { authorization: `Bearer ${body.token.access_token}` } })
}

test('the banner has at most 15 lines, and its commands get a token and list templates', {
  skip: withoutCurl(),
}, () => {
  assert.ok(server.said.length <= 15, server.said.join('\n'))
  const pasted = server.said.filter((line) => /^ {2}(TOKEN=|curl )/.test(line))
  assert.equal(pasted.length, 2)
  const printed = execFileSync('bash', ['-c', pasted.join('\n')], { encoding: 'utf8' })
  const [token, list] = printed.split(/\n(.*)/s)
  assert.match(token!, /^atl_at_\w{49}$/)
  assert.equal(JSON.parse(list!).data.length, 2)
})

test('only the user who runs the server can read the credentials file', () => {
  assert.equal(statSync(file).mode & 0o777, 0o600)
  const { base_url, clients, people } = credentials()
  assert.equal(base_url, server.url)
  assert.deepEqual(Object.keys(clients), [
    'acme',
    'globex',
    'read_only',
    'restricted',
    'no_company',
    'inactive',
  ])
  assert.deepEqual(Object.keys(people), ['owner', 'editor', 'viewer'])
  assert.deepEqual(clients.acme.scopes, scopes)
  assert.deepEqual(clients.read_only.scopes, readScopes)
  assert.deepEqual(clients.restricted.scopes, ['profile:read'])
  assert.equal(clients.no_company.company, null)
})

test('every authentication error has a demo client that causes it', async () => {
  assert.equal(
    (await get('restricted', '/api/templates')).text,
    '{"message":"Token does not have the required scope."}',
  )
  assert.equal((await get('no_company', '/api/templates')).text, '{"message":"Company not found."}')
  const inactive = await tokenOf('inactive')
  assert.deepEqual([inactive.status, inactive.body.message], [403, 'Inactive enterprise.'])
  assert.equal((await send(server, 'GET', '/api/templates')).text, '{"message":"Unauthenticated."}')
})

test('the two companies have the documented library, and every image can be downloaded', async () => {
  const total = async (path: string) => {
    const counts = await Promise.all(
      ['acme', 'globex'].map(async (name) => (await get(name, `${path}?with_total=true`)).body.meta.total),
    )
    return counts.reduce((sum, count) => sum + count)
  }
  assert.deepEqual(
    [
      await total('/api/templates'),
      await total('/api/tags'),
      await total('/api/assets'),
      await total('/api/brand-kit'),
    ],
    [50, 8, 132, 2],
  )
  for (const path of ['/api/templates', '/api/assets']) {
    const { body } = await get('acme', `${path}?per_page=100`)
    for (const { thumbnail_url, type, availability } of body.data) {
      if (type === 'font' || availability === 'expired') continue
      const picture = await send(server, 'GET', thumbnail_url)
      assert.deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/webp'])
    }
  }
  const { folders_count } = (await get('acme', '/api/folders?sort=name&parent_id=root')).body.data[0]
  assert.ok(folders_count > 0)
})

test('a second start creates nothing, and a server without --demo creates no demo data', async () => {
  const before = credentials().clients
  server.child.kill('SIGTERM')
  await server.ended
  const again = await startProcess(config, {}, '--demo')
  assert.deepEqual(credentials().clients, before)
  assert.equal(credentials().base_url, again.url)
  const plain = await startProcess(await freshConfig())
  const { body } = await send(plain, 'POST', '/oauth/access-token', { json: before.acme })
  assert.equal(body.message, 'Client authentication failed. Check client ID/secret.')
  assert.deepEqual(plain.said, [])
})
