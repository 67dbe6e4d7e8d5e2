// Engines: embedded, postgres
// Tenant isolation in the database, by row-level security, a role that cannot bypass it, and composite keys.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { assets } from '../src/assets/queries.ts'
import type { Db } from '../src/db/database.ts'
import { isTooBusy } from '../src/db/database-errors.ts'
import { refuseUnsafeRole, UnsafeRoleError } from '../src/db/roles.ts'
import { asCompany, inReading } from '../src/db/tenancy.ts'
import { newId } from '../src/ids.ts'
import { templates } from '../src/templates/queries.ts'
import { asOwner } from './support/companies.ts'
import { countedRequest } from './support/counted.ts'
import { type Member, twoLibraries } from './support/library.ts'
import { begunUpload } from './support/resumable.ts'
import { engine, startService } from './support/service.ts'

const service = await startService({ env: { DATABASE_POOL_MAX: '2' } })
const { db } = service
const [acme, globex] = await twoLibraries(service)

// Tables that the fixtures leave empty get a row for each company.
for (const member of [acme, globex]) {
  await member.post('/api/folders', { name: 'kept' }, { 'idempotency-key': 'kept' })
  await begunUpload(service, member)
  await countedRequest(service, member.companyId)
  await asCompany(db, member.companyId, (trx) =>
    trx
      .insertInto('large_changes')
      .values({
        company_id: member.companyId,
        id: newId(),
        type: 'folder.trash',
        author: '{}',
        state: '{}',
        rows_total: 1,
      })
      .execute(),
  )
}

/** These tables contain no company's content, and are read before the caller's company is known. */
const sharedTables = [
  'brand_page_slugs',
  'clients',
  'invitations',
  'memberships',
  'render_link_companies',
  'share_codes',
]
const tablesOfNobody = [
  'access_tokens',
  'apps',
  'authorization_grants',
  'client_assertions',
  'client_secrets',
  'companies',
  'enterprises',
  'key_fingerprints',
  'kysely_migration',
  'kysely_migration_lock',
  'passkeys',
  'people',
  'sessions',
  'sign_in_methods',
  'two_factors',
  'verifications',
]

const rowsOf = async <T>(query: RawBuilder<T>, on: Db = db) => (await query.execute(on)).rows

const withCompany = await rowsOf(sql<{ name: string }>`
  select table_name as name from information_schema.columns
  where table_schema = 'public' and column_name = 'company_id' order by table_name`)
const tenantTables = withCompany.map(({ name }) => name).filter((name) => !sharedTables.includes(name))

/** Append-only tables, which the app has no privilege to update. */
const appendOnly = ['events', 'security_events']

/**
 * The table also contains entries without a company, and one statement can write entries of several
 * companies, so it has its own policies.
 */
const securityLog = 'security_events'

/** Expects a failure with this SQLSTATE, regardless of earlier statements in the transaction. */
const failsWith = (code: string, work: Promise<unknown>, what = 'it') =>
  fails(work, (error) => assert.equal(error.code, code, what))

/** Rethrows a rejection for overload, because nothing was tested then. */
async function fails(work: Promise<unknown>, check: (error: Error & { code?: string }) => void = () => {}) {
  await assert.rejects(work, (error: Error) => {
    if (isTooBusy(error)) throw error
    check(error)
    return true
  })
}

const insufficientPrivilege = '42501'
const foreignKeyViolation = '23503'

test('every table either has row-level security or is listed as shared', async () => {
  const tables = await rowsOf(sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by tablename`)
  assert.deepEqual(
    tables.map(({ name }) => name),
    [...tenantTables, ...sharedTables, ...tablesOfNobody].sort(),
  )
  assert.ok(tenantTables.length >= 18)
})

test('every tenant table has row-level security enabled and forced, for every command', async () => {
  const policies = await rowsOf(sql<Record<string, unknown>>`
    select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
      p.cmd, p.permissive, p.roles::text as roles, p.qual, p.with_check
    from pg_class c left join pg_policies p on p.tablename = c.relname and p.policyname <> 'folder_limit'
    where c.relname = any(${tenantTables}) and c.relname <> ${securityLog} order by c.relname`)
  assert.equal(policies.length, tenantTables.length - 1)
  for (const { name, qual, with_check, ...policy } of policies) {
    assert.deepEqual(policy, {
      enabled: true,
      forced: true,
      cmd: 'ALL',
      permissive: 'PERMISSIVE',
      roles: '{public}',
    })
    for (const condition of [qual, with_check]) {
      assert.match(`${condition}`, /^\(company_id = .*current_setting\('app\.company_id'/, `${name}`)
    }
  }
})

test('assets and folders have a second policy for readers of some folders, which only restricts', async () => {
  const policies = await rowsOf(sql<Record<string, unknown>>`
    select tablename as name, permissive, cmd, roles::text as roles from pg_policies
    where policyname = 'folder_limit' order by tablename`)
  const policy = { permissive: 'RESTRICTIVE', cmd: 'SELECT', roles: '{public}' }
  assert.deepEqual(policies, [
    { name: 'assets', ...policy },
    { name: 'folders', ...policy },
  ])
})

test("the audit log has row-level security: a company reads its own entries and cannot write another company's entries", async () => {
  const [table] = await rowsOf(sql<Record<string, unknown>>`
    select relrowsecurity as enabled, relforcerowsecurity as forced from pg_class where relname = ${securityLog}`)
  assert.deepEqual(table, { enabled: true, forced: true })
  const policies = await rowsOf(sql<Record<string, string | null>>`
    select policyname as name, cmd, qual, with_check from pg_policies where tablename = ${securityLog} order by 1`)
  assert.deepEqual(
    policies.map(({ name, cmd }) => [name, cmd]),
    [
      ['appended', 'INSERT'],
      ['company', 'SELECT'],
      ['whole', 'ALL'],
    ],
  )
  assert.match(policies[0]!.with_check!, /current_setting\('app\.company_id'.* IS NULL\) OR \(company_id = /s)
  assert.match(policies[1]!.qual!, /^\(company_id = .*current_setting\('app\.company_id'/)
  assert.equal(policies[2]!.with_check, 'false')
})

test('every key and index of a tenant table starts with the company', async () => {
  const indexes = await rowsOf(sql<{ name: string; first: string }>`
    select i.indexrelid::regclass::text as name, a.attname as first
    from pg_index i join pg_class c on c.oid = i.indrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
    where c.relname = any(${tenantTables}) and c.relname <> ${securityLog}`)
  assert.ok(indexes.length > 60)
  for (const { name, first } of indexes) assert.equal(first, 'company_id', name)
})

const [{ role: appRole }] = (await rowsOf(sql<{ role: string }>`select current_user as role`)) as [
  { role: string },
]

test("the app's role is neither owner nor superuser, and cannot bypass a policy", async () => {
  const [self] = await rowsOf(sql<Record<string, unknown>>`
    select current_user as role, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb,
      (select count(*) from pg_tables where tableowner = current_user) as tables
    from pg_roles where rolname = current_user`)
  assert.deepEqual(self, {
    role: appRole,
    rolsuper: false,
    rolbypassrls: false,
    rolcreaterole: false,
    rolcreatedb: false,
    tables: 0,
  })
})

test('a start as the owner of the tables or as a superuser is rejected', async () => {
  await refuseUnsafeRole(db as never, appRole)
  await db.connection().execute(async (one) => {
    await sql`set role none`.execute(one)
    try {
      await assert.rejects(refuseUnsafeRole(one as never, appRole), UnsafeRoleError)
    } finally {
      await sql`set role ${sql.raw(appRole)}`.execute(one)
    }
  })
})

test('without a company in the session no row can be read or written', async () => {
  for (const table of tenantTables) {
    const name = sql.table(table)
    for (const setting of [undefined, '']) {
      await inReading(db, async (trx) => {
        if (setting !== undefined)
          await sql`select set_config('app.company_id', ${setting}, true)`.execute(trx)
        assert.deepEqual(await rowsOf(sql`select * from ${name}`, trx), [], table)
        if (appendOnly.includes(table)) return
        const [{ count }] = (await rowsOf(
          sql<{ count: number }>`
          with gone as (delete from ${name} returning 1) select count(*) as count from gone`,
          trx,
        )) as [{ count: number }]
        assert.equal(count, 0)
      })
    }
  }
})

test("a company cannot write another company's rows, or move its own rows to another company", async () => {
  for (const table of tenantTables) {
    const name = sql.table(table)
    if (!appendOnly.includes(table)) {
      const away = sql`update ${name} set company_id = ${globex.companyId}`
      await failsWith(
        insufficientPrivilege,
        asCompany(db, acme.companyId, (trx) => away.execute(trx)),
        table,
      )
    }
    const columns = (
      await rowsOf(sql<{ name: string }>`
      select column_name as name from information_schema.columns
      where table_name = ${table} and is_generated = 'NEVER' and column_name <> 'company_id'`)
    ).map(({ name }) => name)
    const list = sql.join(columns.map((column) => sql.ref(column)))
    const copy = sql`insert into ${name} (company_id, ${list}) select ${globex.companyId}::uuid, ${list} from ${name}`
    await failsWith(
      insufficientPrivilege,
      asCompany(db, acme.companyId, (trx) => copy.execute(trx)),
      table,
    )
  }
})

type ForeignKey = { name: string; from: string; columns: string[]; to: string }

test("no foreign key can refer to another company's row", async () => {
  const keys = await rowsOf(sql<ForeignKey>`
    select k.conname as name, k.conrelid::regclass::text as from, k.confrelid::regclass::text as to,
      array(select a.attname::text from unnest(k.conkey) with ordinality c(num, at)
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = c.num order by c.at) as columns
    from pg_constraint k where k.contype = 'f' and k.connamespace = 'public'::regnamespace`)
  const between = keys.filter(({ from, to }) => tenantTables.includes(from) && tenantTables.includes(to))
  assert.ok(between.length >= 16)
  for (const { name, from, to, columns } of between) {
    assert.deepEqual([columns[0], columns.length], ['company_id', 2], name)
    const column = sql.ref(columns[1]!)
    const [foreign] = await asCompany(db, globex.companyId, (trx) =>
      rowsOf(sql<{ id: string }>`select id from ${sql.table(to)} limit 1`, trx),
    )
    const point = sql`
      update ${sql.table(from)} set ${column} = ${foreign!.id}
      where ctid = (select ctid from ${sql.table(from)} order by ${column} is null, company_id limit 1)`
    await failsWith(
      foreignKeyViolation,
      asCompany(db, acme.companyId, (trx) => point.execute(trx)),
      name,
    )
  }
})

test('events cannot be changed, and the app cannot change the schema', async () => {
  const refused = [
    sql`update events set type = 'x'`,
    sql`delete from events`,
    sql`truncate events`,
    sql`update security_events set type = 'x'`,
    sql`delete from security_events`,
    sql`truncate security_events`,
    sql`truncate assets`,
    sql`alter table assets disable row level security`,
    sql`drop policy company on assets`,
    sql`drop table folders`,
    sql`create table own (id int)`,
    sql`delete from kysely_migration`,
  ]
  for (const statement of refused) {
    await failsWith(
      insufficientPrivilege,
      asCompany(db, acme.companyId, (trx) => statement.execute(trx)),
    )
  }
})

const interleavings = 10_000
const atOnce = 24

// On PostgreSQL, two connections are shared, and on the embedded engine one, so any leftover of the last user
// would be visible to the next user.
test('after an error, a timeout or a cancellation, no connection keeps its company', {
  timeout: 120_000,
}, async () => {
  let done = 0
  const worker = async (seed: number) => {
    for (let turn = seed; done < interleavings; turn += 7) {
      const [own, other] = turn % 2 === 0 ? [acme, globex] : [globex, acme]
      // A request rejected for overload has had no connection.
      await scenarios[turn % scenarios.length]!(own, other).then(() => done++, unlessBusy)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, (_, seed) => worker(seed)))
  await sleep(10)
  for (let turn = 0; turn < 10; turn++) await hasNoCompany()
})

function unlessBusy(error: unknown) {
  if (!isTooBusy(error)) throw error
}

const actAs = (trx: Db, company: string) =>
  sql`select set_config('app.company_id', ${company}, true)`.execute(trx)

async function hasNoCompany() {
  const [row] = await rowsOf(sql<{ company: string | null; assets: number }>`
    select nullif(current_setting('app.company_id', true), '') as company,
      (select count(*) from assets) as assets`)
  assert.deepEqual(row, { company: null, assets: 0 })
}

async function sees(trx: Db, member: Member) {
  const rows = await rowsOf(sql<{ company_id: string }>`select distinct company_id from assets`, trx)
  assert.deepEqual(rows, [{ company_id: member.companyId }])
}

const request = { sort: 'created_at', descending: true, limit: 3, filters: {} }

/** Everything that callers, errors and timeouts can do to a connection. */
const scenarios: ((own: Member, other: Member) => Promise<void>)[] = [
  hasNoCompany,
  async ({ companyId }) => {
    const { rows } = await assets.page(db, companyId, request)
    for (const { file_key } of rows) assert.equal(file_key.split('/')[0], companyId)
  },
  async (own) => asCompany(db, own.companyId, (trx) => sees(trx, own)),
  hasNoCompany,
  async (own) => {
    const thrown = asCompany(db, own.companyId, async (trx) => {
      await sees(trx, own)
      throw new Error('changed my mind')
    })
    await fails(thrown, ({ message }) => assert.equal(message, 'changed my mind'))
  },
  async (own) => {
    const failing = asCompany(db, own.companyId, (trx) => sql`select 1 / 0`.execute(trx))
    await failsWith('22012', failing)
  },
  async (own, other) => {
    await asCompany(db, own.companyId, async (trx) => {
      await actAs(trx, other.companyId)
      await sees(trx, other)
    })
  },
  async ({ companyId }) => {
    // The statement that sets the company itself fails.
    await fails(templates.page(db, companyId, { ...request, filters: { ids: ['no uuid'] } }))
  },
  async () => fails(assets.page(db, 'no uuid', request)),
  ...(engine === 'postgres'
    ? [
        async (own: Member) => {
          const late = asCompany(db, own.companyId, async (trx) => {
            await sql`set local statement_timeout = 1`.execute(trx)
            await sql`select pg_sleep(1)`.execute(trx)
          })
          await failsWith('57014', late)
        },
        async (own: Member) => {
          const signal = AbortSignal.timeout(2)
          const canceled = asCompany(db, own.companyId, (trx) =>
            sql`select pg_sleep(0.05)`.execute(trx, { signal }),
          )
          await fails(canceled)
        },
      ]
    : []),
  async ({ token }) => {
    const signal = AbortSignal.timeout(2)
    const headers = { authorization: `Bearer ${token}` }
    await fetch(`${service.url}/api/assets`, { headers, signal }).catch(() => {})
  },
]

if (engine === 'postgres') {
  test('a connection that the database ends is replaced, in use or idle', async () => {
    const others = sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
    for (let turn = 0; turn < 5; turn++) {
      const inUse = asCompany(db, acme.companyId, async (trx) => {
        await sleep(20)
        await sees(trx, acme)
      })
      await Promise.allSettled([inUse, asOwner(db, others)])
      await sleep(5)
      assert.equal((await acme.get('/api/assets')).status, 200)
      await hasNoCompany()
    }
  })
}
