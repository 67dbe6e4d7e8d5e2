// Engines: postgres
// Runs the real executable in separate processes: its output, its exit code, and the effect on a server.
import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { createClient } from '../src/clients/create.ts'
import { rotateSecret } from '../src/clients/rotate-secret.ts'
import { createProgram } from '../src/commands/program.ts'
import { createCompany, createEnterprise } from '../src/companies/queries.ts'
import { migrations } from '../src/db/migrate.ts'
import { asCompany } from '../src/db/tenancy.ts'
import { createFolder } from '../src/folders/create.ts'
import { grantedScopes, readScopes } from '../src/http/caller.ts'
import { type CompanyId, newId, parseId, publicId } from '../src/ids.ts'
import { createPerson } from '../src/members/queries.ts'
import { hashOf } from '../src/secrets/tokens.ts'
import { runCommand } from './support/commands.ts'
import { changeAs, send } from './support/companies.ts'
import { environmentOf } from './support/environment.ts'
import { browser } from './support/people.ts'
import { emptyConfig, engine, type Service, startOn } from './support/service.ts'
import { storeTokens } from './support/tokens.ts'
import { until } from './support/until.ts'

const config = await emptyConfig()
const { database } = config
const env = environmentOf(config)

const ann = { name: 'Ann', email: 'ann@acme.example', password: 'correct horse battery staple' }

const run = (args: string[], extraEnv: Record<string, string> = {}) =>
  runCommand({ ...env, ...extraEnv }, args)

const words = (line: string) => line.split(' ')

async function text(args: string[]): Promise<string> {
  const { code, out, err } = await run(args)
  assert.deepEqual({ code, err }, { code: 0, err: '' }, args.join(' '))
  return out
}

// biome-ignore lint/suspicious/noExplicitAny: tests read the document without declaring its type.
type Row = any

async function json(args: string[]): Promise<Row> {
  const out = await text([...args, '--json'])
  assert.match(out, /^\{.*\}\n$/, 'one document in one line')
  return JSON.parse(out)
}

async function refuses(args: string[], line: string | RegExp, code = 2) {
  const outcome = await run(args)
  assert.deepEqual({ code: outcome.code, out: outcome.out }, { code, out: '' }, args.join(' '))
  assert.match(outcome.err, /^[^\n]+\n$/, `one line: ${args.join(' ')}`)
  if (typeof line === 'string') assert.equal(outcome.err, `${line}\n`)
  else assert.match(outcome.err, line)
}

let running: Promise<Service> | undefined
after(async () => (await running)?.close())

/**
 * On PostgreSQL one server runs beside all commands. The embedded database has a single user, so the server runs
 * between them.
 */
async function serving<T>(work: (service: Service) => Promise<T>): Promise<T> {
  running ??= startOn(config)
  const service = await running
  try {
    return await work(service)
  } finally {
    if (engine === 'embedded') {
      running = undefined
      await service.close()
    }
  }
}

type Credentials = { client_id: string; client_secret: string }

const requestToken = (service: Service, { client_id, client_secret }: Credentials) =>
  send(service, 'POST', '/oauth/access-token', { json: { client_id, client_secret } })

const tokenOf = async (service: Service, credentials: Credentials) =>
  (await requestToken(service, credentials)).body.token.access_token as string

const statusOf = async (service: Service, path: string, token: string) =>
  (await send(service, 'GET', path, { headers: { authorization: `Bearer ${token}` } })).status

const acme = { companyId: '', enterpriseId: '' }

type Known = Credentials & { token: string }
/** Clients of Acme, and one client of Sleepy, each with a live token. Every test has its own client. */
const clients = {} as Record<'overlapping' | 'leaked' | 'restricted' | 'deleted' | 'purged' | 'sleepy', Known>

before(async () => {
  assert.equal(await text(['migrate']), `Applied ${Object.keys(migrations).join(', ')}.\n`)
  assert.deepEqual(await json(['migrate']), { applied: [] })
  const company = await json(['company', 'create', 'Acme', '--enterprise-name', 'Acme Group'])
  acme.companyId = company.company_id
  acme.enterpriseId = company.enterprise.id
  await serving(makeClients)
})

async function makeClients(service: Service) {
  const { db } = service
  const enterpriseId = await createEnterprise(db, 'Sleepy Group')
  const sleepyId = await createCompany(db, enterpriseId, 'Sleepy')
  const place = {
    enterpriseId: parseId('enterprise', acme.enterpriseId)!,
    companyId: parseId('company', acme.companyId)!,
  }
  for (const name of ['overlapping', 'leaked', 'restricted', 'deleted', 'purged', 'sleepy'] as const) {
    const home = name === 'sleepy' ? { enterpriseId, companyId: sleepyId } : place
    const { clientId, clientSecret } = await createClient(db, { name, ...home })
    const credentials = { client_id: clientId, client_secret: clientSecret }
    clients[name] = { ...credentials, token: await tokenOf(service, credentials) }
  }
  await createPerson(db, ann)
}

test('a company is created in its own enterprise, a new named one, or an existing one', async () => {
  const own = await text(['company', 'create', 'Globex'])
  const ids =
    /^Created the company Globex\.\n\n {2}company_id {5}(cmp_\w{26})\n {2}enterprise_id {2}(ent_\w{26}) \(Globex\)\n$/
  const [, globexId, globexEnterpriseId] = ids.exec(own) ?? assert.fail(own)
  const second = await json(['company', 'create', ' Acme France ', '--enterprise', acme.enterpriseId])
  assert.deepEqual(second, {
    company_id: second.company_id,
    name: 'Acme France',
    enterprise: { id: acme.enterpriseId, name: 'Acme Group' },
  })

  const { companies } = await json(['company', 'list'])
  assert.deepEqual(
    companies.map((row: Row) => [row.company_id, row.name, row.enterprise.id, row.enterprise.status]),
    [
      [acme.companyId, 'Acme', acme.enterpriseId, 'active'],
      [companies[1].company_id, 'Sleepy', companies[1].enterprise.id, 'active'],
      [globexId, 'Globex', globexEnterpriseId, 'active'],
      [second.company_id, 'Acme France', acme.enterpriseId, 'active'],
    ],
  )
  const time = (at: string) => `${at.slice(0, 16).replace('T', ' ')} UTC`
  const times = companies.map((row: Row) => time(row.created_at))
  assert.equal(
    await text(['company', 'list']),
    [
      'COMPANY                         NAME         ENTERPRISE    STATUS  CREATED',
      `${acme.companyId}  Acme         Acme Group    active  ${times[0]}`,
      `${companies[1].company_id}  Sleepy       Sleepy Group  active  ${times[1]}`,
      `${globexId}  Globex       Globex        active  ${times[2]}`,
      `${second.company_id}  Acme France  Acme Group    active  ${times[3]}\n`,
    ].join('\n'),
  )
  const { enterprises } = await json(['enterprise', 'list'])
  assert.deepEqual(
    enterprises.map((row: Row) => [row.name, row.status, row.companies, row.clients]),
    [
      ['Acme Group', 'active', 2, 5],
      ['Sleepy Group', 'active', 1, 1],
      ['Globex', 'active', 1, 0],
    ],
  )
})

test('a new client can request tokens immediately, and its secret is shown only once', async () => {
  const shown = await text(['client', 'create', '--name', 'Website', '--company', acme.companyId])
  const lines =
    /^Created the client Website for Acme\.\n\n {2}client_id {6}(cli_\w{26})\n {2}client_secret {2}(atl_cs_\w{49})\n\nStore the secret now\. It cannot be shown again, because only its hash is kept\.\n$/
  const [, client_id = '', client_secret = ''] = lines.exec(shown) ?? assert.fail(shown)
  const importer = await json([
    ...words(`client create --name Importer --company ${acme.companyId} --owner ANN@acme.example`),
    ...words('--scopes assets:write,profile:read --token-lifetime 90'),
  ])
  const unlinked = await json(words(`client create --name Nowhere --enterprise ${acme.enterpriseId}`))

  await serving(async (service) => {
    const token = await tokenOf(service, { client_id, client_secret })
    assert.equal(await statusOf(service, '/api/templates', token), 200)
    const issued = await requestToken(service, importer)
    assert.equal(issued.body.token.expires_in, 90)
    const headers = { authorization: `Bearer ${issued.body.token.access_token}` }
    const { body: user } = await send(service, 'GET', '/api/user', { headers })
    assert.deepEqual([user.email, user.scopes], ['ann@acme.example', ['profile:read', 'assets:write']])
    assert.equal(await statusOf(service, '/api/templates', await tokenOf(service, unlinked)), 404)
  })

  const listed = await json(['client', 'list'])
  const [website, second, third] = listed.clients.slice(-3)
  assert.deepEqual(website, {
    client_id,
    name: 'Website',
    company: { id: acme.companyId, name: 'Acme' },
    enterprise: { id: acme.enterpriseId, name: 'Acme Group', status: 'active' },
    owner: null,
    scopes: ['profile:read', 'templates:read', 'assets:read', 'brandkit:read'],
    allowed_addresses: [],
    allowed_origins: [],
    read_limit: null,
    write_limit: null,
    token_lifetime_seconds: null,
    live_secrets: 1,
    last_used_at: website.last_used_at,
    created_at: website.created_at,
  })
  assert.deepEqual([second.owner.email, second.token_lifetime_seconds], ['ann@acme.example', 90])
  assert.deepEqual([third.company, third.enterprise.name], [null, 'Acme Group'])
  const table = await text(['client', 'list'])
  assert.match(table, /^CLIENT +NAME +COMPANY +ENTERPRISE +SECRETS +LAST USED +CREATED +FROM +SCOPES\n/)
  assert.match(table, /\ncli_\w{26} {2}Nowhere {6}- {8}Acme Group {4}1 /)
  assert.doesNotMatch(table + JSON.stringify(listed), /atl_cs_/)
})

test('an operator can list the origins of web pages that use a client', async () => {
  const make = [...words(`client create --name Pages --company ${acme.companyId}`)]
  const pages = await json([
    ...make,
    ...words('--origin https://App.example/,http://localhost:* --origin https://b.example'),
  ])
  assert.deepEqual(pages.allowed_origins, ['https://app.example', 'http://localhost:*', 'https://b.example'])
})

test('a client can be limited to folders of its company', async () => {
  const companyId = parseId('company', acme.companyId) as CompanyId
  const folder = await serving(({ db }) =>
    changeAs(db, companyId, async (trx) => ({
      result: await createFolder(trx, companyId, { name: 'Agency', parentId: null }),
      events: [],
    })),
  )
  const make = [...words(`client create --name Agency --company ${acme.companyId}`)]
  const given = publicId('folder', folder)
  const { client_id } = await json([...make, '--read-folder', given, '--write-folder', given])
  const row = await serving(({ db }) =>
    db
      .selectFrom('clients')
      .select(['read_folder_ids', 'write_folder_ids'])
      .where('id', '=', parseId('client', client_id)!)
      .executeTakeFirstOrThrow(),
  )
  assert.deepEqual(row, { read_folder_ids: [folder], write_folder_ids: [folder] })
  const unknown = publicId('folder', newId())
  await refuses(
    [...make, '--read-folder', unknown],
    new RegExp(`There is no folder ${unknown} in the company`),
  )
  await refuses(
    [...make, ...Array.from({ length: 101 }, () => ['--read-folder', given]).flat()],
    /A client can be limited to up to 100 folders\./,
  )
})

test('a client can be restricted to IP addresses, and the list shows them', async () => {
  const make = [...words(`client create --name Fenced --company ${acme.companyId}`)]
  const fenced = await json([...make, ...words('--allow 192.0.2.99/24,127.0.0.1 --allow ::1')])
  const ranges = ['192.0.2.0/24', '127.0.0.1', '::1']
  assert.deepEqual(fenced.allowed_addresses, ranges)
  const elsewhere = await json([...make, '--allow', '192.0.2.7'])
  const listed = await json(['client', 'list'])
  const shown = listed.clients.find(({ client_id }: Row) => client_id === fenced.client_id)
  assert.deepEqual(shown.allowed_addresses, ranges)
  assert.match(await text(['client', 'list']), /192\.0\.2\.0\/24 127\.0\.0\.1 ::1 /)
  await serving(async (service) => {
    assert.equal((await requestToken(service, fenced)).status, 200)
    assert.equal((await requestToken(service, elsewhere)).status, 401)
  })
  for (const wrong of ['home', '192.0.2.0/33', ','])
    await refuses([...make, '--allow', wrong], /is neither an IP address|Specify an IP address/)
})

test('an operator can help a person who lost both password and phone to sign in again', async () => {
  await serving(async ({ db }) => {
    await sql`update people set two_factor_enabled = true where email = ${ann.email}`.execute(db)
  })
  const listed = async () =>
    (await json(['person', 'list'])).people.find(({ email }: Row) => email === ann.email)
  assert.equal((await listed()).two_factor_enabled, true)
  const early = await json(['person', 'password-link', ann.email])
  await json(['person', 'drop-second-factor', ann.email])
  const { link } = await json(['person', 'password-link', ann.email.toUpperCase()])
  assert.equal((await listed()).two_factor_enabled, false)
  const { events } = await json(['audit', 'list', '--type', 'person.second_factor_dropped'])
  assert.equal(events.length, 1)

  await serving(async (service) => {
    const at = browser(service)
    const newPassword = 'a wholly new sentence'
    const choose = async (by: string) => {
      const { pathname, search } = new URL(by)
      const page = await at.get(pathname + search)
      const token = new URL(page.headers.get('location')!, service.url).searchParams.get('token')
      return (await at.post('/portal/api/auth/reset-password', { newPassword, token })).status
    }
    assert.equal(await choose(early.link), 400, 'a link from before the second factor was dropped')
    assert.equal(await choose(link), 200)
    assert.equal(await choose(link), 400)
    assert.equal((await at.signIn(ann.email, ann.password)).status, 401)
    assert.equal((await at.signIn(ann.email, newPassword)).status, 200)
  })
  assert.equal((await json(['person', 'operator', ann.email])).is_operator, true)
  assert.equal((await json(['person', 'operator', ann.email, '--revoke'])).is_operator, false)
  assert.equal((await json(['person', 'sign-out', ann.email])).ended_sessions, 1)
  await refuses(['person', 'password-link', 'nobody@acme.example'], /^No person has this e-mail address/m)
})

test('a rotated secret and its predecessor both work until the overlap ends', async () => {
  const old = clients.overlapping
  const fresh = await json(words(`client rotate ${old.client_id} --overlap 5`))
  const endsAt = Date.parse(fresh.old_secret_ends_at)
  await serving(async (service) => {
    const statuses = async () => [
      (await requestToken(service, fresh)).status,
      (await requestToken(service, old)).status,
    ]
    const both = await statuses()
    // On a machine so slow that the overlap has passed, there is nothing to assert.
    if (Date.now() < endsAt) assert.deepEqual(both, [200, 200])
    await wait(Math.max(0, endsAt + 100 - Date.now()))
    assert.deepEqual(await statuses(), [200, 401])
  })
})

test('after a leak, all earlier secrets and tokens can be revoked with one command', async () => {
  const { client_id, client_secret, token } = clients.leaked
  const second = await json(['client', 'rotate', client_id])
  const days = (Date.parse(second.old_secret_ends_at) - Date.now()) / 86_400_000
  assert.ok(days > 0.99 && days <= 1, 'the default overlap is a day')
  await refuses(
    ['client', 'rotate', client_id],
    /^leaked has two active secrets until .* UTC\. Wait, or revoke both now with --overlap 0\.$/m,
  )
  const shown = await text(['client', 'rotate', client_id, '--overlap', '0'])
  assert.match(shown, /^leaked has a new secret\.\n[\s\S]+ hash is kept\.\nThe old secret is revoked\.\n$/)
  const third = { client_id, client_secret: /atl_cs_\w+/.exec(shown)![0] }
  assert.equal(await text(['token', 'revoke', '--client', client_id]), 'Revoked 1 token of leaked.\n')
  await serving(async (service) => {
    assert.equal((await requestToken(service, { client_id, client_secret })).status, 401)
    assert.equal((await requestToken(service, second)).status, 401)
    assert.equal((await requestToken(service, third)).status, 200)
    assert.equal(await statusOf(service, '/api/user', token), 401)
  })
})

test('one of several concurrent rotations succeeds, so at most two secrets are live', async () => {
  await serving(async ({ db }) => {
    const id = parseId('client', clients.purged.client_id)!
    const companyId = parseId('company', acme.companyId)!
    const operator = { actor: { type: 'operator' }, id, companyId } as const
    const atOnce = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: 5 }, work))
    await atOnce(() => sql`select pg_sleep(0.05)`.execute(db)) // Opens five connections, so that the race is fair.
    const rotations = await atOnce(() => rotateSecret(db, operator, 60))
    assert.equal(rotations.filter(({ outcome }) => outcome === 'rotated').length, 1)
    const secrets = db.selectFrom('client_secrets').select('id').where('client_id', '=', id)
    assert.equal((await secrets.execute()).length, 2)
  })
})

test('removing scopes takes effect immediately for live tokens', async () => {
  const { client_id, token } = clients.restricted
  const restrict = ['client', 'restrict', client_id, '--scopes']
  assert.equal(await text([...restrict, 'profile:read']), 'restricted now has the scopes: profile:read.\n')
  const refused = await serving(async (service) => [
    await statusOf(service, '/api/user', token),
    await statusOf(service, '/api/templates', token),
    await statusOf(service, '/api/assets', token),
  ])
  assert.deepEqual(refused, [200, 403, 403])
  assert.deepEqual(await json([...restrict, 'assets:read, profile:read']), {
    client_id,
    scopes: ['profile:read', 'assets:read'],
    scopes_before: ['profile:read'],
  })
})

test('clients of a deactivated enterprise get no tokens, and their live tokens are rejected', async () => {
  const { companies } = await json(['company', 'list'])
  const { id } = companies.find((row: Row) => row.name === 'Sleepy').enterprise
  const answers = () =>
    serving(async (service) => {
      const { status, body } = await requestToken(service, clients.sleepy)
      return [status, body.message, await statusOf(service, '/api/user', clients.sleepy.token)]
    })
  assert.equal(await text(['enterprise', 'deactivate', id]), 'Sleepy Group is inactive.\n')
  assert.deepEqual(await answers(), [403, 'Inactive enterprise.', 401])
  const activated = { enterprise_id: id, name: 'Sleepy Group', status: 'active' }
  assert.deepEqual(await json(['enterprise', 'activate', id]), activated)
  assert.deepEqual(await answers(), [200, undefined, 200])
})

test('deleting a client deletes its tokens', async () => {
  const { client_id, token } = clients.deleted
  const remove = ['client', 'delete', client_id]
  assert.equal(await text(remove), 'Deleted the client deleted, its secrets and its tokens.\n')
  await refuses(remove, `There is no client ${client_id}.`)
  await serving(async (service) => {
    assert.equal((await requestToken(service, clients.deleted)).status, 401)
    assert.equal(await statusOf(service, '/api/user', token), 401)
  })
})

const dayMs = 86_400_000
const endsInDays = { revoked: 1, justEnded: -0.01, ended3: -3, ended29: -29, ended31: -31, ended400: -400 }

/** Inserts the tokens after the server's own purge, which runs once when the server starts. */
async function insertEndedTokens({ db, background }: Service) {
  const purged = sql`select from pgboss.job_common where name = 'token.purge' and state = 'completed'`
  await until('the server has purged', async () => (await purged.execute(background)).rows.length > 0)
  const clientId = parseId('client', clients.purged.client_id)!
  for (const [name, days] of Object.entries(endsInDays)) {
    const expiresAt = new Date(Date.now() + days * dayMs)
    const issuedAt = new Date(expiresAt.getTime() - 500 * dayMs)
    await storeTokens(db, clientId, [{ hash: hashOf(name), issuedAt, expiresAt }])
  }
  const revoked = { revoked_at: new Date(Date.now() - 40 * dayMs) }
  await db.updateTable('access_tokens').set(revoked).where('hash', '=', hashOf('revoked')).execute()
}

test('the audit log can be filtered by company, client, type and time', async () => {
  const { client_id } = clients.leaked
  const args = ['audit', 'list', '--client', client_id, '--type', 'client.secret_rotated', '--since', '1d']
  const { events } = await json([...args, '--limit', '1'])
  const [{ event_id, at, company_id, data, ...event }] = events
  assert.match(event_id, /^sev_/)
  assert.match(data.secret_id, /^sec_/)
  assert.deepEqual(data.actor, { type: 'operator' })
  assert.deepEqual(event, {
    type: 'client.secret_rotated',
    client_id,
    person_id: null,
    address: null,
    request_id: null,
  })
  const lines = (await text([...args, '--company', company_id])).split('\n')
  assert.match(lines[0]!, /^AT +TYPE +COMPANY +CLIENT +PERSON +ADDRESS +DATA$/)
  assert.ok(lines[1]!.startsWith(at.slice(0, 16).replace('T', ' ')))
  assert.equal(await text([...args, '--since', '0d']), 'No events found.\n')
})

test('a purge deletes only tokens that expired before the given time', async () => {
  await serving(insertEndedTokens)
  assert.match(await text(['token', 'purge']), /^Purged 2 tokens that expired before .* UTC\.\n$/)
  assert.equal((await json(['token', 'purge', '--before', '10d'])).purged, 1)
  const day = new Date(Date.now() - 2 * dayMs).toISOString().slice(0, 10)
  assert.deepEqual(await json(['token', 'purge', '--before', day]), {
    purged: 1,
    before: `${day}T00:00:00.000Z`,
  })
  const hashes = await serving(async (service) => {
    assert.equal(await statusOf(service, '/api/user', clients.purged.token), 200)
    const rows = await service.db.selectFrom('access_tokens').select('hash').execute()
    return rows.map(({ hash }) => hash.toString('hex'))
  })
  const left = Object.keys(endsInDays).filter((name) => hashes.includes(hashOf(name).toString('hex')))
  assert.deepEqual(left, ['revoked', 'justEnded'])
})

test("a company's events record the operator's changes of its clients, without secrets", async () => {
  const companyId = parseId('company', acme.companyId)!
  const events = await serving(({ db }) =>
    asCompany(db, companyId, (trx) => trx.selectFrom('events').selectAll().orderBy('seq').execute()),
  )
  const toldOf = ({ client_id }: Credentials) =>
    events.filter(({ resource_id }) => resource_id === parseId('client', client_id))
  const typesOf = (client: Credentials) => toldOf(client).map(({ type }) => type)
  assert.deepEqual(typesOf(clients.leaked), [
    'client.created',
    'client.secret_rotated',
    'client.secret_rotated',
    'client.tokens_revoked',
  ])
  assert.deepEqual(typesOf(clients.restricted), ['client.created', 'client.updated', 'client.updated'])
  assert.deepEqual(typesOf(clients.deleted), ['client.created', 'client.deleted'])
  assert.deepEqual(toldOf(clients.restricted)[2]!.data, {
    scopes: ['profile:read', 'assets:read'],
    scopes_before: ['profile:read'],
  })
  for (const { actor, resource_type } of events) {
    assert.deepEqual({ actor, resource_type }, { actor: { type: 'operator' }, resource_type: 'client' })
  }
  assert.doesNotMatch(JSON.stringify(events), /atl_[ac]/)
})

const nobody = '00000000000000000000000000'
const notAnId = (text: string, whose: string, prefix: string) =>
  `"${text}" is not ${whose} ID: it must be ${prefix}_ followed by 26 letters and digits.`

test('invalid arguments are rejected in one line before a database is opened', async () => {
  const create = 'client create --name x'
  const scopes = `The scopes are ${[...readScopes, ...grantedScopes].join(', ')}.`
  const dates =
    'a number of days (30d), a date (2026-10-01) or a time (2026-10-01T12:00Z), and not in the future.'
  const refusals: Record<string, string> = {
    'client delete ast_1': notAnId('ast_1', 'a client', 'cli'),
    [`enterprise activate cmp_${nobody}`]: notAnId(`cmp_${nobody}`, 'an enterprise', 'ent'),
    [`${create} --company x`]: notAnId('x', 'a company', 'cmp'),
    [`${create} --scopes read,profile:read,\u001b[2J`]: `Unknown scope: read, ?[2J. ${scopes}`,
    [`client restrict cli_${nobody} --scopes ,`]: `Specify at least one scope. ${scopes}`,
    'company create ': 'A name must have 1 to 200 characters, on one line.',
    [`company create ${'x'.repeat(201)}`]: 'A name must have 1 to 200 characters, on one line.',
    'client create --name \u001b[2J': 'A name must be a single line.',
    'company create https://acme.example': 'A name must not contain a link.',
    [`${create} --token-lifetime 1.5`]: '--token-lifetime must be a whole number from 1 to 315360000.',
    [`client rotate cli_${nobody} --overlap -1`]: '--overlap must be a whole number from 0 to 7776000.',
    'audit list --since 2999-01-01': `--since must be ${dates}`,
    'token purge --before 2999-01-01': `--before must be ${dates}`,
    'token purge --before yesterday': `--before must be ${dates}`,
    'token purge --before 2026-13-01': `--before must be ${dates}`,
  }
  for (const [command, message] of Object.entries(refusals)) {
    const program = createProgram(() => assert.fail('nothing is opened'))
    const refusal = { name: 'UsageError', message }
    await assert.rejects(program.parseAsync(command.split(' '), { from: 'user' }), refusal)
  }
  await refuses(['client', 'delete', 'ast_1'], refusals['client delete ast_1']!)
})

test('an unknown ID is rejected in one line with exit code 2', async () => {
  const create = ['client', 'create', '--name', 'x']
  const refusals: [string[], string][] = [
    [['client', 'rotate', `cli_${nobody}`], `There is no client cli_${nobody}.`],
    [['enterprise', 'deactivate', `ent_${nobody}`], `There is no enterprise ent_${nobody}.`],
    [[...create, '--company', `cmp_${nobody}`], `There is no company cmp_${nobody}.`],
    [create, 'Specify a company with --company <id>, or an enterprise with --enterprise <id>.'],
    [
      [...create, '--company', acme.companyId, '--owner', 'bob@acme.example'],
      'There is no person with the e-mail address given with --owner.',
    ],
  ]
  for (const [args, line] of refusals) await refuses(args, line)
})

test('a typing error lists the alternatives, with exit code 2', async () => {
  const { code, out, err } = await run(['clint', 'list'])
  assert.deepEqual({ code, out }, { code: 2, out: '' })
  assert.match(err, /^error: unknown command 'clint'\n\(Did you mean client\?\)\n/)
  assert.equal((await run(['client', 'create'])).code, 2)
  assert.equal((await run([])).code, 2)
})

test('an unreachable database is reported in one line without its password, with exit code 1', async () => {
  const port = await closedPort()
  const lines = {
    [`postgres://ann:s3cret@127.0.0.1:${port}/x`]: `connect ECONNREFUSED 127.0.0.1:${port}`,
    'postgres://ann:s3cret@database.invalid/x': 'getaddrinfo ENOTFOUND database.invalid',
    ...(database.kind === 'postgres' && {
      [wrongDatabase(database.url)]: 'database "no_such_database" does not exist',
    }),
  }
  for (const [DATABASE_URL, reason] of Object.entries(lines)) {
    for (const command of ['client list', 'serve']) {
      const outcome = await run(words(command), { DATABASE_URL })
      assert.deepEqual(outcome, { code: 1, out: '', err: `Cannot connect to the database: ${reason}.\n` })
    }
  }
})

const wrongDatabase = (url: string) => Object.assign(new URL(url), { pathname: '/no_such_database' }).href

async function closedPort(): Promise<number> {
  const { port, close } = await takenPort()
  close()
  return port
}

async function takenPort() {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as { port: number }).port, close: () => server.close() }
}

test('a server whose port is in use reports that, closes the database and exits with code 2', async () => {
  const { port, close } = await takenPort()
  const outcome = await run(['serve'], { PORT: String(port), LOG_LEVEL: 'warn' })
  close()
  assert.deepEqual(outcome, {
    code: 2,
    out: '',
    err: `Cannot listen on HOST and PORT: listen EADDRINUSE: address already in use 127.0.0.1:${port}.\n`,
  })
})

test('an invalid configuration is rejected with all errors, but help still works', async () => {
  const broken = { PORT: 'eighty', DATABASE_URL: 'mysql://ann:s3cret@db/x' }
  const outcome = await run(['company', 'list'], broken)
  assert.deepEqual({ code: outcome.code, out: outcome.out }, { code: 2, out: '' })
  assert.match(outcome.err, /^PORT must be .*\nDATABASE_URL must be .*\n$/)
  assert.doesNotMatch(outcome.err, /s3cret|eighty/)
  const help = await run(['client', 'create', '--help'], broken)
  assert.deepEqual([help.code, help.err], [0, ''])
  assert.match(help.out, /^Usage: atelier-server client create \[options\]\n[\s\S]*\nExamples:\n/)
})

test('every command describes itself and its options, and every group has examples', () => {
  const program = createProgram(() => assert.fail('help reads no configuration'))
  const visit = (command: typeof program, path: string) => {
    assert.match(command.description(), /^[A-Z].*\.$/, path)
    for (const option of command.options) assert.ok(option.description, `${path} ${option.flags}`)
    for (const argument of command.registeredArguments) assert.ok(argument.description, path)
    // `serve` prints no result, and `audit export` has its own --format.
    const hasForm = ['atelier-server serve', 'atelier-server audit export'].includes(path)
    const isOperator = command.commands.length === 0 && !hasForm
    assert.equal(
      command.options.some(({ long }) => long === '--json'),
      isOperator,
      path,
    )
    if (command.commands.length > 0) assert.match(helpOf(command), /\nExamples:\n/, path)
    for (const sub of command.commands) visit(sub, `${path} ${sub.name()}`)
  }
  visit(program, 'atelier-server')
})

function helpOf(command: ReturnType<typeof createProgram>) {
  let shown = ''
  command.configureOutput({ writeOut: (part) => (shown += part) }).outputHelp()
  return shown
}
