import type { Trx } from '../db/tenancy.ts'
import type { Author } from '../events/append.ts'
import { appendSecurityEvents } from './append.ts'
import { type NewSecurityEvent, originOf, personOf } from './event.ts'

/** The person or client that publishes files or ends their publication. Jobs have no IP address. */
export type Publisher = { author: Author; address?: string }

/**
 * Records in the audit log who published company files or ended their publication.
 * @param entries contain no text from a caller.
 */
export function auditPublicPages(
  trx: Trx,
  { author, address }: Publisher,
  entries: readonly { type: NewSecurityEvent['type']; data: Record<string, unknown> }[],
): Promise<void> {
  const { actor, companyId } = author
  return appendSecurityEvents(
    trx,
    entries.map(({ type, data }) => ({
      type,
      companyId,
      clientId: actor.type === 'client' && actor.id ? actor.id : null,
      personId: personOf(actor),
      from: address === undefined ? undefined : originOf({ address, author }),
      data: { actor, ...data },
    })),
  )
}
