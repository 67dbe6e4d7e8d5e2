import { appendSecurityEvents } from '../audit/append.ts'
import { originOf, personOf } from '../audit/event.ts'
import type { Changing } from '../http/endpoints/crud-endpoints.ts'
import { publicId, type Uuid } from '../ids.ts'

type ShareEvent = 'created' | 'updated' | 'password_changed' | 'url_rotated' | 'revoked' | 'deleted'

/**
 * Records in the audit log who shared files of the company, or stopped sharing them.
 * @param data contains no text that a caller can choose.
 */
export function auditShare(
  { trx, caller, companyId, author, address }: Omit<Changing<unknown>, 'body'>,
  id: Uuid,
  event: ShareEvent,
  data: Record<string, unknown> = {},
): Promise<void> {
  const { actor } = author
  return appendSecurityEvents(trx, [
    {
      type: `share.${event}`,
      companyId,
      clientId: caller.clientId,
      personId: personOf(actor),
      from: originOf({ address, author }),
      data: { actor, share: publicId('share', id), ...data },
    },
  ])
}
