// Engines: postgres
// Company settings in the portal.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listSecurityEvents } from '../src/audit/queries.ts'
import { newCompany } from './support/companies.ts'
import { behindProxy, newMember } from './support/people.ts'
import { startService } from './support/service.ts'

const service = await startService({ env: behindProxy })
const { db } = service
const acme = await newCompany(service, 'Acme')
const admin = await newMember(service, acme.companyId, 'admin', 'Adam')
const viewer = await newMember(service, acme.companyId, 'viewer', 'Vera')

test('members see the company and its enterprise, and an admin can rename it', async () => {
  const { body, headers } = await viewer.get('/portal/api/company')
  const { id, created_at, updated_at, enterprise, ...rest } = body.data
  const switches = { remove_location: false, reviews: false, share_approved_only: false }
  assert.deepEqual(rest, { name: 'Acme', ...switches, trash_days: 30 })
  assert.match(id, /^cmp_/)
  assert.deepEqual([enterprise.name, enterprise.status], ['Acme Group', 'active'])
  assert.equal((await viewer.patch('/portal/api/company', { name: 'Mine' })).status, 403)
  const etag = { 'if-match': headers.get('etag')! }
  const renamed = await admin.patch('/portal/api/company', { name: ' Acme Works ' }, etag)
  assert.deepEqual([renamed.status, renamed.body.data.name], [200, 'Acme Works'])
  assert.equal((await admin.patch('/portal/api/company', { name: 'Late' }, etag)).status, 412)
  for (const name of ['', 'two\nlines', 7, null])
    assert.equal((await admin.patch('/portal/api/company', { name })).status, 422)
  assert.equal((await viewer.get('/portal/api/me')).body.data.companies[0].name, 'Acme Works')
  const [event] = await listSecurityEvents(db, { type: 'company.updated', limit: 1 })
  const { actor, ...data } = event!.data
  assert.deepEqual(
    [event!.company_id, event!.person_id, data],
    [acme.companyId, admin.personId, { name: 'Acme Works', name_before: 'Acme' }],
  )
})

test('an admin can create another company in the enterprise and becomes its owner', async () => {
  assert.equal((await viewer.post('/portal/api/companies', { name: 'Acme France' })).status, 403)
  const key = { 'idempotency-key': 'france' }
  const made = await admin.post('/portal/api/companies', { name: 'Acme France' }, key)
  assert.equal(made.status, 201, made.text)
  assert.equal((await admin.post('/portal/api/companies', { name: 'Acme France' }, key)).text, made.text)
  const { id, enterprise } = made.body.data
  assert.equal(enterprise.name, 'Acme Group')
  const { companies } = (await admin.get('/portal/api/me')).body.data
  assert.deepEqual(
    companies.map(({ name, role }: { name: string; role: string }) => [name, role]),
    [
      ['Acme France', 'owner'],
      ['Acme Works', 'admin'],
    ],
  )
  const there = { 'atelier-company': id }
  assert.equal((await admin.get('/portal/api/company', there)).body.data.name, 'Acme France')
  assert.equal((await viewer.get('/portal/api/company', there)).status, 404)
  const [event] = await listSecurityEvents(db, { type: 'company.created', limit: 1 })
  assert.deepEqual([event!.company_id, event!.person_id], [acme.companyId, admin.personId])
})
