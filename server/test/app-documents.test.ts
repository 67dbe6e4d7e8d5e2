// Engines: postgres
// Apps that identify themselves by the URL of a metadata document, which the server reads.
import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { describe, test } from 'node:test'
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client'
import { sql } from 'kysely'
import { parseDocumentUrl } from '../src/connected-apps/app-document.ts'
import { findApp } from '../src/connected-apps/apps.ts'
import { publicId } from '../src/ids.ts'
import { newCompany, send } from './support/companies.ts'
import {
  allow,
  codeIn,
  newVerifier,
  redirectUri,
  requestIn,
  requestOf,
  requestToken,
  toolsFor,
} from './support/connected-apps.ts'
import { startHttps } from './support/https.ts'
import { behindProxy, newMember } from './support/people.ts'
import { withoutOpenssl } from './support/programs.ts'
import { atEnd, startService } from './support/service.ts'

const options = { skip: withoutOpenssl() }
const env = { ...behindProxy, OUTBOUND_LOOPBACK: 'true', RATE_LIMIT_PER_MINUTE: '0' }
const service = await startService({ env })
const { db } = service
const acme = await newCompany(service, 'Acme')
const acmeId = publicId('company', acme.companyId)
const person = await newMember(service, acme.companyId, 'editor')

type Page = { json?: object; text?: string; status?: number; headers?: Record<string, string> }

/** Documents by path. Each request is recorded. */
const pages = new Map<string, Page>()
const read: string[] = []
const answer: RequestListener = (request, response) => {
  read.push(request.url!)
  const { json, text, status = 200, headers } = pages.get(request.url!) ?? { status: 404 }
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(text ?? JSON.stringify(json ?? {}))
}
const origin = options.skip ? '' : await startHttps(answer)

let made = 0
/** Publishes a document at a new URL. */
function publish(fields: object = {}, page: Page = {}): string {
  const path = `/apps/${made++}.json`
  const url = origin + path
  const json = { client_id: url, client_name: 'Claude', redirect_uris: [redirectUri], ...fields }
  pages.set(path, { json, ...page })
  return url
}

const countOf = (url: string) => read.filter((path) => url.endsWith(path)).length

let reader = { person, asked: 10 }
/** A person who is still below the limit of document reads per minute. */
async function someone() {
  if (reader.asked === 15) reader = { person: await newMember(service, acme.companyId, 'editor'), asked: 0 }
  reader.asked += 1
  return reader.person
}

const consent = async (app: string, more: Record<string, string> = {}, by = someone()) =>
  (await by).get(
    `/portal/api/app-authorizations?request=${requestIn({ ...requestOf(service, app, newVerifier()), ...more })}`,
  )

const refusedBecause = async (app: string, reason: string | RegExp, more: Record<string, string> = {}) => {
  const { status, body, text } = await consent(app, more)
  assert.equal(status, 400, text)
  assert.match(body.reason, typeof reason === 'string' ? new RegExp(RegExp.escape(reason)) : reason, app)
}

// Holds R-APP-10.
test(
  "the protocol's own client connects with the URL of its document instead of registering",
  options,
  async () => {
    const app = publish({ client_name: 'Editor' })
    const kept: Record<string, unknown> & { url?: URL } = {}
    const authProvider = {
      redirectUrl: redirectUri,
      clientMetadataUrl: app,
      clientMetadata: { client_name: 'Editor', redirect_uris: [redirectUri] },
      clientInformation: () => kept.client as undefined,
      saveClientInformation: (client: unknown) => void Object.assign(kept, { client }),
      tokens: () => kept.tokens as undefined,
      saveTokens: (tokens: unknown) => void Object.assign(kept, { tokens }),
      redirectToAuthorization: (url: URL) => void Object.assign(kept, { url }),
      saveCodeVerifier: (verifier: string) => void Object.assign(kept, { verifier }),
      codeVerifier: () => kept.verifier as string,
    }
    const transport = () => new StreamableHTTPClientTransport(new URL('/mcp', service.url), { authProvider })
    const first = transport()
    await assert.rejects(new Client({ name: 'test', version: '1' }).connect(first), UnauthorizedError)
    const asked = Object.fromEntries(kept.url!.searchParams)
    assert.equal(asked.client_id, app)
    const shown = await person.get(`/portal/api/app-authorizations?request=${requestIn(asked)}`)
    const { host } = new URL(origin)
    assert.equal(shown.status, 200, shown.text)
    assert.deepEqual(shown.body.data.app, {
      name: 'Editor',
      document_host: host,
      redirect_host: '127.0.0.1:4567',
    })
    const allowed = await allow(person, asked, acmeId, ['assets:read'])
    await first.finishAuth(new URL(allowed.body.data.redirect_url).searchParams)
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(transport())
    atEnd(() => client.close())
    assert.ok((await client.listTools()).tools.some(({ name }) => name === 'search_assets'))
    const [connection] = (await person.get('/portal/api/connected-apps')).body.data
    assert.deepEqual([connection.name, connection.document_host], ['Editor', host])
    assert.equal(countOf(app), 1, 'the page and its answer use one copy')
  },
)

describe('a document', options, () => {
  // Holds R-APP-10.
  test('a document must be JSON at its own URL, and must not contain a secret', async () => {
    const own = publish()
    assert.equal((await consent(own)).status, 200)
    await refusedBecause(publish({ client_id: `${origin}/other.json` }), 'Its client_id must be its URL.')
    await refusedBecause(publish({ client_id: undefined }), 'Its client_id must be its URL.')
    await refusedBecause(publish({ client_secret: 'x' }), 'It must not have a client_secret.')
    for (const method of ['client_secret_basic', 'client_secret_post', 'private_key_jwt'])
      await refusedBecause(
        publish({ token_endpoint_auth_method: method }),
        'token_endpoint_auth_method must be none.',
      )
    assert.equal((await consent(publish({ token_endpoint_auth_method: 'none' }))).status, 200)
    await refusedBecause(publish({ grant_types: ['client_credentials'] }), /grant_types must contain/)
    await refusedBecause(publish({}, { text: '<html>' }), 'It is not JSON.')
    await refusedBecause(publish({}, { text: 'null' }), 'It must be a JSON object.')
    await refusedBecause(publish({}, { headers: { 'content-type': 'text/plain' } }), /Content-Type must be/)
    await refusedBecause(publish({}, { status: 404 }), 'Its URL returned the status 404.')
    await refusedBecause(publish({ logo: 'x'.repeat(11_000) }), 'The response is too large.')
  })

  test('a document lists redirect URIs, and redirect URIs that are not allowed here are ignored', async () => {
    const app = publish({ redirect_uris: ['vscode://callback', redirectUri, 'https://app.example/done'] })
    assert.equal((await consent(app)).status, 200)
    assert.equal((await consent(app, { redirect_uri: 'https://app.example/done' })).status, 200)
    await refusedBecause(app, /redirect URI is not registered/, { redirect_uri: 'vscode://callback' })
    await refusedBecause(app, /redirect URI is not registered/, { redirect_uri: 'https://evil.example/' })
    await refusedBecause(publish({ redirect_uris: ['vscode://callback'] }), /redirect_uris must be a list/)
  })

  test('a document is read only at its URL, without following redirects or calling private addresses', async () => {
    const elsewhere = publish()
    const before = countOf(elsewhere)
    await refusedBecause(publish({}, { status: 302, headers: { location: elsewhere } }), /status 302/)
    assert.equal(countOf(elsewhere), before)
    await refusedBecause('https://10.0.0.1/app.json', 'The IP address is not public.')
    await refusedBecause('https://169.254.169.254/latest/meta-data', 'The IP address is not public.')
    const strict = await startService({ env: behindProxy })
    const company = await newCompany(strict, 'Acme')
    const editor = await newMember(strict, company.companyId, 'editor')
    const request = requestIn(requestOf(strict, publish(), newVerifier()))
    const { status, body } = await editor.get(`/portal/api/app-authorizations?request=${request}`)
    assert.deepEqual([status, body.reason.includes('The IP address is not public.')], [400, true])
    await strict.close()
  })

  test('a document is read only for a person who is signed in, a limited number of times per minute', async () => {
    const app = publish()
    const request = requestIn(requestOf(service, app, newVerifier()))
    const url = `/portal/api/app-authorizations?request=${request}`
    assert.equal((await send(service, 'GET', url)).status, 401)
    assert.equal(
      (await requestToken(service, { grant_type: 'authorization_code', client_id: app, code: 'x' })).status,
      401,
    )
    assert.equal((await send(service, 'GET', `/oauth/apps/authorize?client_id=${app}`)).status, 200)
    assert.equal(countOf(app), 0)
    const busy = newMember(service, acme.companyId, 'editor')
    const statuses = new Set<number>()
    for (let n = 0; n < 21; n++) statuses.add((await consent(publish(), {}, busy)).status)
    assert.deepEqual([...statuses], [200, 429])
  })

  test('a document is cached as its Cache-Control says, from a minute to a day, and errors are not cached', async () => {
    const untilOf = async (headers: Record<string, string>) => {
      const app = publish({}, { headers })
      assert.equal((await consent(app)).status, 200)
      return Math.round(((await findApp(db, app))!.document_until!.getTime() - Date.now()) / 1000)
    }
    for (const [control, seconds] of [
      ['max-age=600', 600],
      ['public, max-age=5', 60],
      ['no-store', 60],
      ['max-age=999999999', 86_400],
      ['', 3_600],
    ] as const) {
      const actual = await untilOf({ 'cache-control': control })
      assert.ok(Math.abs(actual - seconds) <= 5, `${control}: ${actual}`)
    }
    const app = publish({}, { status: 500 })
    await refusedBecause(app, /status 500/)
    pages.get(new URL(app).pathname)!.status = 200
    assert.equal((await consent(app)).status, 200)
    // A document that has changed applies after the copy has expired.
    pages.get(new URL(app).pathname)!.json = { client_id: app, redirect_uris: ['https://new.example/'] }
    assert.equal((await consent(app)).status, 200)
    await sql`update apps set document_until = now() where document_url = ${app}`.execute(db)
    await refusedBecause(app, /redirect URI is not registered/)
    const renamed = await consent(app, { redirect_uri: 'https://new.example/' })
    assert.equal(renamed.body.data.app.name, new URL(app).host)
  })
})

test('tokens belong to the URL of the document, and its app has no other client ID', options, async () => {
  const app = publish()
  const verifier = newVerifier()
  const code = codeIn(await allow(person, requestOf(service, app, verifier), acmeId, ['assets:read']))
  const fields = {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: redirectUri,
  }
  const stored = (await findApp(db, app))!
  for (const client_id of [publish(), publicId('app', stored.id)])
    assert.notEqual((await requestToken(service, { ...fields, client_id })).status, 200)
  const { status, body } = await requestToken(service, { ...fields, client_id: app })
  assert.equal(status, 200)
  assert.ok(Array.isArray(await toolsFor(service, body.access_token)))
})

test('the URL of a document uses https, has a path, and is normalized', () => {
  for (const url of ['https://app.example/client.json', 'https://app.example:8443/a?b=c'])
    assert.equal(parseDocumentUrl(url)?.href, url)
  for (const url of [
    'http://app.example/client.json',
    'https://app.example',
    'https://app.example/',
    'https://app.example/a#b',
    'https://user@app.example/a',
    'https://app.example/a/../b',
    'https://app.example/a/%2e%2e/b',
    'https://APP.example/a',
    'HTTPS://app.example/a',
    'https://app.example:443/a',
    ' https://app.example/a',
    `https://app.example/${'a'.repeat(500)}`,
    'app.example/a',
  ])
    assert.equal(parseDocumentUrl(url), undefined, url)
})

// Holds R-APP-10.
test('CONNECTED_APP_DOCUMENTS=false offers registration only', options, async () => {
  const metadata = '/.well-known/oauth-authorization-server/oauth/apps'
  const supported = 'client_id_metadata_document_supported'
  assert.equal((await send(service, 'GET', metadata)).body[supported], true)
  const off = await startService({ env: { ...env, CONNECTED_APP_DOCUMENTS: 'false' } })
  assert.equal((await send(off, 'GET', metadata)).body[supported], false)
  const company = await newCompany(off, 'Acme')
  const editor = await newMember(off, company.companyId, 'editor')
  const app = publish()
  const request = requestIn(requestOf(off, app, newVerifier()))
  const { status, body } = await editor.get(`/portal/api/app-authorizations?request=${request}`)
  assert.deepEqual([status, /not registered/.test(body.reason)], [400, true])
  assert.equal(countOf(app), 0)
  await off.close()
})
