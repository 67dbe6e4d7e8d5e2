import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { placeholder, statement } from '../db/statement.ts'
import type { Uuid } from '../ids.ts'

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

/** The person who owns a client, and its company. */
export async function findClientUser(db: Db, clientId: Uuid): Promise<ClientUser | undefined> {
  const [row] = await clientUser(db, { id: clientId })
  return row
}
