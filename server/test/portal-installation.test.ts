// Engines: postgres
// What only operators can do for the installation.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listSecurityEvents } from '../src/audit/queries.ts'
import { newId, parseId, publicId } from '../src/ids.ts'
import { newAccount } from './support/accounts.ts'
import { newCompany } from './support/companies.ts'
import { behindProxy, browser, newMember, signedIn } from './support/people.ts'
import { startService } from './support/service.ts'

const service = await startService({ env: behindProxy })
const { db } = service
const acme = await newCompany(service, 'Acme')
const member = await newMember(service, acme.companyId, 'viewer')
const operatorId = await newAccount(db, { name: 'Op', email: 'op@people.example' })
await db.updateTable('people').set({ is_operator: true }).where('id', '=', operatorId).execute()
/** The operator is not a member of any company. */
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

test('deactivating an enterprise denies its members and clients at once, until it is activated', async () => {
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

test('a former operator is denied at once', async () => {
  await db.updateTable('people').set({ is_operator: false }).where('id', '=', operatorId).execute()
  assert.equal((await operator.get('/portal/api/enterprises')).status, 404)
})
