import { sql } from 'kysely'
import type { Handle } from '../../server/src/db/handle.ts'
import { type Account, makeAccount } from './accounts.ts'
import { withoutIndexes } from './bulk.ts'

/** The number of tokens that the measured client uses, a fraction of all tokens. */
const tokensKnown = 1_000
const tokensPerStatement = 500_000
const tokensPerCompany = 1_000
const lifetimeDays = 365

/** Creates one company per thousand tokens. Each company has its own enterprise and client. */
export async function fillAccess(owner: Handle, tokens: number): Promise<Account> {
  await sql`set maintenance_work_mem = '256MB'`.execute(owner)
  await sql`set synchronous_commit = off`.execute(owner)
  const account = await makeAccount(owner, 'Measured', tokensKnown)
  const companies = Math.max(1, tokens / tokensPerCompany - 1)
  await makeClients(owner, companies)
  await withoutIndexes(owner, ['access_tokens'], async () => {
    const rest = companies * tokensPerCompany
    for (let from = 0; from < rest; from += tokensPerStatement)
      await insertTokens(owner, companies, from, Math.min(rest, from + tokensPerStatement) - 1)
  })
  await sql`vacuum analyze`.execute(owner)
  return account
}

async function makeClients(owner: Handle, companies: number) {
  await sql`
    create table bench_clients as
    select n as number, gen_random_uuid() as enterprise_id, gen_random_uuid() as company_id, gen_random_uuid() as id
    from generate_series(0, ${sql.lit(companies - 1)}) n`.execute(owner)
  await sql`create unique index on bench_clients (number)`.execute(owner)
  await sql`
    insert into enterprises (id, name) select enterprise_id, 'Group ' || number from bench_clients`.execute(
    owner,
  )
  await sql`
    insert into companies (id, enterprise_id, name)
    select company_id, enterprise_id, 'Company ' || number from bench_clients`.execute(owner)
  await sql`
    insert into clients (id, enterprise_id, company_id, name, scopes)
    select c.id, c.enterprise_id, c.company_id, 'bench', measured.scopes
    from bench_clients c cross join (select scopes from clients limit 1) measured`.execute(owner)
  await sql`
    insert into client_secrets (id, client_id, hash)
    select gen_random_uuid(), id, decode(md5(id::text) || md5(number::text), 'hex') from bench_clients`.execute(
    owner,
  )
}

/** The tokens are issued over the past lifetime, so the same number expires every day. */
async function insertTokens(owner: Handle, companies: number, from: number, to: number) {
  await sql`
    insert into access_tokens (hash, client_id, scopes, issued_at, expires_at)
    select decode(md5(n::text) || md5('x' || n), 'hex'), c.id, measured.scopes, issued, issued + ${sql.lit(`${lifetimeDays} days`)}::interval
    from generate_series(${sql.lit(from)}, ${sql.lit(to)}) n
    join bench_clients c on c.number = n % ${sql.lit(companies)}
    cross join (select scopes from clients limit 1) measured
    cross join lateral (
      select now() - n::float / ${sql.lit(companies * tokensPerCompany)} * ${sql.lit(`${lifetimeDays} days`)}::interval as issued
    ) past`.execute(owner)
}
