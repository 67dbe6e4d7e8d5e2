// Engines: embedded, postgres
// Properties of all writes. A change and its event are one commit, no edit is lost, and a repeated request is
// executed once. Folders stand for all resources, because the code is the same.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { asCompany } from '../src/db/tenancy.ts'
import { change } from '../src/events/append.ts'
import { revisionOf } from '../src/http/endpoints/revision.ts'
import { parseId } from '../src/ids.ts'
import { newCaller, newCompany, send } from './support/companies.ts'
import { held } from './support/held.ts'
import { engine, startService } from './support/service.ts'

const service = await startService()
const { db } = service
const acme = await newCompany(service, 'Acme')
const globex = await newCompany(service, 'Globex')

let made = 0
const folder = async (fields: object = {}) => {
  const answer = await acme.post('/api/folders', { name: `folder ${made++}`, ...fields })
  assert.equal(answer.status, 201, answer.text)
  return { ...answer.body.data, etag: answer.headers.get('etag')! }
}

const eventsOf = (id: string) =>
  asCompany(db, acme.companyId, (trx) =>
    trx
      .selectFrom('events')
      .selectAll()
      .where('resource_id', '=', parseId('folder', id)!)
      .orderBy('seq')
      .execute(),
  )

describe('a created resource', () => {
  // Holds R-CHANGE-1.
  test('a created resource returns 201 with Location, and the body and ETag of a GET', async () => {
    const answer = await acme.post('/api/folders', { name: '  Résumés ' })
    assert.equal(answer.status, 201)
    assert.equal(answer.body.data.name, 'Résumés')
    const found = await acme.get(answer.headers.get('location')!)
    assert.deepEqual(found.body, answer.body)
    assert.equal(found.headers.get('etag'), answer.headers.get('etag'))
  })

  test('a created resource emits one event with its actor and request ID', async () => {
    const answer = await acme.post('/api/folders', { name: 'with an event' })
    const { id } = answer.body.data
    const [event, ...others] = await eventsOf(id)
    assert.equal(others.length, 0)
    assert.equal(event!.type, 'folder.created')
    assert.deepEqual(event!.actor, { type: 'client', id: parseId('client', acme.clientId) })
    assert.equal(event!.request_id, answer.headers.get('x-request-id'))
  })

  test('a created resource is rejected as a whole if one field is invalid, without an event', async () => {
    const version = () =>
      db.selectFrom('companies').select('version').where('id', '=', acme.companyId).executeTakeFirstOrThrow()
    const before = await version()
    const answer = await acme.post('/api/folders', { name: 'a/b', parent_id: 'x', extra: 1 })
    assert.equal(answer.status, 422)
    assert.deepEqual(Object.keys(answer.body).sort(), ['extra', 'name', 'parent_id'])
    assert.deepEqual(await version(), before)
  })

  test('a created resource belongs to the company of the token', async () => {
    const theirs = await globex.post('/api/folders', { name: 'theirs' })
    const answer = await acme.post('/api/folders', { name: 'mine', parent_id: theirs.body.data.id })
    assert.deepEqual(
      [answer.status, answer.body],
      [422, { parent_id: ['The selected parent id is invalid.'] }],
    )
    assert.equal((await acme.get(`/api/folders/${theirs.body.data.id}`)).status, 404)
    assert.equal((await acme.patch(`/api/folders/${theirs.body.data.id}`, { name: 'x' })).status, 404)
  })
})

test('a company that writes constantly leaves connections to others', async () => {
  const small = await startService({ env: { DATABASE_POOL_MAX: '2' } })
  const [busy, quiet] = [await newCompany(small, 'Busy'), await newCompany(small, 'Quiet')]
  let open = 0
  const released = held()
  const writes = Array.from({ length: 10 }, () =>
    change(small.db, { companyId: busy.companyId, actor: { type: 'operator' } }, async () => {
      open += 1
      await released.promise
      return { result: undefined, events: [] }
    }),
  )
  try {
    // The embedded engine has one connection, so all requests wait for its holder.
    if (engine === 'postgres') assert.equal((await quiet.get('/api/folders')).status, 200)
    assert.ok(open <= 1)
  } finally {
    released.resolve()
  }
  await Promise.all(writes)
  assert.equal(open, 10)
})

// Holds R-CHANGE-5.
describe('If-Match', () => {
  test('If-Match accepts a current ETag, and the response contains the new ETag', async () => {
    const { id, etag } = await folder()
    const first = await acme.patch(`/api/folders/${id}`, { name: `${id} first` }, { 'if-match': etag })
    assert.equal(first.status, 200)
    const second = await acme.patch(
      `/api/folders/${id}`,
      { name: `${id} second` },
      { 'if-match': first.headers.get('etag')! },
    )
    assert.equal(second.status, 200)
  })

  test('If-Match rejects the second of two concurrent changes', async () => {
    const { id, etag } = await folder()
    const answers = await Promise.all(
      ['one', 'two'].map((name) =>
        acme.patch(`/api/folders/${id}`, { name: `${id} ${name}` }, { 'if-match': etag }),
      ),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412])
    const loser = answers.find(({ status }) => status === 412)!
    assert.deepEqual(loser.body, { message: 'Precondition Failed.' })
    const winner = answers.find(({ status }) => status === 200)!
    assert.deepEqual((await acme.get(`/api/folders/${id}`)).body, winner.body)
  })

  test('If-Match accepts *, one of several ETags, or a weak ETag, but no unknown or outdated ETag', async () => {
    const { id, etag } = await folder()
    const rename = (ifMatch: string) =>
      acme.patch(`/api/folders/${id}`, { name: `${id} ${made++}` }, { 'if-match': ifMatch })
    assert.equal((await rename(`"x", ${etag}`)).status, 200)
    assert.equal((await rename('*')).status, 200)
    const { headers } = await acme.get(`/api/folders/${id}`)
    for (const wrong of ['"x"', 'x', '', etag, `W/${etag}`])
      assert.equal((await rename(wrong)).status, 412, wrong)
    // The form in which nginx forwards the tag when it compresses.
    assert.equal((await rename(`W/${headers.get('etag')}`)).status, 200)
  })

  // Holds R-LIST-17.
  test('If-Match of a GET returns 412 for another state, even from the cache', async () => {
    const { id } = await folder()
    for (const path of [`/api/folders/${id}`, '/api/folders?per_page=1']) {
      const etag = (await acme.get(path)).headers.get('etag')!
      for (const known of [etag, `W/${etag}`, '*', `"x", ${etag}`])
        assert.equal((await acme.get(path, { 'if-match': known })).status, 200, known)
      for (const other of ['"x"', 'x', '']) {
        const answer = await acme.get(path, { 'if-match': other })
        assert.deepEqual([answer.status, answer.body], [412, { message: 'Precondition Failed.' }], other)
      }
    }
  })

  test('If-Match ignores changed counters and renewed links', async () => {
    const { id, etag } = await folder()
    await folder({ parent_id: id })
    assert.notEqual((await acme.get(`/api/folders/${id}`)).headers.get('etag'), etag)
    const answer = await acme.patch(`/api/folders/${id}`, { name: `${id} renamed` }, { 'if-match': etag })
    assert.equal(answer.status, 200)
  })

  test('If-Match distinguishes two changes in one millisecond', async () => {
    const { id } = await folder()
    const revisions = new Set<string>()
    for (let n = 0; n < 20; n++) {
      const { body } = await acme.patch(`/api/folders/${id}`, { name: `${id} ${n}` })
      revisions.add(revisionOf(body.data))
    }
    assert.equal(revisions.size, 20)
  })
})

describe('an Idempotency-Key', () => {
  const post = (key: string, json: unknown, caller = acme) =>
    caller.post('/api/folders', json, { 'idempotency-key': key })

  // Holds R-CHANGE-6.
  test('an Idempotency-Key returns the stored response to a repeated request, which is executed once', async () => {
    const first = await post('again', { name: 'sent twice' })
    const second = await post('again', { name: 'sent twice' })
    assert.equal(first.status, 201)
    assert.deepEqual([second.status, second.text], [first.status, first.text])
    for (const header of ['etag', 'location'])
      assert.equal(second.headers.get(header), first.headers.get(header))
    assert.equal(first.headers.get('idempotent-replayed'), null)
    assert.equal(second.headers.get('idempotent-replayed'), 'true')
    assert.equal((await eventsOf(first.body.data.id)).length, 1)
  })

  test('an Idempotency-Key executes one of 20 concurrent requests, and all get the same response', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post('at-once', { name: 'sent at once' })),
    )
    assert.equal(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1)
    assert.equal(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null).length, 1)
  })

  // Holds R-CHANGE-7.
  test('an Idempotency-Key with another body or path is rejected', async () => {
    await post('other', { name: 'the first' })
    const message = { idempotency_key: ['The Idempotency-Key was already used for another request.'] }
    const body = await post('other', { name: 'the second' })
    assert.deepEqual([body.status, body.body], [422, message])
  })

  // Holds R-CHANGE-7.
  test('an Idempotency-Key can be used again after a rejected request', async () => {
    assert.equal((await post('corrected', { name: '' })).status, 422)
    assert.equal((await post('corrected', { name: 'corrected' })).status, 201)
  })

  // Holds R-CHANGE-7.
  test('an Idempotency-Key is separate for each client and company', async () => {
    const { enterpriseId, companyId } = acme
    const scopes = ['assets:write', 'assets:read']
    const other = await newCaller(service, { name: 'other', enterpriseId, companyId, scopes })
    assert.equal((await post('shared', { name: 'by one' })).status, 201)
    assert.equal((await post('shared', { name: 'by another' }, { ...acme, ...other })).status, 201)
    assert.equal((await post('shared', { name: 'elsewhere' }, globex)).status, 201)
  })

  // Holds R-CHANGE-6.
  test('an Idempotency-Key can be used again after 24 hours', async () => {
    const first = await post('old', { name: 'yesterday' })
    const age = (hours: number) =>
      asCompany(db, acme.companyId, (trx) =>
        sql`update idempotency_keys set created_at = now() - make_interval(mins => ${hours * 60}) where key = 'old'`.execute(
          trx,
        ),
      )
    await age(23.9)
    assert.equal((await post('old', { name: 'yesterday' })).text, first.text)
    await age(24.1)
    const today = await post('old', { name: 'today' })
    assert.equal(today.status, 201)
    assert.notEqual(today.text, first.text)
  })

  // Holds R-CHANGE-6.
  test('an Idempotency-Key that is malformed is rejected', async () => {
    for (const key of ['', 'a b', 'x'.repeat(256), 'é']) {
      const answer = await send(service, 'POST', '/api/folders', {
        json: { name: 'never' },
        headers: { authorization: `Bearer ${acme.token}`, 'idempotency-key': key },
      })
      assert.equal(answer.status, 422, key)
      assert.ok(answer.body.idempotency_key)
    }
  })
})
