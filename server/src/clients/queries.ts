import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { placeholder, statement } from '../db/statement.ts'
import type { CompanyId, Uuid } from '../ids.ts'

type ClientUser = {
  person_id: Uuid | null
  person_name: string | null
  email: string | null
  person_created_at: Date | null
  company_name: string
}

const clientUser = statement<ClientUser>(
  () => sql`
    select p.id as person_id, p.name as person_name, p.email, p.created_at as person_created_at, co.name as company_name
    from clients c
    join companies co on co.id = c.company_id
    left join people p on p.id = c.owner_id
    where c.id = ${placeholder('id')}`,
)

export async function findClientUser(db: Db, clientId: Uuid): Promise<ClientUser | undefined> {
  const [row] = await clientUser(db, { id: clientId })
  return row
}

export type ClientRow = {
  id: Uuid
  name: string
  company_id: CompanyId | null
  company_name: string | null
  enterprise_id: Uuid
  enterprise_name: string
  enterprise_status: 'active' | 'inactive'
  owner_id: Uuid | null
  owner_name: string | null
  owner_email: string | null
  scopes: string[]
  /** IP addresses and networks from which the client can call. Empty means any. */
  allowed_addresses: string[]
  allowed_origins: string[]
  /** The folders that the client can read and change. Null means all. */
  read_folder_ids: Uuid[] | null
  write_folder_ids: Uuid[] | null
  token_lifetime_seconds: number | null
  /** The number of valid secrets, which is two during a rotation. */
  live_secrets: number
  /** Precise to the minute. Null when the client has never called the API. */
  last_used_at: Date | null
  created_at: Date
}

/** For operators only. Oldest first. */
export async function listClients(db: Db): Promise<ClientRow[]> {
  const { rows } = await clientRows(sql`true`).execute(db)
  return rows
}

export async function findClient(db: Db, id: Uuid): Promise<ClientRow | undefined> {
  const { rows } = await clientRows(sql`c.id = ${id}`).execute(db)
  return rows[0]
}

const clientRows = (condition: RawBuilder<unknown>) => sql<ClientRow>`
  select c.id, c.name, c.company_id, co.name as company_name,
    e.id as enterprise_id, e.name as enterprise_name, e.status as enterprise_status,
    p.id as owner_id, p.name as owner_name, p.email as owner_email, c.scopes, c.allowed_addresses,
    c.allowed_origins, c.read_folder_ids, c.write_folder_ids,
    c.token_lifetime_seconds,
    (select count(*) from client_secrets s
     where s.client_id = c.id and (s.expires_at is null or s.expires_at > now())) as live_secrets,
    c.last_used_at, c.created_at
  from clients c
  join enterprises e on e.id = c.enterprise_id
  left join companies co on co.id = c.company_id
  left join people p on p.id = c.owner_id
  where ${condition}
  order by c.id`

export async function findOwner(db: Db, who: { id: Uuid } | { email: string }): Promise<Uuid | undefined> {
  const person = await db
    .selectFrom('people')
    .select('id')
    .where('id' in who ? sql<boolean>`id = ${who.id}` : sql<boolean>`lower(email) = lower(${who.email})`)
    .executeTakeFirst()
  return person?.id
}

/** The enterprise of a company, which its clients also belong to. */
export async function enterpriseOf(db: Db, companyId: CompanyId): Promise<Uuid> {
  const company = await db
    .selectFrom('companies')
    .select('enterprise_id')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  return company.enterprise_id
}
