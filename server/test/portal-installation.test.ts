// Engines: postgres
// Actions on the installation that only operators can perform.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { listSecurityEvents } from '../src/audit/queries.ts'
import { inTransaction } from '../src/db/tenancy.ts'
import { newId, parseId, publicId } from '../src/ids.ts'
import { newAccount, password } from './support/accounts.ts'
import { newCompany } from './support/companies.ts'
import { behindProxy, browser, newMember, signedIn } from './support/people.ts'
import { startService } from './support/service.ts'

const service = await startService({ env: behindProxy })
const { db } = service
const acme = await newCompany(service, 'Acme')
const member = await newMember(service, acme.companyId, 'viewer')
const operatorId = await newAccount(db, { name: 'Op', email: 'op@people.example' })
await db.updateTable('people').set({ is_operator: true }).where('id', '=', operatorId).execute()
const operator = await signedIn(service, 'op@people.example')
const enterprise = publicId('enterprise', acme.enterpriseId)

test('an operator creates an enterprise with its first company and an invitation for its owner', async () => {
  const asked = { name: 'Globex Group', company: 'Globex', owner_email: 'Gus@globex.example' }
  const { status, body, text } = await operator.post('/portal/api/enterprises', asked)
  assert.equal(status, 201, text)
  const { id, companies, invitation, ...rest } = body.data
  assert.deepEqual([rest.name, rest.status, companies[0].name], ['Globex Group', 'active', 'Globex'])
  assert.equal(invitation.mailed, false)
  const invited = invitation.url.split('/').at(-1)
  const shown = await browser(service).get(`/portal/api/invitations/${invited}`)
  assert.deepEqual(
    [shown.body.data.email, shown.body.data.role, shown.body.data.company.name],
    ['gus@globex.example', 'owner', 'Globex'],
  )
  const company = parseId('company', companies[0].id)!
  const events = await listSecurityEvents(db, { company, limit: 10 })
  assert.deepEqual(events.map(({ type }) => type).sort(), [
    'company.created',
    'enterprise.created',
    'member.invited',
  ])
  for (const { person_id } of events) assert.equal(person_id, operatorId)
  assert.equal((await operator.get('/portal/api/me')).body.data.companies.length, 0)
  const { data } = (await operator.get('/portal/api/enterprises?with_total=true')).body
  assert.ok(data.some((one: { id: string }) => one.id === id))
})

test("without an owner's e-mail address, the operator becomes the owner", async () => {
  const first = await operator.post('/portal/api/enterprises', { name: 'Hooli', company: 'Hooli US' })
  assert.equal(first.body.data.invitation, null)
  const path = `/portal/api/enterprises/${first.body.data.id}/companies`
  const second = await operator.post(path, { name: 'Hooli EU' })
  assert.equal(second.status, 201)
  const { companies } = (await operator.get('/portal/api/me')).body.data
  assert.deepEqual(
    companies.map(({ name, role }: { name: string; role: string }) => [name, role]),
    [
      ['Hooli EU', 'owner'],
      ['Hooli US', 'owner'],
    ],
  )
  const invited = await operator.post(path, { name: 'Hooli Asia', owner_email: 'gus@hooli.example' })
  assert.match(invited.body.data.invitation.url, /\/invitations\/inv_/)
  assert.equal((await operator.get('/portal/api/me')).body.data.companies.length, 2)
})

test('deactivating an enterprise denies its members and clients immediately, until it is activated', async () => {
  const path = `/portal/api/enterprises/${enterprise}`
  assert.equal((await acme.get('/api/user')).status, 200)
  const closed = await operator.patch(path, { status: 'inactive' })
  assert.deepEqual([closed.status, closed.body.data.status], [200, 'inactive'])
  assert.equal((await acme.get('/api/user')).status, 401)
  assert.equal((await member.get('/portal/api/folders')).status, 404)
  const [event] = await listSecurityEvents(db, { type: 'enterprise.updated', limit: 1 })
  assert.deepEqual(
    [event!.company_id, event!.person_id, event!.data.status, event!.data.status_before],
    [acme.companyId, operatorId, 'inactive', 'active'],
  )
  await operator.patch(path, { status: 'active' })
  assert.equal((await acme.get('/api/user')).status, 200)
  assert.equal((await member.get('/portal/api/folders')).status, 200)
})

test('unknown enterprises return 404, and invalid values 422', async () => {
  for (const id of [publicId('enterprise', newId()), 'nonsense']) {
    assert.equal((await operator.patch(`/portal/api/enterprises/${id}`, { status: 'active' })).status, 404)
    assert.equal((await operator.post(`/portal/api/enterprises/${id}/companies`, { name: 'x' })).status, 404)
  }
  assert.equal(
    (await operator.patch(`/portal/api/enterprises/${enterprise}`, { status: 'gone' })).status,
    422,
  )
  const { status, body } = await operator.post('/portal/api/enterprises', { owner_email: 'x', id: 'x' })
  assert.equal(status, 422)
  assert.deepEqual(Object.keys(body).sort(), ['company', 'id', 'name', 'owner_email'])
})

test('enterprises are paginated', async () => {
  const all = await operator.get('/portal/api/enterprises')
  const first = await operator.get('/portal/api/enterprises?per_page=1&with_total=true')
  assert.equal(first.body.meta.total, all.body.data.length)
  const { pathname, search } = new URL(first.body.links.next)
  assert.deepEqual((await operator.get(pathname + search)).body.data, [all.body.data[1]])
})

test('only operators see the version, database, disks, jobs and mail of the installation', async () => {
  const { status, body, text } = await operator.get('/portal/api/installation')
  assert.equal(status, 200, text)
  const { version, database, storage, mail, jobs, receives_changes } = body.data
  assert.match(version, /^\d+\.\d+\.\d+$/)
  assert.equal(database.engine, 'postgres')
  assert.ok(database.response_ms >= 0 && receives_changes)
  assert.deepEqual([storage.kind, mail.can_send], ['disk', false])
  for (const { bytes, free_bytes } of storage.disks) assert.ok(bytes > free_bytes && free_bytes > 0)
  assert.ok(Array.isArray(jobs))
  const owner = await newMember(service, acme.companyId, 'owner', 'Oda')
  for (const path of ['', '/failed-jobs', '/companies', '/people'])
    assert.equal((await owner.get(`/portal/api/installation${path}`)).status, 404, path)
  assert.equal((await owner.post('/portal/api/installation/mail-tests', {})).status, 404)
})

test('a job that failed on all attempts is listed with its error and runs again when it is retried', async () => {
  const id = newId()
  await sql`
    insert into pgboss.job_common (id, name, data, state, retry_count, retry_limit, output, started_on, completed_on, keep_until)
    values (${id}, 'password.mail', ${JSON.stringify({ companyId: acme.companyId })}::jsonb, 'failed', 3, 3,
      '{"message":"No route to host"}', now(), now(), now() + interval '1 day')`.execute(db)
  const failed = (await operator.get('/portal/api/installation/failed-jobs')).body.data
  const { type, company_id, error } = failed.find((one: { id: string }) => one.id === publicId('job', id))
  assert.deepEqual(
    [type, company_id, error],
    ['password.mail', publicId('company', acme.companyId), 'No route to host'],
  )
  const counted = (await operator.get('/portal/api/installation')).body.data.jobs
  assert.ok(counted.find(({ name }: { name: string }) => name === 'password.mail').failed >= 1)
  const retried = await operator.post('/portal/api/installation/job-retries', { id: publicId('job', id) })
  assert.deepEqual(retried.body, { data: { retried: 1 } })
  const ids = (await operator.get('/portal/api/installation/failed-jobs')).body.data.map(
    (one: { id: string }) => one.id,
  )
  const unknown = await operator.post('/portal/api/installation/job-retries', {
    id: publicId('job', newId()),
  })
  assert.deepEqual([ids.includes(publicId('job', id)), unknown.status], [false, 404])
})

test('operators see the storage of each company, and the people of all companies with their roles', async () => {
  const companies = (await operator.get('/portal/api/installation/companies?per_page=100')).body.data
  const own = companies.find((one: { id: string }) => one.id === publicId('company', acme.companyId))
  assert.deepEqual([own.name, own.enterprise.id, own.stored_bytes], ['Acme', enterprise, 0])
  assert.ok(own.members_count >= 1 && own.clients_count >= 1)
  const pages: object[] = []
  let cursor = ''
  do {
    const { body } = await operator.get(`/portal/api/installation/companies?per_page=1${cursor}`)
    pages.push(...body.data)
    cursor = body.meta.next_cursor && `&cursor=${body.meta.next_cursor}`
  } while (cursor)
  assert.deepEqual(pages, companies)
  const found = (await operator.get(`/portal/api/installation/people?search=${member.email.toUpperCase()}`))
    .body.data
  assert.deepEqual(
    found.map(({ id, companies }: { id: string; companies: { name: string; role: string }[] }) => [
      id,
      companies.map(({ name, role }) => [name, role]),
    ]),
    [[member.id, [['Acme', 'viewer']]]],
  )
  assert.deepEqual((await operator.get('/portal/api/installation/people?search=%25nobody')).body.data, [])
  assert.equal((await operator.get('/portal/api/installation/people?search=%00')).status, 422)
})

const linkFor = (id: string, body: object = { password }) =>
  operator.post(`/portal/api/installation/people/${id}/password-links`, body)

test('if the jobs cannot be counted, the database still counts as responding, and the numbers of jobs are unknown', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: locked, resolve: isLocked } = Promise.withResolvers<void>()
  const locking = inTransaction(db, async (trx) => {
    await sql`lock table pgboss.job_common in access exclusive mode`.execute(trx)
    isLocked()
    await held
  })
  await locked
  try {
    const { body } = await operator.get('/portal/api/installation')
    assert.equal(body.data.jobs, null)
    assert.ok(body.data.database.response_ms !== null)
  } finally {
    release()
    await locking
  }
})

test("a link for a new password needs the operator's own password, and is not created for another operator", async () => {
  assert.equal((await linkFor(member.id, {})).status, 422)
  const wrong = await linkFor(member.id, { password: 'not the password' })
  assert.deepEqual([wrong.status, wrong.body.password], [422, ['The password is wrong.']])
  const [logged] = await listSecurityEvents(db, { type: 'person.sign_in_refused', limit: 1 })
  assert.deepEqual([logged?.person_id, logged?.data], [operatorId, { reason: 'wrong_password' }])
  const otherId = await newAccount(db, { name: 'Opal', email: 'opal@people.example' })
  await db.updateTable('people').set({ is_operator: true }).where('id', '=', otherId).execute()
  const other = await linkFor(publicId('person', otherId))
  assert.deepEqual([other.status, Object.keys(other.body)], [422, ['id']])
  assert.equal((await linkFor(publicId('person', operatorId))).status, 201)
})

test('a link for a new password is created once, works once, and is in the audit log', async () => {
  const { status, body } = await linkFor(member.id)
  assert.deepEqual([status, body.data.email, body.data.mailed], [201, member.email, false])
  const at = browser(service, { 'x-forwarded-for': '192.0.2.77' })
  const { pathname, search } = new URL(body.data.url)
  const { headers } = await at.get(pathname + search)
  const token = new URL(headers.get('location')!, service.url).searchParams.get('token')
  const newPassword = 'a wholly new sentence'
  const choose = async () => (await at.post('/portal/api/auth/reset-password', { newPassword, token })).status
  assert.deepEqual([await choose(), await choose()], [200, 400])
  assert.equal((await at.signIn(member.email, password)).status, 401)
  assert.equal((await at.signIn(member.email, newPassword)).status, 200)
  const events = await listSecurityEvents(db, { company: acme.companyId, limit: 20 })
  const logged = events.find(({ type }) => type === 'person.password_link_created')
  assert.deepEqual(logged?.data, { actor: { type: 'operator', id: operatorId } })
  assert.ok(!JSON.stringify(events).includes(body.data.url))
  assert.equal((await linkFor(publicId('person', newId()))).status, 404)
})

test('without a mail server, the error of a test e-mail names the setting', async () => {
  const { status, body } = await operator.post('/portal/api/installation/mail-tests', {})
  assert.deepEqual([status, body.mail[0].includes('SMTP_URL')], [422, true])
})

test('a stolen session of an operator allows few guesses of the password', async () => {
  const statuses: number[] = []
  for (let n = 0; n < 12; n++) statuses.push((await linkFor(member.id, { password: `guess ${n}` })).status)
  assert.ok(statuses.includes(429) && !statuses.includes(201), statuses.join())
})

test('a former operator is denied immediately', async () => {
  await db.updateTable('people').set({ is_operator: false }).where('id', '=', operatorId).execute()
  assert.equal((await operator.get('/portal/api/enterprises')).status, 404)
})
