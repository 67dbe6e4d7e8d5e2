// Engines: postgres
// The portal's change feed. Members see changes of clients, members and invitations; API clients never do.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, test } from 'node:test'
import { publicId } from '../src/ids.ts'
import { type Answer, type Caller, newCompany } from './support/companies.ts'
import { follow } from './support/event-stream.ts'
import { type Browser, behindProxy, browser, type MemberOf, newMember } from './support/people.ts'
import { startService } from './support/service.ts'
import { until } from './support/until.ts'

const service = await startService({ env: { ...behindProxy, OUTBOUND_LOOPBACK: 'true' } })
const acme = await newCompany(service, 'Acme')
const globex = await newCompany(service, 'Globex')
const owner = await newMember(service, acme.companyId, 'owner', 'Olga')
const admin = await newMember(service, acme.companyId, 'admin', 'Adam')
const dev = await newMember(service, acme.companyId, 'developer', 'Dev')
const viewer = await newMember(service, acme.companyId, 'viewer', 'Vera')
const stranger = await newMember(service, globex.companyId, 'owner', 'Gus')

type Change = { seq: number; type: string; resource_type: string; resource_id: string; data: object }
type Feed = { data: Change[]; meta: { next: number } }

const newest = async (at: Browser = owner) =>
  (await at.get('/portal/api/changes?since=latest')).body.meta.next as number
const feed = async (at: Browser, since: number): Promise<Feed> =>
  (await at.get(`/portal/api/changes?since=${since}&per_page=1000`)).body
const feedOfClient = async (caller: Caller, since: number): Promise<Feed> =>
  (await caller.get(`/api/changes?since=${since}&per_page=1000`)).body
const eventsOf = async (at: Browser, since: number) =>
  (await feed(at, since)).data.map(({ type, resource_id }) => [type, resource_id])

const ok = <T extends Answer>(answer: T) => {
  assert.ok(answer.status < 300, answer.text)
  return answer.body?.data
}

let addresses = 0
const inviteAs = async (at: MemberOf, role: string) =>
  ok(await at.post('/portal/api/invitations', { email: `new.${++addresses}@people.example`, role }))
const accept = async ({ link }: { link: string }) => {
  const account = { name: 'Nina', password: 'correct horse battery' }
  ok(await browser(service).post(`/portal/api${new URL(link).pathname}/acceptance`, account))
}
/** Invitation events contain the company's ID, because an invitation's ID is its secret. */
const theCompany = publicId('company', acme.companyId)

/** Everything that can happen to clients, members and invitations. */
async function everything() {
  const since = await newest()
  const client = ok(await dev.post('/portal/api/clients', { name: 'Website' }))
  ok(await dev.patch(`/portal/api/clients/${client.id}`, { scopes: ['profile:read'] }))
  ok(await dev.post(`/portal/api/clients/${client.id}/secret-rotations`))
  ok(await dev.delete(`/portal/api/clients/${client.id}`))
  await accept(await inviteAs(admin, 'editor'))
  const { data } = (await owner.get('/portal/api/members')).body
  const member = data.at(-1).id as string
  ok(await admin.patch(`/portal/api/members/${member}`, { role: 'admin' }))
  ok(await admin.delete(`/portal/api/invitations/${(await inviteAs(admin, 'viewer')).id}`))
  ok(await admin.delete(`/portal/api/members/${member}`))
  return { since, client: client.id as string, member }
}

describe('members receive', () => {
  test('members receive changes of clients, members and invitations, according to their scopes', async () => {
    const { since, client, member } = await everything()
    const clients = ['created', 'updated', 'secret_rotated', 'deleted'].map((what) => [
      `client.${what}`,
      client,
    ])
    const members = ['joined', 'role_changed', 'removed'].map((what) => [`member.${what}`, member])
    const invitations = ['created', 'accepted', 'created', 'canceled'].map((what) => [
      `invitation.${what}`,
      theCompany,
    ])
    for (const [at, expected] of [
      [owner, [...clients, ...members, ...invitations]],
      [admin, [...clients, ...members, ...invitations]],
      [dev, [...clients, ...members]],
      [viewer, members],
    ] as const) {
      const seen = await eventsOf(at, since)
      assert.deepEqual(seen.toSorted(), expected.toSorted(), at.name)
    }
    const { data } = await feed(owner, since)
    assert.deepEqual(
      data.map(({ seq }) => seq),
      data.map((_, n) => since + 1 + n),
    )
  })

  test('members receive only the ID of a changed member, without name, e-mail address or role', async () => {
    const { since, member } = await everything()
    const { data } = await feed(viewer, since)
    assert.deepEqual(
      data.map(({ resource_id, data }) => [resource_id, data]),
      Array.from({ length: 3 }, () => [member, {}]),
    )
  })

  // An invitation's link contains its ID, and only owners can see owners' invitations.
  test('members receive no ID that could be used to accept an invitation, and the database stores none in events', async () => {
    const since = await newest()
    const { id } = await inviteAs(owner, 'owner')
    assert.deepEqual(await eventsOf(admin, since), [['invitation.created', theCompany]])
    assert.ok(!JSON.stringify(await feed(admin, since)).includes(id))
    ok(await owner.delete(`/portal/api/invitations/${id}`))
  })

  test('members receive the cancellation of invitations when their author leaves', async () => {
    const leaver = await newMember(service, acme.companyId, 'admin', 'Lea')
    await inviteAs(leaver, 'viewer')
    const since = await newest()
    ok(await owner.delete(`/portal/api/members/${leaver.id}`))
    assert.deepEqual(await eventsOf(owner, since), [
      ['member.removed', leaver.id],
      ['invitation.canceled', theCompany],
    ])
  })

  test('members receive no events for rejected or ineffective changes', async () => {
    const since = await newest()
    await viewer.post('/portal/api/invitations', { email: 'x@people.example', role: 'viewer' })
    await admin.patch(`/portal/api/members/${owner.id}`, { role: 'viewer' })
    await owner.patch(`/portal/api/members/${viewer.id}`, { role: 'viewer' })
    await owner.delete(`/portal/api/members/${owner.id}`)
    assert.equal(await newest(), since)
  })

  test('members receive new events on an open stream within a second', async () => {
    const cookie = [...viewer.cookies].map((pair) => pair.join('=')).join('; ')
    const headers = { cookie, 'atelier-company': theCompany, authorization: '' }
    const { events, stop } = await follow(service, '', '/portal/api/changes?since=latest', headers)
    await until('it has begun', () => events.length > 0)
    const begun = performance.now()
    ok(await owner.patch(`/portal/api/members/${dev.id}`, { role: 'editor' }))
    await until('the event arrives', () => events.some(({ data }) => data?.type === 'member.role_changed'))
    assert.ok(performance.now() - begun < 1_000)
    ok(await owner.patch(`/portal/api/members/${dev.id}`, { role: 'developer' }))
    stop()
  })
})

describe('no other caller receives them', () => {
  test('a client with every scope receives only published event types, with any filter', async () => {
    const { since } = await everything()
    ok(await acme.post('/api/folders', { name: 'Between' }))
    const { data, meta } = await feedOfClient(acme, since)
    assert.deepEqual(
      data.map(({ type }) => type),
      ['folder.created'],
    )
    assert.equal(meta.next, await newest())
    const types = 'client.created,member.joined,invitation.created'
    const asked = await acme.get(`/api/changes?since=${since}&types=${types}`)
    assert.deepEqual([asked.status, Object.keys(asked.body)], [422, ['types']])
  })

  test('another company gets none of the events, and its sequence numbers do not change', async () => {
    const theirs = await newest(stranger)
    const { client, member } = await everything()
    assert.equal(await newest(stranger), theirs)
    const text = JSON.stringify([await feed(stranger, 0), await feedOfClient(globex, 0)])
    for (const id of [client, member, theCompany]) assert.ok(!text.includes(id))
  })

  test('a webhook receives none, even if a person with all rights created it', async () => {
    const bodies: string[] = []
    const server = createServer((request, response) => {
      request.setEncoding('utf8').on('data', (part) => bodies.push(part))
      request.on('end', () => response.writeHead(204).end())
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    after(() => {
      server.closeAllConnections()
      server.close()
    })
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
    ok(await owner.post('/portal/api/webhooks', { url }))
    await everything()
    ok(await acme.post('/api/folders', { name: 'The last of them' }))
    await until('the last is there', () => bodies.length > 0)
    assert.deepEqual(
      bodies.map((body) => JSON.parse(body).type),
      ['folder.created'],
    )
  })
})
