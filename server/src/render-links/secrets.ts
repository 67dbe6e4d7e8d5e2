import { sql } from 'kysely'
import type { CompanyId, Uuid } from '../ids.ts'
import type { SealedColumn } from '../secrets/reseal-column.ts'

/** The context that a secret is encrypted for. The secret cannot be decrypted for another context. */
export const placeOf = (companyId: CompanyId, linkId: Uuid) => `render_links ${companyId} ${linkId}`

export const sealedLinkSecrets: SealedColumn = {
  table: 'render_links',
  column: 'secret',
  owner: 'id',
  // A revoked link stays in the list with its secret, but renders nothing.
  isUsed: sql`revoked_at is null`,
  placeOf,
}
