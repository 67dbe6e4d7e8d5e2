import type { Db } from '../db/database.ts'
import { inTransaction, type Trx } from '../db/tenancy.ts'
import { type Actor, change, type NewEvent } from '../events/append.ts'
import type { CompanyId, Uuid } from '../ids.ts'

export type ClientEvent = 'created' | 'updated' | 'secret_rotated' | 'tokens_revoked' | 'deleted'

/** Who changes which client. A client that is linked to no company has no log to write to. */
export type ClientChange = { actor: Actor; id: Uuid; companyId: CompanyId | null }

/**
 * Changes a client. Where it has a company, the change and its event are committed together: the company's
 * events are its audit log. `work` returns the event's data, which must hold no secret, or undefined when
 * nothing has changed.
 */
export function changeClient<T>(
  db: Db,
  { actor, id, companyId }: ClientChange,
  type: ClientEvent,
  work: (trx: Trx) => Promise<{ result: T; data?: Record<string, unknown> | undefined }>,
): Promise<T> {
  if (companyId === null) {
    return inTransaction(db, async (trx) => (await work(trx)).result)
  }
  return change(db, { companyId, actor }, async (trx) => {
    const { result, data } = await work(trx)
    const event: NewEvent = {
      type: `client.${type}`,
      resourceType: 'client',
      resourceId: id,
      data: data ?? {},
    }
    return { result, events: data === undefined ? [] : [event] }
  })
}

/**
 * The client's row, held until the transaction ends, so that two changes follow each other. Tokens are issued
 * meanwhile: their foreign key asks only that the row stays.
 */
export function holdClient(trx: Trx, id: Uuid) {
  return trx
    .selectFrom('clients')
    .select(['id', 'name', 'scopes'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}
