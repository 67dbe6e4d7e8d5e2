import { appendSecurityEvents } from '../audit/append.ts'
import { type Origin, personOf } from '../audit/event.ts'
import type { Db } from '../db/database.ts'
import { inTransaction, type Trx, touch } from '../db/tenancy.ts'
import { type Actor, change, type NewEvent } from '../events/append.ts'
import type { CompanyId, Uuid } from '../ids.ts'

export type ClientEvent =
  | 'created'
  | 'updated'
  | 'secret_rotated'
  | 'keys_changed'
  | 'tokens_revoked'
  | 'deleted'

/** A client without a company has no company log. */
export type ClientChange = { actor: Actor; id: Uuid; companyId: CompanyId | null; from?: Origin }

type Work<T> = (trx: Trx) => Promise<{ result: T; data?: Record<string, unknown> | undefined }>

/**
 * Changes a client in one commit with its audit event and, if the client has a company, the company's event.
 * `work` returns the event's data, which must not contain a secret, or undefined if nothing changed.
 * @param read as for `change`.
 */
export function changeClient<T>(db: Db, change: ClientChange, type: ClientEvent, work: Work<T>): Promise<T>
export function changeClient<T, A>(
  db: Db,
  change: ClientChange,
  type: ClientEvent,
  work: Work<T>,
  read: ((trx: Trx, result: T) => Promise<A>) | undefined,
): Promise<A>
export function changeClient<T>(
  db: Db,
  { actor, id, companyId, from }: ClientChange,
  type: ClientEvent,
  work: Work<T>,
  read?: (trx: Trx, result: T) => Promise<unknown>,
): Promise<unknown> {
  const logged = async (trx: Trx) => {
    touch(trx, id)
    const done = await work(trx)
    if (done.data !== undefined) {
      const data = { actor, ...done.data }
      const who = { companyId, clientId: id, personId: personOf(actor), from }
      await appendSecurityEvents(trx, [{ type: `client.${type}`, ...who, data }])
    }
    return done
  }
  if (companyId === null) {
    return inTransaction(db, async (trx) => {
      const { result } = await logged(trx)
      return read ? read(trx, result) : result
    })
  }
  const requestId = from?.requestId
  const noted = async (trx: Trx) => {
    const { result, data } = await logged(trx)
    const event: NewEvent = {
      type: `client.${type}`,
      resourceType: 'client',
      resourceId: id,
      data: data ?? {},
    }
    return { result, events: data === undefined ? [] : [event] }
  }
  return change(db, { companyId, actor, ...(requestId && { requestId }) }, noted, read)
}

/**
 * Locks the client's row until the transaction ends, so that concurrent changes run one after the other.
 * Tokens can still be issued, because their foreign key only requires the row to exist.
 */
export function holdClient(trx: Trx, id: Uuid) {
  return trx
    .selectFrom('clients')
    .select([
      'id',
      'name',
      'scopes',
      'token_lifetime_seconds',
      'allowed_addresses',
      'allowed_origins',
      'read_folder_ids',
      'write_folder_ids',
      'updated_at',
    ])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}
