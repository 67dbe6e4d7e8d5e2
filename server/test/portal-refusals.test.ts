// Engines: postgres
// Access checks of every portal endpoint in routes.ts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operatorScope } from '../src/http/caller.ts'
import type { Endpoint } from '../src/http/endpoints/endpoint.ts'
import { type IdKind, newId, publicId } from '../src/ids.ts'
import { roles, scopesOfRole } from '../src/members/roles.ts'
import { endpointsForPeople, portalEndpoints } from '../src/routes.ts'
import { newAccount } from './support/accounts.ts'
import { type Answer, newCompany, send } from './support/companies.ts'
import { newKeys } from './support/keys.ts'
import { mountedRoutes } from './support/mounted-routes.ts'
import { type Browser, behindProxy, browser, type MemberOf, newMember, signedIn } from './support/people.ts'
import { startService } from './support/service.ts'

const service = await startService({ env: behindProxy })
const acme = await newCompany(service, 'Acme')
const globex = await newCompany(service, 'Globex')
const members = new Map<string, Browser>()
for (const role of roles) members.set(role, await newMember(service, acme.companyId, role, role))
const owner = members.get('owner') as MemberOf
const gus = await newMember(service, globex.companyId, 'owner', 'Gus')
const invitation = await gus.post('/portal/api/invitations', { email: 'new@globex.example', role: 'viewer' })
const { id: client } = (await gus.post('/portal/api/clients', { name: 'Theirs' })).body.data
await newAccount(service.db, { name: 'Nobody', email: 'nobody@people.example' })
const nobody = await signedIn(service, 'nobody@people.example')

/** The ID and kind of a resource of Globex, keyed by the first part of the path. */
const theirs: Record<string, [id: string, kind: IdKind]> = {
  clients: [client, 'client'],
  members: [gus.id, 'person'],
  invitations: [invitation.body.data.id, 'invitation'],
  enterprises: [publicId('enterprise', globex.enterpriseId), 'enterprise'],
}

/** Minimal bodies that each endpoint accepts. */
const bodies: Record<string, object> = {
  'POST /clients': { name: 'x' },
  'PUT /clients/:id/key-set': { keys: [(await newKeys('ES256')).publicKey] },
  'PATCH /members/:id': { role: 'viewer' },
  'POST /invitations': { email: 'x@people.example', role: 'viewer' },
  'PATCH /company': { name: 'x' },
  'POST /companies': { name: 'x' },
  'POST /enterprises': { name: 'x', company: 'y' },
  'PATCH /enterprises/:id': { status: 'inactive' },
  'POST /enterprises/:id/companies': { name: 'x' },
}

const seen = ({ status, body }: Answer) => ({ status, body })
const notFound = { status: 404, body: { message: 'Not Found.' } }
const missingScope = { status: 403, body: { message: 'Token does not have the required scope.' } }

const urlOf = ({ path }: Endpoint, id: string) =>
  `/portal/api${path.replace(':id', id).replace(':token_id', '0123456789ab')}`

for (const endpoint of portalEndpoints) {
  const { method, path, scope } = endpoint
  const name = `${method} ${path}`
  const [foreign, kind] = theirs[path.split('/')[1]!] ?? []
  const absent = publicId(kind ?? 'client', newId())
  const url = urlOf(endpoint, absent)
  const body = endpoint.body && (bodies[name] ?? {})
  const ask = (at: Browser, to = url, headers?: Record<string, string>) => at.ask(method, to, body, headers)

  test(`${name} requires a session and accepts no token`, async () => {
    const unauthenticated = { status: 401, body: { message: 'Unauthenticated.' } }
    assert.deepEqual(seen(await ask(browser(service))), unauthenticated)
    const authorization = `Bearer ${acme.token}`
    assert.deepEqual(seen(await ask(browser(service, { authorization }))), unauthenticated)
    const byTheOther = await send(service, method, url.replace('/portal', ''), { headers: { authorization } })
    assert.equal(byTheOther.status, 404)
  })

  if (scope === operatorScope) {
    test(`${name} returns 404 to everyone except operators`, async () => {
      for (const at of [...members.values(), gus, nobody]) {
        assert.deepEqual(seen(await ask(at)), notFound)
        if (foreign) assert.deepEqual(seen(await ask(at, urlOf(endpoint, foreign))), notFound)
      }
    })
  } else {
    test(`${name} requires a role with ${scope}`, async () => {
      for (const [role, at] of members) {
        const isAllowed = scopesOfRole[role as keyof typeof scopesOfRole].includes(scope)
        if (!isAllowed) assert.deepEqual(seen(await ask(at)), missingScope, role)
        // The effect is covered by the feature's own tests.
        else if (method === 'GET' || endpoint.params)
          assert.ok(![401, 403].includes((await ask(at)).status), role)
      }
    })

    test(`${name} returns 404 without a company, or with another company in the header`, async () => {
      const noCompany = { status: 404, body: { message: 'Company not found.' } }
      assert.deepEqual(seen(await ask(nobody)), noCompany)
      for (const company of [globex.companyId, newId()].map((id) => publicId('company', id)).concat('x'))
        assert.deepEqual(seen(await ask(owner, url, { 'atelier-company': company })), noCompany)
    })
  }

  if (endpoint.params && scope !== operatorScope)
    test(`${name}: another company's ID returns the same 404 as an unknown ID`, async () => {
      assert.ok(foreign, 'the test has no such ID')
      for (const id of [foreign, absent, publicId('folder', newId()), 'nonsense', '%00', '__proto__'])
        assert.deepEqual(seen(await ask(owner, urlOf(endpoint, id))), notFound, id)
    })

  if (endpoint.body && !endpoint.upload && scope !== operatorScope)
    test(`${name} rejects a body that is not a JSON object, and names unknown fields`, async () => {
      const notJson = { status: 400, body: { message: 'The request body must be a JSON object.' } }
      for (const sent of [[], 'x', 7, null])
        assert.deepEqual(seen(await owner.ask(method, url, sent)), notJson)
      const unknown = await owner.ask(method, url, { ...body, company_id: 'x' })
      assert.equal(unknown.status, 422)
      assert.deepEqual(unknown.body, { company_id: ['The company id field is not known here.'] })
    })

  if (endpoint.list || endpoint.query?.shape.per_page)
    test(`${name} is paginated, and rejects another company's cursor`, async () => {
      const at = urlOf(endpoint, foreign ?? absent)
      if (scope === operatorScope || endpoint.params) return
      const { body } = await owner.get(`${at}?per_page=1&with_total=true`)
      assert.deepEqual(Object.keys(body), ['data', 'links', 'meta'])
      assert.equal(body.meta.total >= body.data.length, true)
      for (const query of ['per_page=0', 'per_page=101', 'cursor=nonsense', 'page=1&cursor=x'])
        assert.equal((await owner.get(`${at}?${query}`)).status, 422, query)
      const { next_cursor } = (await gus.get(`${at}?per_page=1`)).body.meta
      if (next_cursor) assert.equal((await owner.get(`${at}?per_page=1&cursor=${next_cursor}`)).status, 422)
    })
}

/** Every route of the portal: endpoints of the API and of the portal, uploads, and sign-in. */
const portalRoutes = mountedRoutes(service).filter(({ url }) => url.startsWith('/portal/api/'))
const uploads = ['POST /uploads', 'HEAD /uploads/:id', 'PATCH /uploads/:id', 'DELETE /uploads/:id']
const served = new Set(
  [
    ...[...endpointsForPeople, ...portalEndpoints].map(({ method, path }) => `${method} ${path}`),
    ...uploads,
  ].map((route) => route.replace(' ', ' /portal/api')),
)

test('every documented route of the portal is mounted', () => {
  const mounted = new Set(portalRoutes.map(({ method, url }) => `${method} ${url}`))
  assert.deepEqual(
    [...served].filter((route) => !mounted.has(route)),
    [],
  )
})

const elsewhere: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  {},
  ...['cross-site', 'same-site', 'none'].map((site) => ({ 'sec-fetch-site': site, origin: service.url })),
]
/** Other sites can link to a page but not read it. Older browsers do not send these headers. */
const readElsewhere = [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }]

for (const [url, routes] of Map.groupBy(portalRoutes, ({ url }) => url))
  test(`${url} rejects requests from other sites`, async () => {
    const cookie = [...owner.cookies].map((pair) => pair.join('=')).join('; ')
    const to = url.replace(/:\w+/g, 'x').replace('*', 'sign-out')
    const refused = [403, 'The request must come from the portal.']
    for (const { method } of routes.filter(({ method }) => method !== 'OPTIONS' && method !== 'TRACE'))
      for (const headers of ['GET', 'HEAD'].includes(method) ? readElsewhere : elsewhere) {
        const answer = await send(service, method, to, { headers: { cookie, ...headers } })
        const what = `${method} ${JSON.stringify(headers)}`
        if (answer.status === 405) assert.ok(!served.has(`${method} ${url}`), what)
        else if (method === 'HEAD') assert.equal(answer.status, 403, what)
        else assert.deepEqual([answer.status, answer.body.message], refused, what)
      }
  })

test('no API endpoint accepts another company in the header', async () => {
  const noCompany = { status: 404, body: { message: 'Company not found.' } }
  // A new session, because sessions have a rate limit.
  const at = await signedIn(service, owner.email)
  for (const company of [globex.companyId, newId()].map((id) => publicId('company', id)))
    for (const { method, path } of [...endpointsForPeople, { method: 'POST', path: '/uploads' }]) {
      const url = `/portal/api${path.replace(/:\w+/g, 'x')}`
      const answer = await at.ask(method, url, undefined, { 'atelier-company': company })
      assert.deepEqual(seen(answer), noCompany, `${method} ${url}`)
    }
})

test('the requests above changed nothing in the other company', async () => {
  assert.equal((await gus.get(`/portal/api/clients/${client}`)).body.data.name, 'Theirs')
  assert.equal((await gus.get('/portal/api/invitations')).body.data.length, 1)
  assert.equal((await gus.get('/portal/api/members')).body.data[0].role, 'owner')
  assert.equal((await gus.get('/portal/api/company')).body.data.enterprise.status, 'active')
})

test('an unsupported method returns 405 with the supported methods', async () => {
  const answer = await owner.ask('PUT', '/portal/api/clients')
  assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'GET, HEAD, POST'])
  const invitation = await owner.ask('PUT', '/portal/api/invitations/x')
  assert.equal(invitation.headers.get('allow'), 'DELETE, GET, HEAD')
})
