// Engines: postgres
// Roles by groups of the identity provider, with a real OpenID Connect provider.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { listSecurityEvents } from '../src/audit/queries.ts'
import { createCompany, createEnterprise } from '../src/companies/queries.ts'
import { parseConfig } from '../src/config.ts'
import type { Role } from '../src/db/schema.ts'
import { type CompanyId, newId, parseId, publicId, type Uuid } from '../src/ids.ts'
import { addMember, makeOperator } from '../src/members/queries.ts'
import { groupsIn } from '../src/sign-in/oidc-groups.ts'
import { newAccount } from './support/accounts.ts'
import { connected, toolsFor } from './support/connected-apps.ts'
import {
  callbackOf,
  enterThrough,
  type Identity,
  identityProvider,
  ourClient,
} from './support/identity-provider.ts'
import { type Browser, behindProxy, newMember, signedIn } from './support/people.ts'
import { atEnd, freshConfig, startOn } from './support/service.ts'

type Claims = Record<string, unknown>

const identities: Record<string, Identity> = {}
/** The claims that the provider adds to the id_token of a person. */
const claimsOf: Record<string, Claims> = {}
const provider = await identityProvider(identities)
provider.forging.idToken = (claims, sign) => sign({ ...claims, ...claimsOf[claims.sub as string] })

const lines: string[] = []
const atProvider = {
  ...behindProxy,
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: ourClient.id,
  OIDC_CLIENT_SECRET: ourClient.secret,
}

/** A service whose groups give roles in three companies, of which the last does not exist. */
async function startWithGroups(env: Record<string, string> = {}) {
  const config = await freshConfig(atProvider)
  const before = await startOn(config)
  const enterprise = await createEnterprise(before.db, 'Acme Group')
  const acme = await createCompany(before.db, enterprise, 'Acme')
  const globex = await createCompany(before.db, enterprise, 'Globex')
  await before.close()
  const entry = (group: string, company: CompanyId, role: Role) => ({
    group,
    company: publicId('company', company),
    role,
  })
  const entries = [
    entry('admins', acme, 'admin'),
    entry('designers', acme, 'editor'),
    entry('all staff, worldwide', acme, 'viewer'),
    entry('globex', globex, 'viewer'),
    entry('gone', newId(), 'editor'),
  ]
  const { singleSignOn } = parseConfig({ ...atProvider, OIDC_GROUP_ROLES: JSON.stringify(entries), ...env })
  const service = await startOn({ ...config, singleSignOn }, (line) => lines.push(line))
  atEnd(service.close)
  return { service, acme, globex }
}

const { service, acme, globex } = await startWithGroups()
const nested = await startWithGroups({
  OIDC_GROUPS_CLAIM: 'realm_access.roles',
  OIDC_EMAIL_VERIFIED_CLAIM: 'xms_edov',
  OIDC_SCOPES: 'openid profile email groups',
})
const byUserInfo = await startWithGroups({ OIDC_SCOPES: 'openid profile email groups' })
provider.open(...[service, nested.service, byUserInfo.service].map(callbackOf))
const { db } = service
const owner = await newMember(service, acme, 'owner', 'Olga')

let people = 0
/** Creates a person with these groups at the provider. */
function known(...groups: string[]): string {
  const login = `person${++people}`
  identities[login] = { email: `${login}@acme.example`, email_verified: true, name: `Person ${people}` }
  claimsOf[login] = { groups }
  return login
}

const enterAs = (login: string, node = service) => enterThrough(provider, node, login)
const refused = async (login: string, code: string, node = service) => {
  const { at, pathname, error } = await enterAs(login, node)
  assert.deepEqual([pathname, error], ['/sign-in', code])
  assert.equal((await at.get('/portal/api/me')).status, 401)
}
const me = async (at: Browser) => (await at.get('/portal/api/me')).body.data
const idOf = async (at: Browser) => parseId('person', (await me(at)).id)!
const rolesIn = async (at: Browser): Promise<Record<string, Role>> =>
  Object.fromEntries(
    (await me(at)).companies.map((one: { name: string; role: Role }) => [one.name, one.role]),
  )
const membershipsOf = (personId: Uuid) =>
  db
    .selectFrom('memberships')
    .select(['company_id', 'role', 'source'])
    .where('person_id', '=', personId)
    .execute()
const audited = async (personId: Uuid) =>
  (await listSecurityEvents(db, { company: acme, limit: 1_000 }))
    .filter((event) => event.person_id === personId && event.type !== 'person.signed_in')
    .map(({ type, data }) => ({ type, ...data }))
const feedOf = async () =>
  (await owner.get('/portal/api/changes?since=0&per_page=1000')).body.data.map(
    ({ type, resource_id, actor }: { type: string; resource_id: string; actor: { type: string } }) => [
      type,
      resource_id,
      actor.type,
    ],
  )
const server = { type: 'system' }

describe('at each single sign-on', () => {
  test('a group gives an account and a membership without an invitation', async () => {
    const login = known('designers', 'a group without a role')
    const { at, pathname } = await enterAs(login)
    assert.equal(pathname, '/library')
    assert.deepEqual(await rolesIn(at), { Acme: 'editor' })
    const id = await idOf(at)
    assert.deepEqual(await audited(id), [
      { type: 'member.joined', actor: { type: 'person', id }, role: 'editor', reason: 'groups' },
    ])
    assert.ok(
      (await feedOf()).some(
        ([type, member]: string[]) => type === 'member.joined' && member === publicId('person', id),
      ),
    )
    const { body } = await owner.get('/portal/api/members?per_page=100')
    const sources = body.data.map((one: { id: string; source: string }) => [one.id, one.source])
    assert.deepEqual(new Map(sources).get(publicId('person', id)), 'groups')
    assert.deepEqual(new Map(sources).get(owner.id), 'manual')
  })

  test('a group gives an existing account a membership', async () => {
    const login = known()
    const personId = await newAccount(db, { name: 'Petra', email: identities[login]!.email })
    await db.updateTable('people').set({ email_verified: true }).where('id', '=', personId).execute()
    claimsOf[login] = { groups: ['globex', 'all staff, worldwide'] }
    const { at } = await enterAs(login)
    assert.equal(await idOf(at), personId)
    assert.deepEqual(await rolesIn(at), { Acme: 'viewer', Globex: 'viewer' })
  })

  // Holds R-LIMIT-9.
  test('groups change the role of a limited member, but not the limit, and do not make the member an admin', async () => {
    const login = known('designers')
    const { at } = await enterAs(login)
    const personId = await idOf(at)
    const limit = { read_folder_ids: [newId()], write_folder_ids: null }
    await db.updateTable('memberships').set(limit).where('person_id', '=', personId).execute()
    for (const [group, role] of [
      ['all staff, worldwide', 'viewer'],
      ['admins', 'viewer'],
      ['designers', 'editor'],
    ] as const) {
      claimsOf[login] = { groups: [group] }
      await enterAs(login)
      assert.deepEqual(await rolesIn(at), { Acme: role }, group)
      const membership = await db
        .selectFrom('memberships')
        .select(['read_folder_ids', 'write_folder_ids'])
        .where('person_id', '=', personId)
        .executeTakeFirstOrThrow()
      assert.deepEqual(membership, limit)
    }
  })

  test('the first matching entry of the setting decides, and a later sign-in changes the role', async () => {
    const login = known('all staff, worldwide', 'designers')
    const first = await enterAs(login)
    assert.deepEqual(await rolesIn(first.at), { Acme: 'editor' })
    claimsOf[login] = { groups: ['designers', 'admins'] }
    const id = await idOf((await enterAs(login)).at)
    // Earlier sessions have the new role, too.
    assert.deepEqual(await rolesIn(first.at), { Acme: 'admin' })
    claimsOf[login] = { groups: 'all staff, worldwide' }
    await enterAs(login)
    assert.deepEqual(await rolesIn(first.at), { Acme: 'viewer' })
    const member = { id, name: identities[login]!.name, email: identities[login]!.email }
    assert.deepEqual((await audited(id)).slice(0, 2), [
      {
        type: 'member.role_changed',
        actor: server,
        member,
        role: 'viewer',
        role_before: 'admin',
        reason: 'groups',
      },
      {
        type: 'member.role_changed',
        actor: server,
        member,
        role: 'admin',
        role_before: 'editor',
        reason: 'groups',
      },
    ])
    const before = await audited(id)
    await enterAs(login)
    assert.deepEqual(await audited(id), before)
  })

  test('a reduced role immediately reduces the permissions of connected apps', async () => {
    const login = known('designers')
    const { at } = await enterAs(login)
    const app = await connected(service, at, publicId('company', acme))
    claimsOf[login] = { groups: ['all staff, worldwide'] }
    await enterAs(login)
    assert.equal((await app.refresh(app.refreshToken)).body.scope, 'assets:read')
  })

  test('a person who leaves the last group is signed out everywhere, and their apps are disconnected', async () => {
    const login = known('designers')
    const { at } = await enterAs(login)
    const id = await idOf(at)
    const elsewhere = (await enterAs(login)).at
    const app = await connected(service, at, publicId('company', acme))
    assert.ok(Array.isArray(await toolsFor(service, app.token)))
    claimsOf[login] = { groups: ['a group without a role'] }
    await refused(login, 'no_access')
    for (const session of [at, elsewhere]) assert.equal((await session.get('/portal/api/me')).status, 401)
    assert.equal(await toolsFor(service, app.token), 401)
    assert.equal((await app.refresh(app.refreshToken)).body.error, 'invalid_grant')
    assert.deepEqual(await membershipsOf(id), [])
    const member = { id, name: identities[login]!.name, email: identities[login]!.email }
    assert.deepEqual((await audited(id)).slice(0, 2), [
      { type: 'member.removed', actor: server, member, role: 'editor', reason: 'groups' },
      { type: 'app.disconnected', actor: server, name: 'Assistant', reason: 'member_removed' },
    ])
    const signedOut = (await listSecurityEvents(db, { type: 'person.sessions_ended', limit: 1 }))[0]!
    assert.deepEqual(
      [signedOut.person_id, signedOut.data],
      [id, { actor: server, sessions: 2, reason: 'groups' }],
    )
    assert.ok(lines.some((line) => line.includes('the person has no access to any company')))
    // A later sign-in is refused as well, and a group gives access again.
    delete claimsOf[login]
    await refused(login, 'no_access')
    claimsOf[login] = { groups: ['admins'] }
    assert.deepEqual(await rolesIn((await enterAs(login)).at), { Acme: 'admin' })
  })

  test('a person who leaves the group of one company keeps the others', async () => {
    const login = known('designers', 'globex')
    const { at } = await enterAs(login)
    const [toAcme, toGlobex] = [acme, globex].map((id) => ({ 'atelier-company': publicId('company', id) }))
    assert.equal((await at.get('/portal/api/assets', toAcme)).status, 200)
    claimsOf[login] = { groups: ['globex'] }
    await enterAs(login)
    assert.equal((await at.get('/portal/api/assets', toAcme)).status, 404)
    assert.equal((await at.get('/portal/api/assets', toGlobex)).status, 200)
    assert.deepEqual(await rolesIn(at), { Globex: 'viewer' })
  })

  test('concurrent sign-ins create one membership', async () => {
    const login = known('globex')
    const { at } = await enterAs(login)
    claimsOf[login] = { groups: ['globex', 'designers'] }
    const entered = await Promise.all([enterAs(login), enterAs(login), enterAs(login)])
    assert.deepEqual(
      entered.map(({ pathname }) => pathname),
      ['/library', '/library', '/library'],
    )
    const joined = (await audited(await idOf(at))).filter(({ type }) => type === 'member.joined')
    assert.equal(joined.length, 1)
  })
})

describe('groups have no effect on', () => {
  test('groups do not change the role of an owner, even of the only owner', async () => {
    const login = known('globex')
    const { at } = await enterAs(login)
    const id = await idOf(at)
    await db.updateTable('memberships').set({ role: 'owner' }).where('person_id', '=', id).execute()
    await enterAs(login)
    assert.deepEqual(await rolesIn(at), { Globex: 'owner' })
    claimsOf[login] = { groups: [] }
    assert.equal((await enterAs(login)).pathname, '/library')
    assert.deepEqual(await membershipsOf(id), [{ company_id: globex, role: 'owner', source: 'groups' }])
  })

  test('groups do not change a manual membership, whether or not a group names the company', async () => {
    const login = known('admins')
    const personId = await newAccount(db, { name: 'Manuela', email: identities[login]!.email })
    await db.updateTable('people').set({ email_verified: true }).where('id', '=', personId).execute()
    await addMember(db, acme, personId, 'developer')
    const { at } = await enterAs(login)
    assert.deepEqual(await rolesIn(at), { Acme: 'developer' })
    claimsOf[login] = { groups: [] }
    assert.equal((await enterAs(login)).pathname, '/library')
    assert.deepEqual(await membershipsOf(personId), [
      { company_id: acme, role: 'developer', source: 'manual' },
    ])
    assert.deepEqual(await audited(personId), [])
  })

  test('groups have no effect on a sign-in with a password', async () => {
    const login = known('designers')
    const personId = await newAccount(db, { name: 'Paula', email: identities[login]!.email })
    await db.updateTable('people').set({ email_verified: true }).where('id', '=', personId).execute()
    await enterAs(login)
    claimsOf[login] = { groups: ['admins'] }
    const at = await signedIn(service, identities[login]!.email)
    assert.deepEqual(await rolesIn(at), { Acme: 'editor' })
  })

  test('groups are not required for invited people and operators to sign in', async () => {
    const invited = known()
    const { status } = await owner.post('/portal/api/invitations', {
      email: identities[invited]!.email,
      role: 'viewer',
    })
    assert.equal(status, 201)
    assert.equal((await enterAs(invited)).pathname, '/library')
    const operator = known()
    const personId = await newAccount(db, { name: 'Otto', email: identities[operator]!.email })
    await db.updateTable('people').set({ email_verified: true }).where('id', '=', personId).execute()
    await makeOperator(db, personId, true)
    assert.equal((await enterAs(operator)).pathname, '/library')
  })

  test('groups give no access to a company that does not exist, and the log names the company', async () => {
    const login = known('gone', 'designers')
    assert.deepEqual(await rolesIn((await enterAs(login)).at), { Acme: 'editor' })
    const said = lines.find((line) => line.includes('an entry of OIDC_GROUP_ROLES has no effect'))
    assert.match(said!, /There is no company cmp_/)
    await refused(known('gone'), 'unable_to_create_user')
  })
})

test('no account is created without a group with a role or with an unverified e-mail address', async () => {
  await refused(known('a group without a role'), 'unable_to_create_user')
  await refused(known(), 'unable_to_create_user')
  // Group names are compared exactly.
  await refused(known('Designers', ' designers', 'designers '), 'unable_to_create_user')
  const mallory = known('admins')
  identities[mallory]!.email_verified = false
  await refused(mallory, 'unable_to_create_user')
})

test('groups that cannot be read refuse the sign-in and change nothing', async () => {
  const login = known('designers')
  const { at } = await enterAs(login)
  const id = await idOf(at)
  const unreadable: Record<string, Claims> = {
    'a reference instead of the groups': {
      _claim_names: { groups: 'src1' },
      _claim_sources: { src1: { endpoint: 'https://graph.example/getMemberObjects' } },
    },
    'a reference next to some groups': { groups: ['designers'], _claim_names: { groups: 'src1' } },
    'the marker of Entra ID': { hasgroups: true },
    'the marker as text': { hasgroups: 'true' },
    'an object': { groups: { designers: true } },
    'a number': { groups: 7 },
    'a list with an object': { groups: ['designers', { id: 'admins' }] },
    'a list with null': { groups: [null] },
    'a list of lists': { groups: [[['designers']]] },
  }
  const before = await audited(id)
  for (const [what, claims] of Object.entries(unreadable)) {
    claimsOf[login] = claims
    lines.length = 0
    await refused(login, 'groups_unreadable')
    assert.equal(
      lines.filter((line) => line.includes('the groups of the person cannot be read')).length,
      1,
      what,
    )
    assert.deepEqual(await rolesIn(at), { Acme: 'editor' }, what)
  }
  assert.deepEqual(await audited(id), before)
  const invited = known()
  await owner.post('/portal/api/invitations', { email: identities[invited]!.email, role: 'viewer' })
  claimsOf[invited] = { hasgroups: true }
  await refused(invited, 'groups_unreadable')
  const account = db.selectFrom('people').select('id').where('email', '=', identities[invited]!.email)
  assert.equal(await account.executeTakeFirst(), undefined)
})

test('groups that the id_token lacks are read from userinfo, which must respond', async () => {
  const login = known()
  claimsOf[login] = {}
  identities[login]!.groups = ['designers']
  const { at } = await enterAs(login, byUserInfo.service)
  assert.deepEqual(await rolesIn(at), { Acme: 'editor' })
  identities[login]!.groups = ['admins']
  provider.forging.userInfo = () => ({ error: 'unavailable' })
  claimsOf[login] = { ...identities[login], groups: undefined }
  await refused(login, 'unable_to_get_user_info', byUserInfo.service)
  assert.deepEqual(await rolesIn(at), { Acme: 'editor' })
  provider.forging.userInfo = undefined
  await enterAs(login, byUserInfo.service)
  assert.deepEqual(await rolesIn(at), { Acme: 'admin' })
  // The signed id_token has precedence.
  claimsOf[login] = { groups: ['all staff, worldwide'] }
  await enterAs(login, byUserInfo.service)
  assert.deepEqual(await rolesIn(at), { Acme: 'viewer' })
})

test('the claims for groups and for the verified e-mail address can have other names', async () => {
  const login = known()
  const { email } = identities[login]!
  claimsOf[login] = { email, realm_access: { roles: ['designers'] }, groups: ['admins'] }
  identities[login]!.email_verified = true
  // Another claim than the configured one proves nothing.
  await refused(login, 'unable_to_create_user', nested.service)
  for (const xms_edov of [0, '0', false, 'no', 2, [1]]) {
    claimsOf[login]!.xms_edov = xms_edov
    await refused(login, 'unable_to_create_user', nested.service)
  }
  claimsOf[login]!.xms_edov = '1'
  const { at } = await enterAs(login, nested.service)
  assert.deepEqual(await rolesIn(at), { Acme: 'editor' })
  claimsOf[login] = { email, xms_edov: 1, _claim_names: { realm_access: 'src1' } }
  await refused(login, 'groups_unreadable', nested.service)
})

test('a path names a nested claim, and an exact name has precedence', () => {
  const claims = {
    'https://acme.example/groups': ['namespaced'],
    'a.b': ['exact'],
    a: { b: ['nested'], c: ['other'] },
    resource_access: { 'portal.acme.example': { roles: ['of a client'] } },
    text: 'one',
    none: null,
    list: [{ roles: ['in a list'] }],
  }
  const names = {
    'https://acme.example/groups': ['namespaced'],
    'a.b': ['exact'],
    'a.c': ['other'],
    'resource_access.portal.acme.example.roles': ['of a client'],
    text: ['one'],
  }
  for (const [name, found] of Object.entries(names))
    assert.deepEqual(groupsIn(claims, name), { names: found }, name)
  for (const name of [
    'none',
    'missing',
    'a.d',
    'text.length',
    'list.0.roles',
    'constructor.name',
    '__proto__',
    'a.',
  ])
    assert.equal(groupsIn(claims, name), undefined, name)
})
