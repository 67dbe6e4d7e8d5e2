// Engines: postgres
// People connect assistants to /mcp: authorization code with PKCE, registration, consent and withdrawal.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  Client,
  ClientCredentialsProvider,
  type OAuthClientProvider,
  PrivateKeyJwtProvider,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { exportJWK } from 'jose'
import { sql } from 'kysely'
import { setEnterpriseStatus } from '../src/companies/queries.ts'
import { purgeConnectedApps } from '../src/connected-apps/purge-job.ts'
import { publicId } from '../src/ids.ts'
import { addMember } from '../src/members/queries.ts'
import { newCompany, send } from './support/companies.ts'
import {
  allow,
  callMcp,
  codeIn,
  connected,
  newApp,
  newVerifier,
  redirectUri,
  requestIn,
  requestOf,
  requestToken,
  toolsFor,
} from './support/connected-apps.ts'
import { basic, sendForm } from './support/forms.ts'
import { newKeys } from './support/keys.ts'
import { behindProxy, type MemberOf, newMember } from './support/people.ts'
import { atEnd, startService } from './support/service.ts'

const service = await startService({ env: { ...behindProxy, RATE_LIMIT_PER_MINUTE: '0' } })
const { db, url } = service
const acme = await newCompany(service, 'Acme')
const globex = await newCompany(service, 'Globex')
const acmeId = publicId('company', acme.companyId)
const globexId = publicId('company', globex.companyId)
const owner = await newMember(service, acme.companyId, 'owner')
const editor = await newMember(service, acme.companyId, 'editor')

const mcpUrl = new URL('/mcp', url)
const listed = async (person: MemberOf) => (await person.get('/portal/api/connected-apps')).body.data

/** Keeps the data that the protocol's client stores, and gives the URL to the person's browser. */
function storage() {
  const kept: { client?: { client_id: string }; tokens?: StoredOAuthTokens; verifier?: string; url?: URL } =
    {}
  const provider: OAuthClientProvider = {
    redirectUrl: redirectUri,
    clientMetadata: {
      client_name: 'Claude',
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    state: () => 'state-1',
    clientInformation: () => kept.client,
    saveClientInformation: (client) => void Object.assign(kept, { client }),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void Object.assign(kept, { tokens }),
    redirectToAuthorization: (url) => void Object.assign(kept, { url }),
    saveCodeVerifier: (verifier) => void Object.assign(kept, { verifier }),
    codeVerifier: () => kept.verifier!,
  }
  return { kept, provider }
}

// Holds R-APP-1.
test('the client of the MCP SDK finds the server, registers, and connects for a person', async () => {
  const { kept, provider } = storage()
  const transport = () => new StreamableHTTPClientTransport(mcpUrl, { authProvider: provider })
  const first = transport()
  await assert.rejects(new Client({ name: 'test', version: '1' }).connect(first), UnauthorizedError)
  const page = kept.url!
  assert.equal(page.origin + page.pathname, `${url}/oauth/apps/authorize`)
  assert.equal(page.searchParams.get('resource'), mcpUrl.href)

  const led = await fetch(page, { redirect: 'manual' })
  const shownAt = new URL(led.headers.get('location')!, url)
  assert.equal(shownAt.pathname, '/connect')
  const shown = await editor.get(`/portal/api/app-authorizations${shownAt.search}`)
  assert.deepEqual(shown.body.data.app, {
    name: 'Claude',
    document_host: null,
    redirect_host: '127.0.0.1:4567',
  })
  const asked = Object.fromEntries(page.searchParams)
  const allowed = await allow(editor, asked, acmeId, shown.body.data.scopes)
  assert.equal(allowed.status, 201, allowed.text)
  const answer = new URL(allowed.body.data.redirect_url)
  assert.equal(answer.origin + answer.pathname, redirectUri)
  assert.deepEqual(
    [answer.searchParams.get('state'), answer.searchParams.get('iss')],
    ['state-1', `${url}/oauth/apps`],
  )

  await first.finishAuth(answer.searchParams)
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport())
  atEnd(() => client.close())
  const { tools } = await client.listTools()
  assert.ok(tools.some(({ name }) => name === 'search_assets'))
  const found = await client.callTool({ name: 'search_assets', arguments: {} })
  assert.equal(found.isError ?? false, false)

  // The client renews its token without the person.
  const before = kept.tokens!.access_token
  kept.tokens = { ...kept.tokens!, access_token: 'atl_at_expired' }
  const again = new Client({ name: 'test', version: '1' })
  await again.connect(transport())
  atEnd(() => again.close())
  assert.notEqual(kept.tokens!.access_token, before)
  assert.ok((await again.listTools()).tools.length > 0)
})

// Holds R-APP-11.
describe("the client of the MCP SDK connects with an OAuth client's credentials", async () => {
  const keys = await newKeys('ES256')
  const developer = await newMember(service, acme.companyId, 'developer')
  const set = await developer.ask('PUT', `/portal/api/clients/${acme.clientId}/key-set`, {
    keys: [keys.publicKey],
  })
  assert.equal(set.status, 200, set.text)
  const expectedIssuer = `${url}/oauth/apps`
  const providers = {
    'with a secret': new ClientCredentialsProvider({
      clientId: acme.clientId,
      clientSecret: acme.clientSecret,
      expectedIssuer,
    }),
    'with a key': new PrivateKeyJwtProvider({
      clientId: acme.clientId,
      privateKey: (await exportJWK(keys.privateKey)) as Record<string, unknown>,
      algorithm: 'ES256',
      expectedIssuer,
    }),
  }
  for (const [how, authProvider] of Object.entries(providers))
    test(how, async () => {
      const client = new Client({ name: 'test', version: '1' })
      await client.connect(new StreamableHTTPClientTransport(mcpUrl, { authProvider }))
      atEnd(() => client.close())
      assert.ok((await client.listTools()).tools.some(({ name }) => name === 'search_assets'))
    })

  test('a client revokes its own token at the same issuer, and needs its secret for that', async () => {
    const credentials = { client_id: acme.clientId, client_secret: acme.clientSecret }
    const { body } = await sendForm(service, '/oauth/apps/token', {
      ...credentials,
      grant_type: 'client_credentials',
    })
    const token = body.access_token
    const revoke = (fields: object) => sendForm(service, '/oauth/apps/revoke', { token, ...fields })
    assert.equal((await revoke({ ...credentials, client_secret: 'wrong' })).status, 401)
    assert.ok(Array.isArray(await toolsFor(service, token)))
    assert.equal((await revoke(credentials)).status, 200)
    assert.equal(await toolsFor(service, token), 401)
  })

  test('failed attempts are rejected and delayed as at the other token endpoint', async () => {
    const fields = { grant_type: 'client_credentials', client_id: acme.clientId, client_secret: 'wrong' }
    for (let n = 0; n < 10; n++) await requestToken(service, fields)
    const start = performance.now()
    const { status, body } = await requestToken(service, fields)
    assert.deepEqual([status, body.error], [401, 'invalid_client'])
    assert.ok(performance.now() - start > 480)
    const right = { ...fields, client_secret: acme.clientSecret }
    const narrowed = await requestToken(service, { ...right, scope: 'assets:read nothing' })
    assert.deepEqual([narrowed.status, narrowed.body.scope], [200, 'assets:read'])
    for (const [more, error] of [
      [{ scope: 'nothing' }, 'invalid_scope'],
      [{ resource: 'https://elsewhere.example/' }, 'invalid_target'],
    ] as const)
      assert.equal((await requestToken(service, { ...right, ...more })).body.error, error)
  })
})

// Holds R-APP-1.
test('a 401 response of /mcp leads to metadata that names every endpoint and PKCE', async () => {
  const refusal = await send(service, 'POST', '/mcp', { json: {} })
  const [, found] = /resource_metadata="([^"]+)"/.exec(refusal.headers.get('www-authenticate')!)!
  const { body: resource } = await send(service, 'GET', found!)
  assert.equal(resource.resource, mcpUrl.href)
  const [issuer] = resource.authorization_servers
  const { body: server } = await send(
    service,
    'GET',
    `/.well-known/oauth-authorization-server${new URL(issuer).pathname}`,
  )
  assert.equal(server.issuer, issuer)
  assert.deepEqual(server.code_challenge_methods_supported, ['S256'])
  assert.deepEqual(server.scopes_supported, resource.scopes_supported)
  for (const endpoint of ['token_endpoint', 'registration_endpoint', 'revocation_endpoint'])
    assert.equal((await send(service, 'POST', server[endpoint], { json: {} })).status, 400, endpoint)
  assert.equal((await fetch(server.service_documentation)).status, 200)
})

// Holds R-APP-2.
describe('registration', () => {
  const register = (json: unknown) => send(service, 'POST', '/oauth/apps/register', { json })

  test('registration accepts https, and on this machine also http', async () => {
    for (const uri of [
      'https://claude.ai/api/mcp/auth_callback',
      'http://localhost:6274/x',
      'http://[::1]/cb',
    ]) {
      const { status, body } = await register({ redirect_uris: [uri] })
      assert.deepEqual([status, body.redirect_uris, body.token_endpoint_auth_method], [201, [uri], 'none'])
      assert.equal(body.client_name, new URL(uri).hostname)
      assert.equal('client_secret' in body, false)
    }
  })

  test('registration rejects other schemes and hosts, fragments, credentials and URLs that browsers rewrite', async () => {
    for (const uri of [
      'http://claude.ai/callback',
      'javascript:alert(1)',
      'data:text/html,x',
      'cursor://callback',
      'https://claude.ai/callback#x',
      'https://user@claude.ai/callback',
      'https://claude.ai\\@evil.example/',
      'https://claude.ai/a/../b',
      'http://127.0.0.1.evil.example/',
      'http://localhost@evil.example/',
      ' https://claude.ai/',
      'https://claude.ai/\n',
      `https://claude.ai/${'x'.repeat(2000)}`,
      '/callback',
      '',
    ]) {
      const { status, body } = await register({ redirect_uris: [uri] })
      assert.deepEqual([status, body.error], [400, 'invalid_redirect_uri'], uri)
    }
    for (const uris of [[], undefined, 'https://claude.ai/', [1], Array(11).fill('https://claude.ai/')])
      assert.equal((await register({ redirect_uris: uris })).body.error, 'invalid_redirect_uri')
    const other = await register({ redirect_uris: [redirectUri], grant_types: ['client_credentials'] })
    assert.equal(other.body.error, 'invalid_client_metadata')
  })

  test('registration replaces a name that could mislead people', async () => {
    for (const name of ['a\u202eb', 'two\nlines', '', 7, 'x'.repeat(5000)]) {
      const { status, body } = await register({
        client_name: name,
        redirect_uris: ['https://app.example/cb'],
      })
      assert.deepEqual([status, body.client_name], [201, 'app.example'])
    }
  })
})

// Holds R-APP-3.
describe('the consent page', async () => {
  const app = await newApp(service)
  const right = requestOf(service, app, newVerifier())
  const preview = (asked: Record<string, string>) =>
    editor.get(`/portal/api/app-authorizations?request=${requestIn(asked)}`)

  test('the consent page rejects a request that differs from the registration, without redirecting to the app', async () => {
    assert.equal((await preview(right)).status, 200)
    const { resource: _, scope: _scope, ...least } = right
    assert.equal((await preview(least)).status, 200)
    for (const wrong of [
      { client_id: 'app_00000000000000000000000000' },
      { client_id: 'cli_00000000000000000000000000' },
      { redirect_uri: 'http://127.0.0.1:4567/callback/' },
      { redirect_uri: 'http://127.0.0.1:4567/callback?x=1' },
      { redirect_uri: 'http://127.0.0.1:4567/callback#x' },
      { redirect_uri: 'http://127.0.0.1:4567@evil.example/callback' },
      { redirect_uri: 'http://localhost:4567/callback' },
      { redirect_uri: 'https://127.0.0.1:4567/callback' },
      { redirect_uri: 'https://evil.example/callback' },
      { response_type: 'token' },
      { code_challenge_method: 'plain' },
      { code_challenge: '' },
      { code_challenge: 'short' },
      { resource: 'https://other.example/mcp' },
      { resource: `${url}/api` },
      { scope: 'members:write installation:write openid' },
      { state: 'x'.repeat(2001) },
    ]) {
      const asked = { ...right, ...wrong }
      const shown = await preview(asked)
      assert.deepEqual(
        [shown.status, shown.body.message],
        [400, 'The app sent an invalid authorization request.'],
      )
      assert.ok(shown.body.reason)
      assert.ok([400, 422].includes((await allow(editor, asked, acmeId, ['assets:read'])).status))
    }
  })

  test('the consent page rejects repeated parameters and returns the state unchanged', async () => {
    const twice = `${new URLSearchParams(right)}&redirect_uri=${encodeURIComponent('https://evil.example/')}`
    assert.equal((await editor.get(`/portal/api/app-authorizations?request=${requestIn(twice)}`)).status, 400)
    for (const text of ['', 'r.', 'r.%%', 'x'.repeat(3000)])
      assert.equal((await editor.get(`/portal/api/app-authorizations?request=${text}`)).status, 400, text)
    for (const state of ['1e3', '{"a":1}', 'a b+c&d=e', '007']) {
      const { redirect_url } = (await allow(editor, { ...right, state }, acmeId, ['assets:read'])).body.data
      assert.equal(new URL(redirect_url).searchParams.get('state'), state)
    }
  })

  test('the consent page allows any port of this machine, because apps listen on any free port', async () => {
    const asked = { ...right, redirect_uri: 'http://127.0.0.1:9999/callback' }
    const { data } = (await preview(asked)).body
    assert.equal(data.app.redirect_host, '127.0.0.1:9999')
    assert.match(data.denied_url, /^http:\/\/127\.0\.0\.1:9999\/callback\?error=access_denied&state=xyz&iss=/)
  })

  test('the consent page requires a session and a request from the portal itself', async () => {
    const query = `?request=${requestIn(right)}`
    assert.equal((await send(service, 'GET', `/portal/api/app-authorizations${query}`)).status, 401)
    const json = { request: requestIn(right), company_id: acmeId, scopes: ['assets:read'] }
    assert.equal(
      (await editor.post('/portal/api/app-authorizations', json, { origin: 'https://evil.example' })).status,
      403,
    )
    const headers = { 'sec-fetch-site': 'cross-site' }
    assert.equal((await editor.post('/portal/api/app-authorizations', json, headers)).status, 403)
    assert.equal(
      (await listed(editor)).some(({ name }: { name: string }) => name === 'Nobody'),
      false,
    )
  })

  test('the consent page cannot be framed by another site', async () => {
    const page = await send(service, 'GET', `/connect?${new URLSearchParams(right)}`)
    if (page.status === 404) return
    assert.equal(page.headers.get('x-frame-options'), 'DENY')
    assert.match(page.headers.get('content-security-policy')!, /frame-ancestors 'none'/)
  })

  test("the consent page grants only scopes of the person's role, and only in a company of the person", async () => {
    const viewer = await newMember(service, acme.companyId, 'viewer')
    const none = await allow(viewer, right, acmeId, ['assets:write'])
    assert.deepEqual([none.status, Object.keys(none.body)], [422, ['scopes']])
    const some = await connected(service, viewer, acmeId, ['assets:read', 'assets:write', 'webhooks:write'])
    assert.deepEqual((await listed(viewer))[0].scopes, ['assets:read'])
    assert.deepEqual((await some.refresh(some.refreshToken)).body.scope, 'assets:read')
    const foreign = await allow(viewer, right, globexId, ['assets:read'])
    assert.deepEqual([foreign.status, foreign.body.message], [404, 'Company not found.'])
  })
})

// Holds R-APP-4.
describe('a code', () => {
  const prepared = async () => {
    const app = await newApp(service)
    const verifier = newVerifier()
    const code = codeIn(await allow(editor, requestOf(service, app, verifier), acmeId, ['assets:read']))
    const fields = {
      grant_type: 'authorization_code',
      client_id: app,
      code,
      code_verifier: verifier,
      redirect_uri: redirectUri,
    }
    return { app, fields }
  }

  test('a code is rejected with a different verifier, redirect URI, app or resource, and stays usable', async () => {
    const { fields } = await prepared()
    const other = await newApp(service)
    for (const [wrong, error] of [
      [{ code_verifier: newVerifier() }, 'invalid_grant'],
      [{ code_verifier: '' }, 'invalid_request'],
      [{ code_verifier: 'short' }, 'invalid_grant'],
      [{ redirect_uri: 'http://127.0.0.1:4568/callback' }, 'invalid_grant'],
      [{ client_id: other }, 'invalid_grant'],
      [{ client_id: 'app_00000000000000000000000000' }, 'invalid_client'],
      [{ client_id: acme.clientId, client_secret: acme.clientSecret }, 'invalid_client'],
      [{ resource: 'https://other.example/mcp' }, 'invalid_target'],
      [{ grant_type: 'client_credentials' }, 'invalid_client'],
      [{ grant_type: 'password' }, 'unsupported_grant_type'],
      [{ grant_type: 'refresh_token', refresh_token: fields.code }, 'invalid_grant'],
    ] as const) {
      const { status, body } = await requestToken(service, { ...fields, ...wrong })
      assert.deepEqual([status >= 400, body.error], [true, error], JSON.stringify(wrong))
    }
    const right = await requestToken(service, { ...fields, resource: mcpUrl.href })
    assert.deepEqual([right.status, right.body.token_type, right.body.expires_in], [200, 'Bearer', 3600])
    assert.equal(right.headers.get('cache-control'), 'no-store')
  })

  test('a code works once, and its second use revokes everything that was issued for it', async () => {
    const { app, fields } = await prepared()
    const { body } = await requestToken(service, fields)
    assert.ok(Array.isArray(await toolsFor(service, body.access_token)))
    assert.equal((await requestToken(service, fields)).body.error, 'invalid_grant')
    assert.equal(await toolsFor(service, body.access_token), 401)
    const renewed = { grant_type: 'refresh_token', client_id: app, refresh_token: body.refresh_token }
    assert.equal((await requestToken(service, renewed)).body.error, 'invalid_grant')
  })

  test('if a code is exchanged concurrently, at most one exchange succeeds, and no token survives a second exchange', async () => {
    const { fields } = await prepared()
    const answers = await Promise.all(Array.from({ length: 5 }, () => requestToken(service, fields)))
    const won = answers.filter(({ status }) => status === 200)
    assert.ok(won.length <= 1)
    for (const { body } of won) assert.equal(await toolsFor(service, body.access_token), 401)
  })

  test('a code expires', async () => {
    const { fields } = await prepared()
    await sql`update authorization_grants set expires_at = now() - interval '1 s' where kind = 'code'`.execute(
      db,
    )
    assert.equal((await requestToken(service, fields)).body.error, 'invalid_grant')
  })

  test('a code is not accepted by the token endpoint for clients, which offers no such grant', async () => {
    const { fields } = await prepared()
    const { body } = await sendForm(service, '/oauth/access-token', fields)
    assert.equal(body.error, 'unsupported_grant_type')
  })
})

// Holds R-APP-5.
describe('a refresh token', () => {
  test('a refresh token is replaced with each use, and its reuse revokes the family and the tokens', async () => {
    const { refresh, refreshToken, token } = await connected(service, editor, acmeId)
    const next = await refresh(refreshToken)
    assert.equal(next.status, 200, next.text)
    assert.notEqual(next.body.refresh_token, refreshToken)
    assert.ok(Array.isArray(await toolsFor(service, next.body.access_token)))
    assert.equal((await refresh(refreshToken)).body.error, 'invalid_grant')
    assert.equal((await refresh(next.body.refresh_token)).body.error, 'invalid_grant')
    for (const ended of [token, next.body.access_token]) assert.equal(await toolsFor(service, ended), 401)
  })

  test('a refresh token never grants more than the person allowed', async () => {
    const { refresh, refreshToken } = await connected(service, owner, acmeId, ['assets:read'])
    const wider = await refresh(refreshToken, { scope: 'assets:read assets:write' })
    assert.deepEqual([wider.status, wider.body.error], [400, 'invalid_scope'])
    assert.match(wider.body.error_description, /^The scope \S+ is unknown or was not granted\.$/)
    assert.equal((await refresh(refreshToken, { scope: 'assets:read' })).body.scope, 'assets:read')
  })

  test('a refresh token belongs to its app', async () => {
    const { refreshToken } = await connected(service, editor, acmeId)
    const fields = {
      grant_type: 'refresh_token',
      client_id: await newApp(service),
      refresh_token: refreshToken,
    }
    assert.equal((await requestToken(service, fields)).body.error, 'invalid_grant')
  })

  test('a refresh token can be revoked by the app, with all tokens of the connection', async () => {
    const { app, refreshToken, token, refresh } = await connected(service, editor, acmeId)
    const revoke = (client_id: string, token: string) =>
      sendForm(service, '/oauth/apps/revoke', { client_id, token })
    const other = await newApp(service)
    for (const one of [token, refreshToken]) assert.equal((await revoke(other, one)).status, 200)
    assert.ok(Array.isArray(await toolsFor(service, token)))
    const renewed = (await refresh(refreshToken)).body
    assert.equal((await revoke(app, renewed.access_token)).status, 200)
    assert.equal(await toolsFor(service, renewed.access_token), 401)
    assert.ok(Array.isArray(await toolsFor(service, token)))
    assert.equal((await revoke(app, renewed.refresh_token)).status, 200)
    assert.equal(await toolsFor(service, token), 401)
    assert.equal((await refresh(renewed.refresh_token)).body.error, 'invalid_grant')
  })
})

// Holds R-APP-6.
describe('the token of an app', () => {
  test('the token of an app is valid only at /mcp, where its tools use the API', async () => {
    const { token } = await connected(service, editor, acmeId)
    const headers = { authorization: `Bearer ${token}` }
    for (const path of ['/api/assets', '/api/user', '/api/folders']) {
      assert.equal((await send(service, 'GET', path, { headers })).status, 401, path)
      assert.equal((await send(service, 'GET', path, { headers })).status, 401, path)
    }
    assert.equal((await send(service, 'POST', '/api/folders', { headers, json: { name: 'x' } })).status, 401)
    const { result } = await callMcp(service, token, 'tools/call', { name: 'search_assets', arguments: {} })
    assert.deepEqual(JSON.parse(result.content[0].text).data, [])
  })

  // Holds R-INSPECT-11, R-FORM-6.
  test('introspection of the token of an app returns its audience', async () => {
    const { token } = await connected(service, editor, acmeId)
    const json = { token }
    // The second answer is from the cache.
    for (const time of ['first', 'second']) {
      const { status, body } = await send(service, 'POST', '/oauth/introspect', { json })
      assert.deepEqual([status, body.data.active, body.data.aud], [200, true, mcpUrl.href], time)
      assert.equal(Object.keys(body.data).at(-1), 'aud')
    }
    for (const client of [acme, globex]) {
      const { body } = await sendForm(service, '/oauth/introspect', { token }, basic(client))
      assert.deepEqual(body, { active: false })
    }
    const ofClient = await send(service, 'POST', '/oauth/introspect', { json: { token: acme.token } })
    assert.equal('aud' in ofClient.body.data, false)
    const ofClientByForm = await sendForm(service, '/oauth/introspect', { token: acme.token }, basic(acme))
    assert.deepEqual([ofClientByForm.body.iss, 'aud' in ofClientByForm.body], [url, false])
  })

  test('the token of an app sees only the company that the person chose, even if the person has several companies', async () => {
    const both = await newMember(service, acme.companyId, 'editor')
    await addMember(db, globex.companyId, both.personId, 'editor')
    await globex.post('/api/folders', { name: 'Secret' })
    const { token } = await connected(service, both, acmeId)
    const headers = { 'atelier-company': globexId }
    const { text } = await send(service, 'POST', '/mcp', {
      json: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      headers: {
        ...headers,
        authorization: `Bearer ${token}`,
        accept: 'application/json, text/event-stream',
      },
    })
    assert.match(text, /search_assets/)
    const { rows } = await sql<{ company_id: string }>`
      select c.company_id from access_tokens t join clients c on c.id = t.client_id
      where c.member_id = ${both.personId}`.execute(db)
    assert.deepEqual(
      rows.map(({ company_id }) => company_id),
      [acme.companyId],
    )
  })

  test('the token of an app stops working immediately when the person disconnects the app, and only that person can disconnect it', async () => {
    const mine = await newMember(service, acme.companyId, 'editor')
    const { token, refresh, refreshToken } = await connected(service, mine, acmeId)
    assert.ok(Array.isArray(await toolsFor(service, token)))
    const [connection] = await listed(mine)
    assert.deepEqual(connection.company, { id: acmeId, name: 'Acme' })
    const path = `/portal/api/connected-apps/${connection.id}`
    assert.equal((await editor.delete(path)).status, 404)
    assert.equal((await mine.delete(path, { origin: 'https://evil.example' })).status, 403)
    assert.equal((await mine.delete(path)).status, 204)
    assert.equal(await toolsFor(service, token), 401)
    assert.equal((await refresh(refreshToken)).body.error, 'invalid_grant')
    assert.deepEqual(await listed(mine), [])
    assert.equal((await mine.delete(path)).status, 404)
    assert.equal((await mine.delete(`/portal/api/connected-apps/${acme.clientId}`)).status, 404)
  })

  test('the token of an app stops working immediately when the membership ends', async () => {
    const leaving = await newMember(service, acme.companyId, 'editor')
    const { token, refresh, refreshToken } = await connected(service, leaving, acmeId)
    assert.ok(Array.isArray(await toolsFor(service, token)))
    assert.equal((await owner.delete(`/portal/api/members/${leaving.id}`)).status, 204)
    assert.equal(await toolsFor(service, token), 401)
    assert.equal((await refresh(refreshToken)).body.error, 'invalid_grant')
    // This also works when the membership is deleted by other means.
    const other = await newMember(service, acme.companyId, 'editor')
    const theirs = await connected(service, other, acmeId)
    await sql`delete from memberships where person_id = ${other.personId}`.execute(db)
    assert.equal((await theirs.refresh(theirs.refreshToken)).body.error, 'invalid_grant')
  })

  test('if a role is reduced, the token of an app immediately loses the permissions that the role no longer allows, and does not get them back', async () => {
    const member = await newMember(service, acme.companyId, 'editor')
    const { token, refresh, refreshToken } = await connected(service, member, acmeId, [
      'assets:read',
      'assets:write',
    ])
    await owner.patch(`/portal/api/members/${member.id}`, { role: 'viewer' })
    assert.deepEqual((await listed(member))[0].scopes, ['assets:read'])
    assert.ok(Array.isArray(await toolsFor(service, token)))
    await owner.patch(`/portal/api/members/${member.id}`, { role: 'editor' })
    assert.deepEqual((await listed(member))[0].scopes, ['assets:read'])
    assert.equal((await refresh(refreshToken)).body.scope, 'assets:read')
  })

  test('the token of an app is rejected while the enterprise is inactive', async () => {
    const initech = await newCompany(service, 'Initech')
    const member = await newMember(service, initech.companyId, 'editor')
    const id = publicId('company', initech.companyId)
    const { token, refresh, refreshToken } = await connected(service, member, id)
    await setEnterpriseStatus(db, initech.enterpriseId, 'inactive')
    assert.equal(await toolsFor(service, token), 401)
    assert.equal((await refresh(refreshToken)).status >= 400, true)
    assert.equal(
      (await allow(member, requestOf(service, await newApp(service), newVerifier()), id, ['assets:read']))
        .status,
      404,
    )
  })
})

// Holds R-APP-6.
test('connecting again replaces the scopes, and removed scopes stop working immediately', async () => {
  const member = await newMember(service, acme.companyId, 'editor')
  const { app, token } = await connected(service, member, acmeId, ['assets:read', 'assets:write'])
  assert.equal(
    (await allow(member, requestOf(service, app, newVerifier()), acmeId, ['assets:read'])).status,
    201,
  )
  const connections = await listed(member)
  assert.deepEqual([connections.length, connections[0].scopes], [1, ['assets:read']])
  assert.ok(Array.isArray(await toolsFor(service, token)))
  const { rows } = await sql<{
    scopes: string[]
  }>`select scopes from clients where member_id = ${member.personId}`.execute(db)
  assert.deepEqual(rows[0]!.scopes, ['assets:read'])
})

// Holds R-APP-7.
test('connections of apps are audited, and members cannot change them as clients', async () => {
  const member = await newMember(service, acme.companyId, 'editor')
  await connected(service, member, acmeId)
  const [connection] = await listed(member)
  assert.equal((await owner.get(`/portal/api/clients/${connection.id}`)).status, 404)
  for (const [method, path, json] of [
    ['PATCH', '', { scopes: ['assets:write'] }],
    ['POST', '/secret-rotations', {}],
    ['DELETE', '', undefined],
  ] as const)
    assert.equal(
      (await owner.ask(method, `/portal/api/clients/${connection.id}${path}`, json)).status,
      404,
      path,
    )
  const clients = (await owner.get('/portal/api/clients?per_page=100')).body.data
  assert.equal(
    clients.some(({ id }: { id: string }) => id === connection.id),
    false,
  )
  await member.delete(`/portal/api/connected-apps/${connection.id}`)
  const { data } = (await owner.get(`/portal/api/security-events?person=${member.id}`)).body
  assert.deepEqual(
    data
      .filter(({ type }: { type: string }) => type.startsWith('app.'))
      .map(({ type, data }: { type: string; data: Record<string, unknown> }) => [
        type,
        data.name,
        data.scopes,
      ]),
    [
      ['app.disconnected', 'Assistant', undefined],
      ['app.connected', 'Assistant', ['assets:read', 'assets:write']],
    ],
  )
})

// Holds R-APP-8.
test('unused grants, connections and apps are deleted', async () => {
  const member = await newMember(service, acme.companyId, 'editor')
  const { app } = await connected(service, member, acmeId)
  const unused = await newApp(service)
  const kept = await connected(service, member, acmeId)
  await sql`update authorization_grants set expires_at = now() - interval '1 s' where client_id in (
    select c.id from clients c join apps a on a.id = c.app_id where c.member_id = ${member.personId}
    order by c.id limit 1)`.execute(db)
  await sql`update access_tokens set expires_at = now() - interval '1 s' where client_id in (
    select id from clients where member_id = ${member.personId} order by id limit 1)`.execute(db)
  await sql`update apps set expires_at = now() - interval '1 s'`.execute(db)
  await purgeConnectedApps.run({}, { db, job: { signal: new AbortController().signal } } as never)
  assert.equal((await listed(member)).length, 1)
  assert.ok(Array.isArray(await toolsFor(service, kept.token)))
  const left = await sql<{ id: string }>`select id from apps`.execute(db)
  const ids = left.rows.map(({ id }) => publicId('app', id))
  assert.deepEqual([ids.includes(app), ids.includes(unused), ids.includes(kept.app)], [false, false, true])
})

// Holds R-APP-9.
test('CONNECTED_APPS=false switches everything off', async () => {
  const off = await startService({ env: { ...behindProxy, CONNECTED_APPS: 'false' } })
  const company = await newCompany(off, 'Acme')
  const person = await newMember(off, company.companyId, 'editor')
  for (const path of ['token', 'register', 'revoke'])
    assert.equal((await send(off, 'POST', `/oauth/apps/${path}`, { json: {} })).status, 404)
  assert.equal((await person.get('/portal/api/connected-apps')).status, 404)
  const refusal = await send(off, 'POST', '/mcp', { json: {} })
  assert.match(refusal.headers.get('www-authenticate')!, /oauth-protected-resource"$/)
  // The token of an app that was connected before.
  await sql`
    insert into apps (id, name, redirect_uris, expires_at)
    values ('00000000-0000-7000-8000-000000000001', 'x', '{}', now() + interval '1 day')`.execute(off.db)
  await sql`
    update clients set app_id = '00000000-0000-7000-8000-000000000001', member_id = ${person.personId}`.execute(
    off.db,
  )
  assert.equal(await toolsFor(off, company.token), 401)
  const introspected = await send(off, 'POST', '/oauth/introspect', { json: { token: company.token } })
  assert.deepEqual([introspected.status, introspected.body.message], [422, 'Invalid or expired token.'])
})
