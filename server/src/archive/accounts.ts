import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import type { CompanyId } from '../ids.ts'

/**
 * Who works with the company: people, their roles, and the API clients with the hashes of their secrets and tokens,
 * so that integrations go on as they are. Passwords stay behind: the app may not read them.
 */
type Account = { name: string; select: (company: CompanyId) => RawBuilder<object>; columns: string[] }

export const accountTables: readonly Account[] = [
  {
    name: 'people',
    columns: ['id', 'name', 'email', 'updated_at'],
    select: (company) => sql`
      select id, name, email, updated_at from people where id in (
        select person_id from memberships where company_id = ${company}
        union select owner_id from clients where company_id = ${company}
        union select created_by from assets where company_id = ${company}
        union select created_by from templates where company_id = ${company}
      )`,
  },
  {
    name: 'memberships',
    columns: ['company_id', 'person_id', 'role', 'created_at'],
    select: (company) => sql`select * from memberships where company_id = ${company}`,
  },
  {
    name: 'clients',
    columns: [
      'id',
      'enterprise_id',
      'company_id',
      'owner_id',
      'name',
      'scopes',
      'token_lifetime_seconds',
      'allowed_addresses',
      'jwks',
      'last_used_at',
      'updated_at',
    ],
    select: (company) => sql`select * from clients where company_id = ${company}`,
  },
  {
    name: 'client_secrets',
    columns: ['id', 'client_id', 'hash', 'expires_at'],
    select: (company) => sql`select * from client_secrets where client_id in (${clientsOf(company)})`,
  },
  {
    name: 'access_tokens',
    columns: ['hash', 'client_id', 'scopes', 'issued_at', 'expires_at', 'revoked_at'],
    select: (company) =>
      sql`select * from access_tokens where client_id in (${clientsOf(company)}) and expires_at > now()`,
  },
]

const clientsOf = (company: CompanyId) => sql`select id from clients where company_id = ${company}`

/**
 * People of the archive whose address somebody here has: that is the same person, under another id. Everyone else is
 * new here.
 * @returns the id that each had → the id that they have here.
 */
export async function peopleHere(
  trx: Trx,
  people: { id: string; email: string }[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ theirs: string; ours: string }>`
    select asked.id as theirs, p.id as ours
    from json_to_recordset(${JSON.stringify(people)}::json) asked (id uuid, email text)
    join people p on lower(p.email) = lower(asked.email) or p.id = asked.id`.execute(trx)
  return new Map(rows.map(({ theirs, ours }) => [theirs, ours]))
}
