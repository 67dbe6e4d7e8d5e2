// Engines: embedded, postgres
// Members that are limited to folders: the portal, connected apps, the change feed and e-mails keep the limit.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mailExpiryToOne } from '../src/assets/expiry-mail-job.ts'
import { listSecurityEvents } from '../src/audit/queries.ts'
import type { Role } from '../src/db/schema.ts'
import { mailDigestToOne } from '../src/digests/mail-job.ts'
import { treatmentOf } from '../src/http/endpoints/folder-limits.ts'
import { newId, parseId, publicId, type Uuid } from '../src/ids.ts'
import type { JobContext } from '../src/jobs/job.ts'
import { mailBy } from '../src/mail/mail.ts'
import { endpointsForPeople, portalEndpoints } from '../src/routes.ts'
import { type Answer, newCompany } from './support/companies.ts'
import { callMcp, connected } from './support/connected-apps.ts'
import { limitedLibrary } from './support/limited-library.ts'
import { type Browser, behindProxy, browser, newMember } from './support/people.ts'
import { startService } from './support/service.ts'

const service = await startService({ env: { ...behindProxy, RATE_LIMIT_PER_MINUTE: '0' } })
const { db } = service
const acme = await newCompany(service, 'Acme')
const acmeId = publicId('company', acme.companyId)
const admin = await newMember(service, acme.companyId, 'admin', 'Adam')
const ada = await newMember(service, acme.companyId, 'editor', 'Ada')

const library = await limitedLibrary(service, acme)
const { open, below, shown, closed, inside, insideBelow, readOnly, outside, atRoot } = library
const readable = [inside, insideBelow, readOnly].sort()

const to = (...folder_ids: string[]) => ({ folder_ids })
const limits = { read_limit: to(open, shown), write_limit: to(open) }
const limit = (person: { id: string }, change: object, by: Browser = admin) =>
  by.patch(`/portal/api/members/${person.id}`, change)
const ok = (answer: Answer) => {
  assert.ok(answer.status < 300, answer.text)
  return answer.body.data
}
ok(await limit(ada, limits))

const idsIn = (answer: Answer): string[] =>
  ok(answer)
    .map(({ id }: { id: string }) => id)
    .sort()
const messageOf = ({ status, body }: Answer) => [status, body.message]
const isRefused = (answer: Answer) =>
  assert.deepEqual(messageOf(answer), [
    403,
    'This endpoint is not available with a folder limit. Use a client or an account without a limit.',
  ])
const isOutside = (answer: Answer) =>
  assert.deepEqual(messageOf(answer), [
    403,
    'Your folder limit does not allow changes in this folder. Use a folder within your write limit.',
  ])

describe('the portal of a limited member', () => {
  // Holds R-LIMIT-8.
  test('every endpoint keeps the limit, is not concerned, or is refused', async () => {
    const folderLimit = { read: [newId()], write: null }
    const all = [...endpointsForPeople, ...portalEndpoints]
    const refused = all.filter((one) => treatmentOf(one, { folderLimit }) === 'refused')
    assert.ok(refused.length > 90)
    for (const { method, path } of refused) {
      const url = `/portal/api${path.replaceAll(/:(\w+)/g, (_, name) => (name === 'version' ? '1' : outside))}`
      const { status, body } = await ada.ask(method, url, method === 'GET' ? undefined : {})
      // Endpoints of operators do not exist for others.
      const isOfOperators = status === 404 && /^\/(installation|enterprises)/.test(path)
      assert.ok(status === 403 || isOfOperators, `${method} ${path} ${status} ${body.message}`)
    }
    isRefused(await ada.post('/portal/api/shares', { asset_ids: [inside] }))
    isRefused(await ada.get('/portal/api/collections'))
  })

  test('lists, searches, totals, facets, folders and tags contain only assets in the folders', async () => {
    const list = (query: string) => ada.get(`/portal/api/assets?per_page=100&with_total=true&${query}`)
    for (const query of ['', 'search=poster', 'sort=name', 'tag=shared', 'page=1']) {
      const answer = await list(query)
      assert.deepEqual(idsIn(answer), readable, query)
      assert.equal(answer.body.meta.total, 3, query)
    }
    assert.deepEqual(idsIn(await list('search=outside')), [])
    const { fields } = (await list('facets=tag')).body.meta.facets
    assert.equal(fields.tag[0].count, 3)
    assert.deepEqual(idsIn(await ada.get('/portal/api/folders')), [open, below, shown].sort())
    assert.equal(ok(await ada.get('/portal/api/asset-tags'))[0].assets_count, 3)
    const missing = await ada.get(`/portal/api/assets/${publicId('asset', newId())}`)
    for (const id of [outside, atRoot])
      assert.equal((await ada.get(`/portal/api/assets/${id}`)).text, missing.text)
  })

  test('changes are possible only in the writable folders', async () => {
    ok(await ada.patch(`/portal/api/assets/${inside}`, { alt_text: 'changed' }))
    isOutside(await ada.patch(`/portal/api/assets/${readOnly}`, { alt_text: 'changed' }))
    assert.equal((await ada.patch(`/portal/api/assets/${outside}`, { alt_text: 'x' })).status, 404)
    isOutside(await ada.post('/portal/api/folders', { name: 'new' }))
    ok(await ada.post('/portal/api/folders', { name: 'new', parent_id: below }))
    const tus = { 'tus-resumable': '1.0.0', 'upload-length': '1' }
    const metadata = (id: string) => `folder_id ${Buffer.from(id).toString('base64')},filename YS50eHQ=`
    const begin = (id: string) =>
      ada.ask('POST', '/portal/api/uploads', undefined, { ...tus, 'upload-metadata': metadata(id) })
    isOutside(await begin(shown))
    assert.equal((await begin(closed)).status, 422)
    assert.equal((await begin(open)).status, 201)
  })

  test('the change feed contains only readable assets', async () => {
    const since = (await admin.get('/portal/api/changes?since=latest')).body.meta.next
    for (const id of [inside, outside]) await acme.patch(`/api/assets/${id}`, { description: 'changed' })
    const { data } = (await ada.get(`/portal/api/changes?since=${since}`)).body
    // Renditions are added by a job at any time.
    const byClients = data.filter(({ actor }: { actor: { type: string } }) => actor.type === 'client')
    const resources = byClients.map((one: { resource_id: string }) => one.resource_id)
    assert.deepEqual(resources, [inside])
  })

  test('the account has the scopes that can be used, and the limits', async () => {
    const [company] = ok(await ada.get('/portal/api/me')).companies
    assert.deepEqual(company.scopes.toSorted(), [
      'assets:read',
      'assets:write',
      'brandkit:read',
      'company:read',
      'profile:read',
      'templates:read',
    ])
    assert.deepEqual([company.read_limit, company.write_limit], [limits.read_limit, limits.write_limit])
    const [unlimited] = ok(await admin.get('/portal/api/me')).companies
    assert.deepEqual([unlimited.read_limit, unlimited.write_limit], [null, null])
  })

  test('a member who can read everything can use every GET of the role', async () => {
    const wim = await newMember(service, acme.companyId, 'editor', 'Wim')
    ok(await limit(wim, { write_limit: to(open) }))
    assert.equal(idsIn(await wim.get('/portal/api/assets?per_page=100')).length, 5)
    ok(await wim.get('/portal/api/collections'))
    isOutside(await wim.patch(`/portal/api/assets/${outside}`, { alt_text: 'x' }))
    isRefused(await wim.post('/portal/api/collections', { name: 'x' }))
  })
})

describe('the limit of a member', () => {
  // Holds R-LIMIT-9.
  test('an owner or admin cannot be limited', async () => {
    const message =
      'Owners and admins cannot be limited to folders, because they can change every limit. Remove the limit, or choose another role.'
    const other = await newMember(service, acme.companyId, 'admin')
    const refused = await limit(other, { read_limit: to(open) })
    assert.deepEqual([refused.status, refused.body], [422, { read_limit: [message] }])
    const raised = await limit(ada, { role: 'admin' })
    assert.deepEqual([raised.status, raised.body], [422, { read_limit: [message] }])
    const invited = { email: 'boss@people.example', role: 'owner', write_limit: to(open) }
    const owner = await newMember(service, acme.companyId, 'owner')
    const invitation = await owner.post('/portal/api/invitations', invited)
    assert.deepEqual([invitation.status, invitation.body], [422, { write_limit: [message] }])
    // The role can be raised together with removing the limit.
    const bo = await newMember(service, acme.companyId, 'viewer', 'Bo')
    ok(await limit(bo, { read_limit: to(open) }))
    const freed = ok(await limit(bo, { role: 'admin', read_limit: null }))
    assert.deepEqual([freed.role, freed.read_limit], ['admin', null])
    const limitedAgain = ok(await limit(bo, { role: 'viewer', read_limit: to(open) }))
    assert.deepEqual([limitedAgain.role, limitedAgain.read_limit], ['viewer', to(open)])
  })

  test('is set only by people who manage members, to folders that exist, and is logged', async () => {
    const cy = await newMember(service, acme.companyId, 'viewer', 'Cy')
    assert.equal((await limit(cy, { read_limit: null }, ada)).status, 403)
    assert.equal((await limit(cy, { read_limit: null }, cy)).status, 403)
    for (const folder_ids of [[], [publicId('folder', newId())], ['x']])
      assert.equal((await limit(cy, { read_limit: { folder_ids } })).status, 422)
    ok(await limit(cy, { read_limit: to(shown) }))
    const [event] = await listSecurityEvents(db, {
      company: acme.companyId,
      type: 'member.limit_changed',
      limit: 1,
    })
    const { member, actor, ...data } = event!.data as Record<string, unknown>
    assert.deepEqual(data, {
      read_limit: to(shown),
      write_limit: null,
      read_limit_before: null,
      write_limit_before: null,
    })
    assert.equal((member as { name: string }).name, 'Cy')
    assert.deepEqual(actor, { type: 'person', id: admin.personId })
    const listed = ok(await admin.get('/portal/api/members')).find(({ id }: { id: string }) => id === cy.id)
    assert.deepEqual([listed.read_limit, listed.write_limit], [to(shown), null])
    assert.deepEqual(idsIn(await cy.get('/portal/api/assets')), [readOnly])
    ok(await limit(cy, { read_limit: null }))
    assert.equal(idsIn(await cy.get('/portal/api/assets')).length, 5)
  })

  test('comes with the invitation', async () => {
    const invite = (role: Role) =>
      admin.post('/portal/api/invitations', { email: 'new@people.example', role, ...limits })
    const invitation = ok(await invite('viewer'))
    assert.deepEqual([invitation.read_limit, invitation.write_limit], [limits.read_limit, limits.write_limit])
    const [listed] = ok(await admin.get('/portal/api/invitations'))
    assert.deepEqual(listed.read_limit, limits.read_limit)
    const guest = browser(service, { 'atelier-company': acmeId, 'x-forwarded-for': '10.9.8.7' })
    const code = invitation.link.split('/').at(-1)
    const accepted = await guest.post(`/portal/api/invitations/${code}/acceptance`, {
      name: 'Nina',
      password: 'correct horse battery',
    })
    assert.ok(accepted.status < 300, accepted.text)
    assert.deepEqual(idsIn(await guest.get('/portal/api/assets')), readable)
  })

  test('applies to connected apps, also to those connected before', async () => {
    const dee = await newMember(service, acme.companyId, 'editor', 'Dee')
    const search = async (token: string) => {
      const answer = await callMcp(service, token, 'tools/call', {
        name: 'search_assets',
        arguments: { words: 'poster', limit: 50 },
      })
      const { data } = JSON.parse(answer.result.content[0].text)
      return data.map(({ id }: { id: string }) => id).sort()
    }
    const before = await connected(service, dee, acmeId)
    assert.equal((await search(before.token)).length, 5)
    ok(await limit(dee, { read_limit: to(open) }))
    const expected = [inside, insideBelow].sort()
    assert.deepEqual(await search(before.token), expected)
    const after = await connected(service, dee, acmeId)
    assert.deepEqual(await search(after.token), expected)
    ok(await limit(dee, { read_limit: null }))
    assert.equal((await search(after.token)).length, 5)
  })

  test('applies to e-mails about ending rights and comments', async () => {
    const eve = await newMember(service, acme.companyId, 'editor', 'Eve')
    const expires_at = new Date(Date.now() + 86_400_000).toISOString()
    for (const id of [inside, outside]) ok(await acme.patch(`/api/assets/${id}`, { expires_at }))
    const comments: Uuid[] = []
    for (const asset_id of [inside, outside]) {
      const { id } = ok(await admin.post('/portal/api/comments', { asset_id, text: 'Look' }))
      comments.push(parseId('comment', id)!)
    }
    const letters: string[] = []
    const mail = mailBy(async ({ text }) => void letters.push(text))
    const context = { db, mail, publicUrl: service.url } as JobContext
    const { companyId } = acme
    const mailed = async () => {
      const to = { companyId, personId: eve.personId }
      const assetIds = [inside, outside].map((id) => parseId('asset', id)!)
      await mailExpiryToOne.run({ ...to, assetIds, count: 9 }, context)
      await mailDigestToOne.run({ ...to, commentIds: comments, reviewIds: [] }, context)
      return letters.splice(0)
    }
    for (const letter of await mailed()) assert.match(letter, /poster outside/)
    ok(await limit(eve, { read_limit: to(open) }))
    const limited = await mailed()
    assert.equal(limited.length, 2)
    for (const letter of limited) {
      assert.match(letter, /poster inside/)
      assert.doesNotMatch(letter, /poster outside| 7 more/)
    }
  })
})
