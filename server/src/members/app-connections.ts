import { type RawBuilder, sql } from 'kysely'
import { appendSecurityEvents } from '../audit/append.ts'
import { type Origin, personOf } from '../audit/event.ts'
import type { Db } from '../db/database.ts'
import type { Role } from '../db/schema.ts'
import { inTransaction, type Trx, touch } from '../db/tenancy.ts'
import type { Actor } from '../events/append.ts'
import type { LimitColumns } from '../folder-limits/present-limit.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { scopesOfRole } from './roles.ts'

type Which = { id: Uuid } | { personId: Uuid; companyId?: CompanyId }
type Ending = { actor: Actor; from?: Origin | undefined; reason?: string }

type Limits = {
  owner?: Uuid
  /** A condition on the columns of `clients` that a connection must still meet. */
  still?: RawBuilder<unknown>
}

/**
 * Ends connections. Their tokens are rejected from then on.
 * @returns the number of ended connections.
 */
export function disconnect(db: Db, which: Which & Limits, ending: Ending): Promise<number> {
  return inTransaction(db, async (trx) => {
    const chosen = 'id' in which ? sql`id = ${which.id}` : sql`member_id = ${which.personId}`
    // A statement does not see commits that occur while it waits for a row, so the lock is taken before it.
    if (which.still) await sql`select from clients where ${chosen} for update`.execute(trx)
    const conditions = [
      sql`app_id is not null`,
      chosen,
      ...(which.still ? [which.still] : []),
      ...('companyId' in which && which.companyId ? [sql`company_id = ${which.companyId}`] : []),
      ...(which.owner ? [sql`member_id = ${which.owner}`] : []),
    ]
    const { rows } = await sql<{ id: Uuid; company_id: CompanyId; member_id: Uuid; name: string }>`
      delete from clients where ${sql.join(conditions, sql` and `)}
      returning id, company_id, member_id, name`.execute(trx)
    for (const { id } of rows) touch(trx, id)
    const { actor, from, reason } = ending
    await appendSecurityEvents(
      trx,
      rows.map(({ id, company_id, member_id, name }) => ({
        type: 'app.disconnected' as const,
        companyId: company_id,
        clientId: id,
        personId: personOf(actor) ?? member_id,
        from,
        data: { actor, name, ...(reason && { reason }) },
      })),
    )
    return rows.length
  })
}

/** Removes the scopes that a member can no longer grant. Runs in the transaction that changes the role. */
export async function reduceConnections(trx: Trx, companyId: CompanyId, personId: Uuid, role: Role) {
  const { rows } = await sql<{ id: Uuid; scopes: string[] }>`
    select id, scopes from clients where company_id = ${companyId} and member_id = ${personId}
    for update`.execute(trx)
  const kept: readonly string[] = scopesOfRole[role]
  for (const { id, scopes } of rows)
    if (!scopes.every((scope) => kept.includes(scope)))
      await setConnectionScopes(
        trx,
        id,
        scopes.filter((scope) => kept.includes(scope)),
      )
}

/** Sets the scopes of a connection. Removed scopes stop working immediately. */
export async function setConnectionScopes(trx: Trx, id: Uuid, scopes: readonly string[]) {
  touch(trx, id)
  await sql`
    update clients set scopes = ${scopes}::text[], updated_at = greatest(now(), updated_at + interval '1 ms')
    where id = ${id}`.execute(trx)
}

/** Sets the limits of a member's connections, which apply immediately. */
export async function limitConnections(
  trx: Trx,
  companyId: CompanyId,
  personId: Uuid,
  { read_folder_ids, write_folder_ids }: LimitColumns,
) {
  const { rows } = await sql<{ id: Uuid }>`
    update clients set read_folder_ids = ${read_folder_ids}::uuid[], write_folder_ids = ${write_folder_ids}::uuid[],
      updated_at = greatest(now(), updated_at + interval '1 ms')
    where company_id = ${companyId} and member_id = ${personId} returning id`.execute(trx)
  for (const { id } of rows) touch(trx, id)
}
