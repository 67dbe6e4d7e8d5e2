// Engines: postgres
// The OpenAPI document lists every served endpoint, and every response matches its schema.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { validate } from '@scalar/openapi-parser'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { setEnterpriseStatus } from '../src/companies/queries.ts'
import { scopes } from '../src/http/caller.ts'
import { newId, publicId } from '../src/ids.ts'
import { apiDocument, endpoints } from '../src/routes.ts'
import { type Answer, newCaller, send } from './support/companies.ts'
import { contractEndpoints } from './support/contract.ts'
import { documentedBy } from './support/documented.ts'
import { servedByHand } from './support/endpoints.ts'
import { basic, inBody, sendForm } from './support/forms.ts'
import { doneImport } from './support/jobs.ts'
import { type Shown, twoLibraries } from './support/library.ts'
import { begunUpload } from './support/resumable.ts'
import { startService } from './support/service.ts'

const service = await startService()
const [acme, globex] = await twoLibraries(service)
const { enterpriseId, companyId } = acme
const document: Shown = JSON.parse(JSON.stringify(apiDocument()))
const homeless = await newCaller(service, { name: 'homeless', enterpriseId, companyId: null, scopes })
const powerless = await newCaller(service, { name: 'powerless', enterpriseId, companyId, scopes: [] })

const documented = documentedBy(document)

/** Checks the status, its headers, and the body against the document's schema for that status. */
function assertDocumented(answer: Answer, path: string, method: string, status: number) {
  assert.equal(answer.status, status, `${method} ${path}: ${answer.text}`)
  const { headers, text } = answer
  const type = headers.get('content-type') ?? undefined
  documented([method, path], { status, type, text, headers }, `${method} ${path}`)
}

test('the document is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await validate(document)
  assert.deepEqual(errors ?? [], [])
  assert.ok(valid)
  assert.match(document.openapi, /^3\.1\./)
})

// Holds R-PATH-5.
test('/openapi.json returns the document', async () => {
  const { status, body } = await send(service, 'GET', '/openapi.json')
  assert.equal(status, 200)
  assert.deepEqual(body, JSON.parse(JSON.stringify(apiDocument(service.url))))
  assert.deepEqual(body.servers, [{ url: service.url }])
  const { tokenUrl } = body.components.securitySchemes.oauth.flows.clientCredentials
  assert.equal(tokenUrl, `${service.url}/oauth/access-token`)
})

/** Every JSON Schema of the document, with its path. */
function* schemasIn(node: Shown, at = '#'): Generator<[string, Shown]> {
  if (typeof node !== 'object' || node === null) return
  const isSchema = /\/(schema|items|additionalProperties|(properties|schemas|anyOf|oneOf)\/[^/]+)$/.test(at)
  if (isSchema && !Array.isArray(node)) yield [at, node]
  for (const [name, part] of Object.entries(node))
    if (name !== 'example') yield* schemasIn(part, `${at}/${name}`)
}

// The rules of `redocly lint --extends recommended` and of `spectral:oas` that such documents break. The linters
// themselves are not a dependency of this repository, because they need 283 MB with the client generators
// (openapi-tools.test.ts).
test('no schema contradicts itself', () => {
  const all = [...schemasIn(document)]
  assert.ok(all.length > 2_000)
  const isOf = (type: string, value: unknown) =>
    type === 'array'
      ? Array.isArray(value)
      : type === 'null'
        ? value === null
        : type === 'integer'
          ? Number.isInteger(value)
          : typeof value === type
  for (const [at, schema] of all) {
    const types: string[] = [schema.type ?? []].flat()
    if (schema.$ref)
      assert.deepEqual(
        Object.keys(schema).filter((key) => key !== 'description'),
        ['$ref'],
        at,
      )
    if (schema.anyOf) assert.deepEqual(types, [], `${at} has a type and anyOf`)
    for (const value of schema.enum ?? [])
      assert.ok(
        types.some((type) => isOf(type, value)),
        `${at} allows ${value}`,
      )
    if (schema.items) assert.ok(types.includes('array'), `${at} has items`)
    if (schema.properties) assert.ok(types.includes('object'), `${at} has properties`)
    for (const name of schema.required ?? []) assert.ok(schema.properties[name], `${at} requires ${name}`)
    if (schema.default !== undefined && types.length > 0)
      assert.ok(
        types.some((type) => isOf(type, schema.default)),
        `${at} has another default`,
      )
  }
})

test('lists and texts in forms are documented as clients send them', () => {
  for (const [path, operations] of Object.entries<Shown>(document.paths))
    for (const { requestBody } of Object.values<Shown>(operations)) {
      const { properties = {} } = requestBody?.content?.['multipart/form-data']?.schema ?? {}
      for (const [name, { type, anyOf = [], items }] of Object.entries<Shown>(properties)) {
        const types = [type, ...anyOf.map((one: Shown) => one.type)].filter(Boolean)
        assert.ok(
          types.every((one) => one === 'string' || one === 'array'),
          `${path} ${name}: ${types}`,
        )
        if (type === 'array') assert.deepEqual(items, { type: 'string' })
      }
    }
})

// Holds R-PATH-5.
test('responses may get more fields, and request bodies may not', () => {
  const closed = [...schemasIn(document)].filter(([, schema]) => schema.additionalProperties === false)
  assert.ok(closed.length > 50)
  for (const [at] of closed) assert.match(at, /\/requestBody\//)
})

const bodyTypes = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data']

// Holds R-PATH-5.
test('every JSON body and every form has an example that matches its schema', () => {
  const schemas = new Ajv2020({ strict: false, allErrors: true, validateFormats: false }).addSchema(
    document,
    'document',
  )
  const pointerPart = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))
  let count = 0
  const check = (content: Shown, ...where: string[]) => {
    for (const [type, { example }] of Object.entries<Shown>(content ?? {})) {
      if (!bodyTypes.includes(type)) continue
      const at = `document#/${[...where, type, 'schema'].map(pointerPart).join('/')}`
      const validate = schemas.compile({ $ref: at })
      assert.ok(validate(example), `${at}: ${JSON.stringify(validate.errors)} ${JSON.stringify(example)}`)
      count++
    }
  }
  for (const [path, operations] of Object.entries<Shown>(document.paths))
    for (const [method, { requestBody, responses }] of Object.entries<Shown>(operations)) {
      check(requestBody?.content, 'paths', path, method, 'requestBody', 'content')
      for (const [status, { content }] of Object.entries<Shown>(responses))
        check(content, 'paths', path, method, 'responses', status, 'content')
    }
  assert.ok(count > 500)
})

// Holds R-PATH-1.
test('docs/contract.md lists exactly the endpoints of the document, with their scopes', () => {
  const documented = Object.entries<Shown>(document.paths).map(([path, operations]) => {
    const methods = Object.keys(operations).filter((method) => operations[method].responses)
    const scopeOf = (isRead: boolean) => {
      const some = methods.filter((method) => ['get', 'head'].includes(method) === isRead)
      const scopes = some.map((method) => operations[method].security?.[0]?.oauth[0])
      assert.ok(new Set(scopes).size <= 1, path)
      return scopes[0]
    }
    return {
      path,
      methods: methods.map((method) => method.toUpperCase()),
      scopes: { read: scopeOf(true), change: scopeOf(false) },
    }
  })
  const byPath = (one: { path: string }, other: { path: string }) => (one.path < other.path ? -1 : 1)
  assert.deepEqual(contractEndpoints.toSorted(byPath), documented.toSorted(byPath))
})

// Holds R-PATH-2.
test('the document lists exactly the served endpoints and their parameters', async () => {
  const served = endpoints.map(({ path }) => `/api${path.replace(/:(\w+)/g, '{$1}')}`)
  const uploads = Object.keys(servedByHand).map((path) => `/api${path.replace(':id', '{id}')}`)
  const byHand = [
    '/oauth/access-token',
    '/oauth/token',
    '/api/get-access-token',
    '/oauth/introspect',
    '/oauth/revoke',
    ...uploads,
  ]
  assert.deepEqual(Object.keys(document.paths).sort(), [...new Set([...served, ...byHand])].sort())
  for (const { method, path, query, params, scope, alsoNeeds = [] } of endpoints) {
    const operation = document.paths[`/api${path.replace(/:(\w+)/g, '{$1}')}`][method.toLowerCase()]
    const names = (operation.parameters ?? [])
      .filter((parameter: Shown) => parameter.in !== 'header')
      .map(({ name }: Shown) => name)
    assert.deepEqual(
      names.sort(),
      [...Object.keys(query?.shape ?? {}), ...Object.keys(params?.shape ?? {})].sort(),
    )
    assert.deepEqual(operation.security[0], { oauth: [scope, ...alsoNeeds] })
  }
})

// Holds R-PATH-5.
test('every operation has a unique ID, a summary, and its error responses', () => {
  const names = new Set<string>()
  const groups = new Set(document.tags.map(({ name, description }: Shown) => description && name))
  for (const [path, methods] of Object.entries<Shown>(document.paths)) {
    for (const [method, { operationId, summary, description, responses, tags }] of Object.entries<Shown>(
      methods,
    )) {
      assert.ok(description, `${method} ${path}`)
      assert.ok(groups.has(tags[0]), tags[0])
      // Operation IDs are method names, consisting of a verb and a noun, not of the HTTP method and path.
      assert.match(operationId, /^(?!post|patch|put)[a-z]+[A-Z][A-Za-z]+$/)
      if (method === 'get') assert.match(operationId, /^(list|get|export)[A-Z]/)
      assert.ok(!names.has(operationId), operationId)
      names.add(operationId)
      assert.match(summary, /^[A-Z][^.]*[^.]$/)
      assert.doesNotMatch(summary, /\ba [aeio]|\ban [^aeiou]/i)
      assert.equal(tags.length, 1)
      const expected =
        path.startsWith('/api/') && !path.includes('get-access-token')
          ? [
              ...(method === 'get' ? [200, 304] : []),
              401,
              403,
              404,
              429,
              500,
              503,
              ...(['post', 'patch', 'put', 'delete'].includes(method) ? [507] : []),
            ]
          : [200]
      for (const status of expected) assert.ok(responses[status], `${path} ${status}`)
    }
  }
})

for (const { method, path, list, params } of endpoints) {
  if (method !== 'GET') continue
  const documented = `/api${path.replace(/:(\w+)/g, '{$1}')}`

  // Holds R-WIRE-1, R-CHANGE-11.
  test(`${path} responds as documented`, async () => {
    // An unavailable file has no link.
    const isLinked = ({ availability = 'available' }: { availability?: string }) =>
      availability === 'available'
    const ids = params ? (await shownBelow(path.split('/:id')[0]!)).filter(isLinked) : [{ id: '' }]
    const url = await urlsOf(path, ids[0].id)
    for (const { id } of ids.slice(0, path.includes('/:id/') ? 1 : undefined))
      assertDocumented(await acme.get(url(id)), documented, 'get', 200)
    const first = ids[0].id
    assertDocumented(await send(service, 'GET', url(first)), documented, 'get', 401)
    assertDocumented(await powerless.get(url(first)), documented, 'get', 403)
    assertDocumented(await homeless.get(url(first)), documented, 'get', 404)
    if (params) {
      assertDocumented(await globex.get(url(first)), documented, 'get', 404)
      assertDocumented(await acme.get(url(publicId('template', newId()))), documented, 'get', 404)
    }
    if (!list) return
    for (const query of [
      'per_page=100&with_total=true',
      'page=2&per_page=2',
      'fields=id',
      `per_page=3&sort=-${list.sorts.at(-1)}`,
    ]) {
      assertDocumented(await acme.get(`${url('')}?${query}`), documented, 'get', 200)
    }
    assertDocumented(await acme.get(`${url('')}?per_page=0&sort=x&cursor=x`), documented, 'get', 422)
    assertDocumented(await acme.get(`${url('')}?cursor=x`), documented, 'get', 422)
  })
}

/** Jobs and uploads have no list. */
const unlisted: Record<string, () => Promise<string>> = {
  '/jobs': () => doneImport(service.db, companyId),
  '/uploads': () => begunUpload(service, acme),
}

async function shownBelow(path: string): Promise<Shown[]> {
  const made = unlisted[path]
  return made ? [{ id: await made() }] : (await acme.get(`/api${path}?per_page=100`)).body.data
}

/** The second parameter comes from the list under the first parameter. */
async function urlsOf(path: string, first: string) {
  const [, above, rest] = /^(.*\/:id\/.*)\/:\w+(.*)$/.exec(path) ?? []
  if (above === undefined) return (id: string) => `/api${path.replace(':id', id)}`
  const { body } = await acme.get(`/api${above.replace(':id', first)}`)
  return (id: string) => `/api${above.replace(':id', id)}/${body.data[0].id}${rest}`
}

test('a response that does not match its schema is detected', async () => {
  const answer = await acme.get('/api/folders?per_page=1')
  const [row] = answer.body.data
  const broken = [
    { ...answer.body, data: [{ ...row, depth: 'deep' }] },
    { ...answer.body, data: [{ ...row, secret: 1 }] },
    { ...answer.body, meta: { ...answer.body.meta, per_page: null } },
    { ...answer.body, extra: 1 },
    { data: [row] },
  ]
  for (const body of broken) {
    const text = JSON.stringify(body)
    assert.throws(() => assertDocumented({ ...answer, text, body }, '/api/folders', 'get', 200))
  }
})

test('the token endpoints respond to JSON as documented', async () => {
  const credentials = { client_id: acme.clientId, client_secret: acme.clientSecret }
  const post = (path: string, json: unknown, body?: string) =>
    send(
      service,
      'POST',
      path,
      body === undefined ? { json } : { body, headers: { 'content-type': 'application/json' } },
    )
  for (const path of ['/oauth/access-token', '/api/get-access-token']) {
    assertDocumented(await post(path, credentials), path, 'post', 200)
    assertDocumented(await post(path, null, '{'), path, 'post', 400)
    assertDocumented(await post(path, { ...credentials, client_secret: 'wrong' }), path, 'post', 401)
    assertDocumented(await post(path, {}), path, 'post', 422)
    await setEnterpriseStatus(service.db, enterpriseId, 'inactive')
    assertDocumented(await post(path, credentials), path, 'post', 403)
    await setEnterpriseStatus(service.db, enterpriseId, 'active')
  }
  const { token } = globex
  assertDocumented(await post('/oauth/introspect', { token }), '/oauth/introspect', 'post', 200)
  assertDocumented(await post('/oauth/revoke', { token }), '/oauth/revoke', 'post', 200)
  for (const path of ['/oauth/introspect', '/oauth/revoke']) {
    assertDocumented(await post(path, { token }), path, 'post', 422)
    assertDocumented(await post(path, {}), path, 'post', 422)
  }
})

test('the token endpoints respond to forms as documented', async () => {
  const grant = { grant_type: 'client_credentials' }
  const post = (path: string, fields: Record<string, string>, headers = basic(acme)) =>
    sendForm(service, path, fields, headers)
  for (const path of ['/oauth/access-token', '/oauth/token']) {
    assertDocumented(await post(path, grant), path, 'post', 200)
    assertDocumented(await post(path, {}), path, 'post', 400)
    assertDocumented(await post(path, { ...grant, scope: 'none' }), path, 'post', 400)
    const wrong = { ...inBody(acme), client_secret: 'wrong' }
    assertDocumented(await sendForm(service, path, { ...grant, ...wrong }), path, 'post', 401)
  }
  const [path, revocation] = ['/oauth/introspect', '/oauth/revoke']
  assertDocumented(await post(path, { token: acme.token }), path, 'post', 200)
  assertDocumented(await post(path, { token: globex.token }), path, 'post', 200)
  for (const one of [path, revocation]) {
    assertDocumented(await post(one, {}), one, 'post', 400)
    assertDocumented(await sendForm(service, one, { token: 'x' }), one, 'post', 401)
  }
  assertDocumented(await post(revocation, { token: 'x' }), revocation, 'post', 200)
})
