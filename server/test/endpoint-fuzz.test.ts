// Engines: embedded, postgres
// Runs: without retry
// Requests generated from the OpenAPI documents of the API and the portal, valid or with one error. Each must
// get a documented status and a body that matches the schema. Half of the IDs belong to another company,
// whose data must not appear in a response or change.
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { asCompany } from '../src/db/tenancy.ts'
import { openapiDocument } from '../src/http/endpoints/openapi.ts'
import { idPrefixes, newId, publicId } from '../src/ids.ts'
import { apiDocument, endpointsForPeople, portalEndpoints } from '../src/routes.ts'
import { uploadOperations } from '../src/uploads/openapi.ts'
import { type Caller, newCompany, someAddress, type TestCompany } from './support/companies.ts'
import { documentedBy, type Reply } from './support/documented.ts'
import { assertForSeconds, seed } from './support/fuzz.ts'
import { doneImport } from './support/jobs.ts'
import { fillLibrary, type Shown } from './support/library.ts'
import { type Browser, behindProxy, newMember, signedIn } from './support/people.ts'
import { begunUpload } from './support/resumable.ts'
import { type JsonSchema, nearly, odd, valuesOf } from './support/schema-values.ts'
import { startService } from './support/service.ts'

const log: { level: number }[] = []
const service = await startService({ env: behindProxy, log: (line) => log.push(JSON.parse(line)) })
const acme = await newCompany(service, 'Acme')
await fillLibrary(service, acme)
const member = await newMember(service, acme.companyId, 'owner')
await service.db.updateTable('people').set({ is_operator: true }).where('id', '=', member.personId).execute()
const globex = await newCompany(service, 'Globex')
await fillLibrary(service, globex)
const gus = await newMember(service, globex.companyId, 'owner', 'Gus')
const { hostname, port } = new URL(service.url)

type Sent = { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: JsonSchema }
type Operation = {
  prefix: '/api' | '/portal/api'
  path: string
  method: string
  parameters: Sent[]
  content: Record<string, { schema: JsonSchema }>
  /** The document that describes the responses. */
  document: 'api' | 'portal'
}

const documents = {
  api: JSON.parse(JSON.stringify(apiDocument())) as Shown,
  portal: JSON.parse(
    JSON.stringify(openapiDocument([...endpointsForPeople, ...portalEndpoints], uploadOperations)),
  ) as Shown,
}
const checks = { api: documentedBy(documents.api), portal: documentedBy(documents.portal) }

/** http-fuzz.test.ts covers the token endpoints, which have their own response shapes. */
const operations = Object.keys(documents).flatMap((document) =>
  operationsOf(document as Operation['document']),
)

function operationsOf(document: Operation['document']): Operation[] {
  const prefix = document === 'portal' ? '/portal/api' : '/api'
  return Object.entries<Shown>(documents[document].paths).flatMap(([path, methods]) =>
    path.startsWith('/oauth') || path === '/api/get-access-token'
      ? []
      : Object.entries<Shown>(methods).map(([method, { parameters = [], requestBody }]) => ({
          prefix,
          path,
          method,
          parameters,
          content: requestBody?.content ?? {},
          document,
        })),
  )
}

/** IDs by prefix, from the fixtures and from responses. */
const ids = new Map<string, Set<string>>(Object.values(idPrefixes).map((prefix) => [prefix, new Set()]))
/** IDs that are not used in requests, because deleting these resources would lock the caller out. */
const kept = new Set([
  member.id,
  acme.clientId,
  // Operators can see and change these resources.
  ...[acme, globex].map(({ enterpriseId }) => publicId('enterprise', enterpriseId)),
])
const theirs = new Set<string>([globex.companyId, globex.ownerId, gus.personId])

function learn(text: string) {
  for (const [id, prefix] of text.matchAll(/\b([a-z]{3})_[0-9a-hjkmnp-tv-z]{26}\b/g)) {
    const known = ids.get(prefix!)
    if (known && known.size < 200 && !kept.has(id)) known.add(id)
  }
}

const kinds: Record<string, string> = {
  folder_id: 'fld', parent_id: 'fld', brand_kit_id: 'bkt', asset_id: 'ast', delivery: 'dlv', client: 'cli', person: 'usr',
  '/templates': 'tpl', '/tags': 'ttg', '/assets': 'ast', '/asset-batches': 'ast', '/asset-tags': 'tag', '/folders': 'fld',
  '/brand-kit': 'bkt', '/brand-kit/logos': 'lgo', '/brand-kit/colors': 'clr', '/brand-kit/fonts': 'fnt', '/jobs': 'job',
  '/webhooks': 'whk', '/uploads': 'upl', '/clients': 'cli', '/members': 'usr', '/invitations': 'inv',
  '/enterprises': 'ent', '/security-events': 'sev', '/requests': 'lrq', '/installation/people': 'usr',
} // biome-ignore format: the table has one row per line.

const someId = (prefix: string) =>
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.nat().map((at) => [...ids.get(prefix)!][at % ids.get(prefix)!.size] ?? 'none'),
    },
    { weight: 1, arbitrary: fc.nat().map(() => `${prefix}_${publicId('asset', newId()).slice(4)}`) },
  )

/** The values of a parameter or field, by its name. */
function knownAt(path: string) {
  const list = path.replace('/api', '').split('/{')[0]!
  return (name: string) => {
    const prefix =
      name === 'id' || name === 'ids'
        ? kinds[list]
        : name === 'tag' || name === 'tags'
          ? list.startsWith('/template')
            ? 'ttg'
            : 'tag'
          : kinds[name]
    if (name === 'If-Match') return fc.constantFrom('*', '*', '"x"')
    // URLs without a server, because deliveries are tested elsewhere.
    if (name === 'url')
      return fc.constantFrom('https://nobody.invalid/a.png', 'https://127.0.0.1/', 'http://x')
    if (name === 'version') return fc.constantFrom('1', '2', '99999', '0', 'x')
    return prefix === undefined ? undefined : someId(prefix)
  }
}

type Request = {
  operation: Operation
  url: string
  headers: Record<string, string>
  body: Buffer | undefined
}

const sendable = (value: string) => value.replace(/[^\t\x20-\x7e\x80-\xff]/g, '~')
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.toWellFormed() : (JSON.stringify(value) ?? '')
const inUrl = (value: unknown) =>
  encodeURIComponent(Array.isArray(value) ? value.map(textOf).join() : textOf(value))

function requestsOf(operation: Operation): fc.Arbitrary<Request> {
  const { prefix, path, parameters, content } = operation
  const known = knownAt(path)
  // A request that waits for changes would block the test.
  const sentParameters = parameters.filter(({ name }) => name !== 'wait')
  const given = (place: Sent['in'], mostly: number) => {
    const named = sentParameters.filter((one) => one.in === place)
    const fields = named.map(({ name, schema }) => {
      const values = valuesOf(schema, known, name)
      return [name, fc.oneof({ weight: mostly, arbitrary: values }, { weight: 1, arbitrary: odd })]
    })
    return fc.record(Object.fromEntries(fields), {
      requiredKeys: named.filter(({ required }) => required).map(({ name }) => name),
    }) as fc.Arbitrary<Record<string, unknown>>
  }
  const bodies = Object.entries(content).map(([type, { schema }]) => bodiesOf(type, schema, known))
  return fc
    .record({
      inPath: given('path', 30),
      // With more fields, one error is more likely to hide the others.
      query: given('query', 30).chain(atMost(4)),
      headers: given('header', 6),
      body: bodies.length === 0 ? fc.constant(undefined) : fc.oneof(...bodies),
    })
    .map(({ inPath, query, headers, body }) => {
      const asked = query.map(([name, value]) => `${name}=${inUrl(value)}`).join('&')
      const filled = path.replace('/api', prefix).replace(/\{(\w+)\}/g, (_, name) => inUrl(inPath[name]))
      const sent = Object.entries(headers).map(([name, value]) => [name, sendable(textOf(value)).trim()])
      return {
        operation,
        url: asked ? `${filled}?${asked}` : filled,
        headers: { ...Object.fromEntries(sent), ...body?.headers },
        body: body?.bytes,
      }
    })
}

const atMost = (count: number) => (fields: Record<string, unknown>) => {
  const all = Object.entries(fields)
  return fc.subarray(all, { maxLength: Math.min(count, all.length) })
}

type Body = { headers: Record<string, string>; bytes: Buffer }

function bodiesOf(type: string, schema: JsonSchema, known: ReturnType<typeof knownAt>): fc.Arbitrary<Body> {
  const raw = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes))
  const as = (bytes: fc.Arbitrary<Buffer>) =>
    bytes.map((sent) => ({ headers: { 'content-type': type }, bytes: sent }))
  if (type === 'application/json') {
    const values = valuesOf(schema, known)
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value) ?? '')
    return as(
      fc.oneof(
        { weight: 4, arbitrary: values.map(encode) },
        { weight: 5, arbitrary: nearly(values).map(encode) },
        { weight: 1, arbitrary: raw },
      ),
    )
  }
  if (type !== 'multipart/form-data') return as(fc.oneof(raw, files))
  return formsOf(schema, known)
}

const files = fc.constantFrom(
  Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
  ),
  Buffer.from('%PDF-1.7\n'),
  Buffer.from('words'),
  Buffer.alloc(0),
)
const boundary = 'the-end-of-a-part'

/** The parts of a form in any order, some of them malformed. */
function formsOf(schema: JsonSchema, known: ReturnType<typeof knownAt>): fc.Arbitrary<Body> {
  const parts = Object.entries(schema.properties!).map(([name, one]) =>
    one.format === 'binary'
      ? fc
          .tuple(files, fc.oneof(fc.constantFrom('a.svg', '../a', '"', ''), fc.string()))
          .map(([bytes, fileName]) => part(`name="${name}"; filename="${sendable(fileName)}"`, bytes))
      : fc
          .oneof({ weight: 6, arbitrary: valuesOf(one, known, name) }, { weight: 1, arbitrary: odd })
          .map((value) =>
            part(
              `name="${name}"`,
              Buffer.from(Array.isArray(value) ? value.map(textOf).join() : textOf(value)),
            ),
          ),
  )
  const noise = fc.constantFrom(
    part('', Buffer.alloc(0)),
    part('name="__proto__"', Buffer.from('x')),
    part('name="no_such"', Buffer.from('x')),
    Buffer.from(`--${boundary}\r\n\r\n`),
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="name"\r\n`),
    Buffer.alloc(3),
  )
  const mostly = fc
    .tuple(...parts)
    .chain((all) => fc.shuffledSubarray(all, { maxLength: Math.min(4, all.length) }))
  const whole = fc.tuple(parts[0]!, mostly).map(([first, rest]) => [first, ...rest])
  const ends = fc.constantFrom(`--${boundary}--\r\n`, `--${boundary}--\r\n`, `--${boundary}--\r\n`, '')
  return fc
    .tuple(fc.oneof(whole, mostly), fc.array(noise, { maxLength: 1 }), ends)
    .map(([sent, more, end]) => ({
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      bytes: Buffer.concat([...sent, ...(sent.length % 3 === 0 ? more : []), Buffer.from(end)]),
    }))
}

const part = (disposition: string, bytes: Buffer) =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`, 'latin1'),
    bytes,
    Buffer.from('\r\n'),
  ])

/** The rate limit of a session per minute. */
const requestsPerSession = 400
let session: { at: Browser; asked: number } | undefined

async function credentialsFor({ prefix }: Operation): Promise<Record<string, string>> {
  if (prefix === '/api') return { authorization: `Bearer ${acme.token}` }
  if (!session || session.asked === requestsPerSession)
    session = { at: await signedIn(service, member.email), asked: 0 }
  session.asked++
  return {
    origin: service.url,
    'atelier-company': publicId('company', acme.companyId),
    cookie: [...session.at.cookies].map((pair) => pair.join('=')).join('; '),
  }
}

async function ask({ operation, url, headers, body }: Request): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  const sent = {
    ...headers,
    ...(await credentialsFor(operation)),
    ...(body && { 'content-length': String(body.length) }),
    'x-forwarded-for': someAddress(),
  }
  const method = operation.method.toUpperCase()
  request({ hostname, port, method, path: url, headers: sent }, async (response) => {
    const parts = (await response.toArray()) as Buffer[]
    const type = response.headers['content-type']
    resolve({ status: response.statusCode!, type, text: Buffer.concat(parts).toString() })
  })
    .on('error', reject)
    .end(body)
  return promise
}

/** Statuses that any path can return before routing. */
const everywhere = [414, 431]

function assertDocumented({ operation, url }: Request, reply: Reply) {
  if (everywhere.includes(reply.status)) return
  // With an empty ID and a trailing slash, the path is that of the list.
  if (/\/(\?|$)/.test(url)) return
  const { document, method, path } = operation
  checks[document]([method, path], reply, `${method} ${url}`)
}

const assertNoFaults = () =>
  assert.deepEqual(
    log.filter(({ level }) => level >= 50),
    [],
  )

/** Everything that a caller's lists return, with and without trashed rows, and a webhook's deliveries. */
async function allIdsOf(caller: Caller & TestCompany, at: Browser): Promise<string> {
  const texts = [await begunUpload(service, caller), await doneImport(service.db, caller.companyId)]
  for (const path of Object.keys(kinds).filter((kind) => kind.startsWith('/'))) {
    texts.push((await caller.get(`/api${path}?per_page=100&with_trashed=true`)).text)
    texts.push((await caller.get(`/api${path}?per_page=100`)).text)
    texts.push((await at.get(`/portal/api${path}?per_page=100`)).text)
  }
  const [webhook] = /whk_\w{26}/.exec(texts.join())!
  texts.push((await caller.get(`/api/webhooks/${webhook}/deliveries`)).text)
  return texts.join('\n')
}

/** All rows of Globex, without the time of its client's last request. */
async function rowsOfGlobex(): Promise<string[]> {
  const rows: string[] = []
  await asCompany(service.db, globex.companyId, async (trx) => {
    const tables = await sql<{ name: string }>`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'company_id' and table_name not in ('client_requests', 'request_log')`.execute(
      trx,
    )
    for (const { name } of tables.rows) {
      const found = await sql<{ row: string }>`
        select (to_jsonb(t) - 'last_used_at')::text as row from ${sql.table(name)} t
        where company_id = ${globex.companyId}`.execute(trx)
      for (const { row } of found.rows) rows.push(`${name}: ${row}`)
    }
  })
  return rows.sort()
}

function assertNothingOfGlobex({ url, headers, body }: Request, { status, text }: Reply) {
  const sent = `${url} ${JSON.stringify(headers)} ${body}`
  const path = url.split('?')[0]!
  // Operators see the people of all companies.
  if (path.startsWith('/portal/api/installation/people')) return
  for (const id of theirs) {
    assert.ok(!text.includes(id) || sent.includes(id), `${id} of Globex: ${url} → ${text}`)
    assert.ok(!path.includes(id) || status >= 400, `${id} of Globex: ${url} → ${status} ${text}`)
  }
}

test('every generated request gets a documented response', async (t) => {
  learn(await allIdsOf(acme, member))
  const invited = { email: 'new@globex.example', role: 'viewer' }
  assert.equal((await gus.post('/portal/api/invitations', invited)).status, 201)
  const ofGlobex = await allIdsOf(globex, gus)
  for (const [id] of ofGlobex.matchAll(/\b(?!cmp|ent)[a-z]{3}_[0-9a-hjkmnp-tv-z]{26}\b/g)) theirs.add(id)
  learn(ofGlobex)
  const before = await rowsOfGlobex()
  assert.ok(theirs.size > 100 && before.length > 100)
  const statuses = new Map<number, number>()
  const done = new Set<Operation>()
  const look = async (request: Request) => {
    const reply = await ask(request)
    assertNothingOfGlobex(request, reply)
    learn(reply.text)
    statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
    if (reply.status < 300) done.add(request.operation)
    assertDocumented(request, reply)
    assertNoFaults()
  }
  // Runs each operation once, however slow the machine is, and then random operations.
  for (const operation of operations)
    for (const request of fc.sample(requestsOf(operation), { numRuns: 1, seed })) await look(request)
  await assertForSeconds(5, t, fc.constantFrom(...operations).chain(requestsOf), look)
  t.diagnostic(
    [...statuses]
      .sort(([a], [b]) => a - b)
      .map((pair) => pair.join(': '))
      .join(', '),
  )
  assertWellAsked(done, statuses)
  assert.equal((await acme.get('/api/user')).status, 200)
  assert.deepEqual(await rowsOfGlobex(), before)
})

/**
 * At least 5 % of each document's operations must succeed at least once. Usually, 25 % do. With fewer,
 * requests fail for reasons other than the generated error.
 */
function assertWellAsked(done: ReadonlySet<Operation>, statuses: ReadonlyMap<number, number>) {
  for (const refused of [401, 429]) assert.equal(statuses.get(refused), undefined, `${refused}`)
  for (const document of ['api', 'portal'] as const) {
    const isServed = (operation: Operation) => operation.document === document
    const [part, whole] = [[...done].filter(isServed).length, operations.filter(isServed).length]
    assert.ok(part >= whole / 20, `${part} of ${whole} operations of the ${document} were done`)
  }
}
