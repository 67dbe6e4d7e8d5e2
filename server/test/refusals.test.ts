// Engines: postgres
// Error responses that every endpoint in routes.ts has in common: contract R-AUTH-1 to R-AUTH-5, R-ERR-1 to R-ERR-5.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scopes } from '../src/http/caller.ts'
import { type IdKind, idPrefixes, newId, publicId } from '../src/ids.ts'
import { endpoints } from '../src/routes.ts'
import { type Answer, type Caller, newCaller, newCompany, send } from './support/companies.ts'
import { allowedAt, servedByHand } from './support/endpoints.ts'
import { startService } from './support/service.ts'

const service = await startService()
const acme = await newCompany(service, 'Acme')
const { enterpriseId, companyId } = acme
const homeless = await newCaller(service, { name: 'homeless', enterpriseId, companyId: null, scopes })
const restricted = new Map<string, Caller>()
for (const scope of scopes) {
  const others = scopes.filter((other) => other !== scope)
  restricted.set(scope, await newCaller(service, { name: scope, enterpriseId, companyId, scopes: others }))
}

const absent = (kind: IdKind) => publicId(kind, newId())
const someId = absent('template')

function assertRefused(answer: Answer, status: number, body: object) {
  assert.deepEqual({ status: answer.status, body: answer.body }, { status, body })
  assert.match(answer.headers.get('content-type')!, /^application\/json/)
  assert.match(answer.headers.get('x-request-id')!, /^req_/)
}

for (const endpoint of endpoints) {
  const url = `/api${endpoint.path.replace(':id', someId)}`
  const name = `${endpoint.method} ${endpoint.path}`
  const { method } = endpoint
  const ask = ({ token }: Caller, at = url) =>
    send(service, method, at, { headers: { authorization: `Bearer ${token}` } })
  const reads = method === 'GET'
  /** The endpoint's JSON body, or the JSON alternative to its form. */
  const json = endpoint.upload ? endpoint.orJson : endpoint
  const needsFields = endpoint.body?.safeParse({}).success === false

  // Holds R-AUTH-1.
  test(`${name} requires a live token`, async () => {
    const headers: Record<string, string>[] = [
      {},
      { authorization: '' },
      { authorization: 'Bearer' },
      { authorization: `Basic ${acme.token}` },
      { authorization: acme.token },
      { authorization: `Bearer ${acme.token}x` },
      { authorization: `Bearer ${acme.token} ${acme.token}` },
      { cookie: `token=${acme.token}` },
    ]
    for (const sent of headers) {
      const answer = await send(service, method, url, { headers: sent })
      assertRefused(answer, 401, { message: 'Unauthenticated.' })
      assert.match(answer.headers.get('www-authenticate')!, /^Bearer realm="atelier"/)
      assert.equal(answer.headers.get('etag'), null)
    }
    const inUrl = await send(service, method, `${url}?access_token=${acme.token}&token=${acme.token}`)
    assertRefused(inUrl, 401, { message: 'Unauthenticated.' })
  })

  // Holds R-AUTH-4.
  test(`${name} requires ${endpoint.scope}`, async () => {
    const answer = await ask(restricted.get(endpoint.scope)!)
    assertRefused(answer, 403, { message: 'Token does not have the required scope.' })
    assert.equal(
      answer.headers.get('www-authenticate'),
      `Bearer realm="atelier", error="insufficient_scope", scope="${endpoint.scope}", resource_metadata="${service.url}/.well-known/oauth-protected-resource"`,
    )
  })

  // Holds R-AUTH-5.
  test(`${name} returns 404 to a client without a company`, async () => {
    assertRefused(await ask(homeless), 404, { message: 'Company not found.' })
    assertRefused(await ask(homeless, `${url}?per_page=0`), 404, { message: 'Company not found.' })
  })

  // Holds R-ERR-4.
  test(`${name} returns 405 with Allow for other methods`, async () => {
    const allowed = allowedAt(endpoint.path)
    for (const other of ['DELETE', 'OPTIONS', 'PATCH', 'POST', 'PUT']) {
      if (allowed.includes(other)) continue
      const answer = await send(service, other, url, { headers: { authorization: `Bearer ${acme.token}` } })
      assertRefused(answer, 405, { message: 'Method Not Allowed.' })
      assert.equal(answer.headers.get('allow'), allowed)
    }
  })

  if (reads && !servedByHand[endpoint.path]?.includes('HEAD'))
    // Holds R-WIRE-8.
    test(`${name} responds to HEAD like to GET, without a body`, async () => {
      const sent = { headers: { authorization: `Bearer ${acme.token}` } }
      const [get, head] = [await send(service, 'GET', url, sent), await send(service, 'HEAD', url, sent)]
      assert.equal(head.status, get.status)
      assert.equal(head.text, '')
      for (const header of ['content-type', 'content-length', 'etag', 'cache-control']) {
        assert.equal(head.headers.get(header), get.headers.get(header), header)
      }
    })

  if (endpoint.list) {
    // Holds R-ERR-1.
    test(`${name} validates parameters last and returns a bare map of errors`, async () => {
      const answer = await acme.get(`${url}?per_page=0`)
      assertRefused(answer, 422, { per_page: ['The per page field must be an integer from 1 to 100.'] })
      assertRefused(await send(service, 'GET', `${url}?per_page=0`), 401, { message: 'Unauthenticated.' })
      assert.equal((await restricted.get(endpoint.scope)!.get(`${url}?per_page=0`)).status, 403)
    })
  }

  if (json && !reads) {
    // Holds R-ERR-5, R-VALID-2.
    test(`${name} rejects a body that is not a JSON object, and names unknown fields`, async () => {
      const authorization = `Bearer ${acme.token}`
      const as = (type: string, body: string) =>
        send(service, method, url, { headers: { authorization, 'content-type': type }, body })
      for (const body of ['[]', '"x"', '7', 'null', '{', ' ', '{"a":1}}', '\0']) {
        const answer = await as('application/json', body)
        assertRefused(answer, 400, { message: 'The request body must be a JSON object.' })
      }
      assertRefused(await as('text/plain', '{}'), 415, { message: 'Unsupported Media Type.' })
      const { body, status } = await as('application/json', '{"company_id":"x","no_such_field":1}')
      assert.equal(status, 422)
      assert.deepEqual(body.company_id, ['The company id field is not known here.'])
      assert.deepEqual(body.no_such_field, ['The no such field field is not known here.'])
    })
  }

  if (endpoint.upload) {
    test(`${name} accepts a form, and names unknown fields`, async () => {
      const authorization = `Bearer ${acme.token}`
      if (!endpoint.upload!.bare && !endpoint.orJson) {
        const headers = { authorization, 'content-type': 'application/json' }
        assertRefused(await send(service, method, url, { headers, body: '{}' }), 415, {
          message: 'Unsupported Media Type.',
        })
      }
      if (endpoint.params) return
      const form = new FormData()
      form.append('company_id', 'x')
      form.append('no_such_field', 'x')
      const response = await fetch(service.url + url, { method, headers: { authorization }, body: form })
      assert.equal(response.status, 422)
      const faults = (await response.json()) as Record<string, string[]>
      assert.deepEqual(faults.company_id, ['The company id field is not known here.'])
      assert.deepEqual(faults.no_such_field, ['The no such field field is not known here.'])
    })
  }

  if (endpoint.params) {
    test(`${name} returns 404 for IDs of another kind`, async () => {
      const ids = (Object.keys(idPrefixes) as IdKind[]).map(absent)
      const odd = [
        '1',
        newId(),
        'tpl_',
        '%00',
        '%F0%9F%92%A9',
        '__proto__',
        '..%2Ftemplates',
        '%2e%2e',
        'x'.repeat(300),
      ]
      for (const id of [...ids, ...odd, '%']) {
        const answer = await ask(acme, `/api${endpoint.path.replace(':id', id)}`)
        // Every client resolves `..` in the path, so this requests the parent folder.
        if (id === '%2e%2e') assert.ok([200, 404, 405].includes(answer.status))
        // If none of the fields was sent, missing fields are reported first (contract R-ERR-1).
        else if (needsFields) assert.ok(answer.status === 404 || answer.status === 422)
        else assertRefused(answer, 404, { message: 'Not Found.' })
      }
    })
  }
}

// Holds R-ERR-3.
test('an unknown path returns 404, with or without a token', async () => {
  for (const path of ['/api', '/api/', '/api/nothing', '/api/Templates', '/api/templates/x/y']) {
    assertRefused(await acme.get(path), 404, { message: 'Not Found.' })
    assertRefused(await send(service, 'GET', path), 404, { message: 'Not Found.' })
  }
})
