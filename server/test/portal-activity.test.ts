// Engines: postgres
// The audit log as members of a company read it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { appendSecurityEvents } from '../src/audit/append.ts'
import { publicId } from '../src/ids.ts'
import { endSessions } from '../src/members/queries.ts'
import { csvLine } from '../src/row-files/csv-line.ts'
import { newCompany } from './support/companies.ts'
import { type Browser, behindProxy, browser, newMember } from './support/people.ts'
import { startService } from './support/service.ts'
import { until } from './support/until.ts'

const service = await startService({ env: behindProxy })
const { db } = service
const acme = await newCompany(service, 'Acme')
const globex = await newCompany(service, 'Globex')
const admin = await newMember(service, acme.companyId, 'admin', '=Adam')
const viewer = await newMember(service, acme.companyId, 'viewer', 'Vera')
const gus = await newMember(service, globex.companyId, 'owner', 'Gus')

// biome-ignore lint/suspicious/noExplicitAny: tests read the body without declaring its type.
type Shown = any
const read = async (at: Browser, query = ''): Promise<Shown[]> =>
  (await at.get(`/portal/api/security-events?per_page=100${query}`)).body.data
const typesOf = (events: Shown[]) => events.map(({ type }) => type)

const client = (await admin.post('/portal/api/clients', { name: 'Shop, "our"' })).body.data
await admin.patch(`/portal/api/members/${viewer.id}`, { role: 'developer' })
await admin.patch(`/portal/api/members/${viewer.id}`, { role: 'viewer' })
await gus.post('/portal/api/clients', { name: 'Theirs' })

test("the log lists actor, action and subject, newest first, and only for the caller's company", async () => {
  const events = (await read(admin)).filter(({ type }) => type !== 'person.signed_in')
  assert.deepEqual(typesOf(events), [
    'member.role_changed',
    'member.role_changed',
    'client.created',
    'token.issued',
    'client.created',
  ])
  const [changed, , made] = events
  const actor = { type: 'person', id: admin.id, name: '=Adam' }
  assert.deepEqual(changed.actor, actor)
  assert.deepEqual(changed.member, { id: viewer.id, name: 'Vera', email: viewer.email })
  assert.deepEqual(changed.data, { role: 'viewer', role_before: 'developer' })
  assert.match(changed.request_id, /^req_/)
  assert.match(changed.address, /^10\./)
  assert.deepEqual([made.actor, made.client], [actor, { id: client.id, name: 'Shop, "our"' }])
  assert.deepEqual(events.at(-1).actor, { type: 'operator', id: null, name: null })
  assert.deepEqual(
    typesOf(await read(gus)).filter((type) => type.startsWith('member')),
    [],
  )
})

test('a failed sign-in names the account and no actor', async () => {
  await browser(service).signIn(viewer.email, 'a wrong password')
  const tried = await until('the refusal', async () => (await read(admin, '&type=person.sign_in_refused'))[0])
  assert.deepEqual([tried.actor, tried.member], [null, { id: viewer.id, name: 'Vera', email: viewer.email }])
  const [signedIn] = await read(admin, `&type=person.signed_in&person=${viewer.id}`)
  assert.equal(signedIn.actor.name, 'Vera')
})

test('sessions ended by an operator are logged with the operator as actor and the person as subject', async () => {
  const vic = await newMember(service, acme.companyId, 'viewer', 'Vic')
  assert.equal(await endSessions(db, vic.personId), 1)
  const [ended] = await read(admin, '&type=person.sessions_ended')
  assert.deepEqual(ended.actor, { type: 'operator', id: null, name: null })
  assert.deepEqual(ended.member, { id: vic.id, name: 'Vic', email: vic.email })
  assert.deepEqual(ended.data, { sessions: 1 })
})

test('only members with the right role can read the log', async () => {
  for (const path of ['security-events', 'security-events.csv'])
    assert.equal((await viewer.get(`/portal/api/${path}`)).status, 403)
  // The denial is logged.
  const denied = await until('the refusal', async () => (await read(admin, '&type=access.denied'))[0])
  assert.deepEqual(denied.actor, { type: 'person', id: viewer.id, name: 'Vera' })
})

test('the log can be filtered by type, client, person and time, and is paginated', async () => {
  assert.deepEqual(typesOf(await read(admin, '&type=token.issued')), ['token.issued'])
  assert.deepEqual(typesOf(await read(admin, `&client=${client.id}`)), ['client.created'])
  assert.equal((await read(admin, `&person=${admin.id}`)).length, 4)
  // Both actions by her and actions that affect her.
  assert.ok(typesOf(await read(admin, `&person=${viewer.id}`)).includes('member.role_changed'))
  assert.deepEqual(await read(admin, `&person=${gus.id}`), [])
  const all = await read(admin)
  const at = all[1].created_at
  const since = await read(admin, `&since=${at}`)
  const until = await read(admin, `&until=${at}`)
  assert.deepEqual([...since, ...until], all)
  const first = await admin.get('/portal/api/security-events?per_page=2&with_total=true')
  assert.equal(first.body.meta.total, all.length)
  const { pathname, search } = new URL(first.body.links.next)
  assert.deepEqual((await admin.get(pathname + search)).body.data, all.slice(2, 4))
  for (const query of ['type=x', 'client=x', 'person=x', 'since=x', 'until=x'])
    assert.equal((await admin.get(`/portal/api/security-events?${query}`)).status, 422)
})

test('the CSV export has the same entries, and no cell is a formula', async () => {
  const { status, headers, text } = await admin.get('/portal/api/security-events.csv')
  assert.equal(status, 200)
  assert.match(headers.get('content-type')!, /^text\/csv/)
  assert.match(headers.get('content-disposition')!, /attachment; filename="security-events\.csv"/)
  const lines = text.trimEnd().split('\r\n')
  const all = await read(admin)
  assert.equal(lines.length, all.length + 1)
  assert.match(lines[0]!, /^id,at,type,actor_type,/)
  const changed = lines.find((line) => line.includes('member.role_changed'))!
  assert.ok(changed.includes(`,person,${admin.id},'=Adam,`))
  assert.ok(text.includes('"Shop, ""our"""'))
  const some = await admin.get(`/portal/api/security-events.csv?type=token.issued`)
  assert.equal(some.text.trimEnd().split('\r\n').length, 2)
  assert.equal((await admin.get('/portal/api/security-events.csv?type=x')).status, 422)
  const dangerous = ['=1+1', '+1', '-1', '@x', '\t=1', '\r=1', 'a-b', '"', null]
  assert.equal(csvLine(dangerous), `'=1+1,'+1,'-1,'@x,'\t=1,"'\r=1",a-b,"""",\r\n`)
})

test('a CSV cell contains no formula for spreadsheets with other separators either', () => {
  const cells = ['a;=1+1', 'a; +1', 'a;-1;@x', 'a\t=1', 'a\n=1', 'a;b', 'a=1; b-1']
  const [line] = csvLine(cells).split('\r\n')
  assert.equal(line, `"a;'=1+1","a; '+1","a;'-1;'@x",a\t'=1,"a\n'=1","a;b","a=1; b-1"`)
  for (const separator of [';', '\t', ','])
    for (const cell of line!.split(separator)) assert.doesNotMatch(cell.replace(/^["\s]+/, ''), /^[=+\-@]/)
})

test('a long log is exported completely, each entry once', async () => {
  const rows = 2_500
  const { companyId } = globex
  for (let n = 0; n < rows; n += 500)
    await appendSecurityEvents(
      db,
      Array.from({ length: 500 }, (_, at) => ({
        type: 'access.denied' as const,
        companyId,
        data: { n: n + at },
      })),
    )
  const { text } = await gus.get('/portal/api/security-events.csv?type=access.denied')
  const ids = text
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[0]!)
  assert.equal(new Set(ids).size, rows)
  assert.deepEqual(ids, [...ids].sort().reverse())
  assert.ok(!text.includes(publicId('company', acme.companyId)))
})
