import { appendSecurityEvents } from '../audit/append.ts'
import { originOf, personOf } from '../audit/event.ts'
import type { Trx } from '../db/tenancy.ts'
import type { Author } from '../events/append.ts'
import type { Changing } from '../http/endpoints/crud-endpoints.ts'
import { publicId, type Uuid } from '../ids.ts'

type ShareEvent = 'created' | 'updated' | 'password_changed' | 'url_rotated' | 'revoked' | 'deleted'

/**
 * Records in the audit log who shared files of the company, or stopped sharing them.
 * @param data contains no text that a caller can choose.
 */
export function auditShare(
  { trx, author, address }: Pick<Changing<unknown>, 'trx' | 'author' | 'address'>,
  id: Uuid,
  event: ShareEvent,
  data: Record<string, unknown> = {},
): Promise<void> {
  return auditShares(trx, { author, address }, event, [{ id, data }])
}

/** The same for several shares. Jobs have no IP address. */
export function auditShares(
  trx: Trx,
  { author, address }: { author: Author; address?: string },
  event: ShareEvent,
  shares: readonly { id: Uuid; data: Record<string, unknown> }[],
): Promise<void> {
  const { actor, companyId } = author
  return appendSecurityEvents(
    trx,
    shares.map(({ id, data }) => ({
      type: `share.${event}`,
      companyId,
      clientId: actor.type === 'client' && actor.id ? actor.id : null,
      personId: personOf(actor),
      from: address === undefined ? undefined : originOf({ address, author }),
      data: { actor, share: publicId('share', id), ...data },
    })),
  )
}
