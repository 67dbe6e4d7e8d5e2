import type { CompanyId, Uuid } from '../ids.ts'
import type { SealedColumn } from '../secrets/reseal-column.ts'

/** The context that a secret is encrypted for: it cannot be decrypted for another one. */
export const placeOf = (companyId: CompanyId, linkId: Uuid) => `render_links ${companyId} ${linkId}`

export const sealedLinkSecrets: SealedColumn = {
  table: 'render_links',
  column: 'secret',
  owner: 'id',
  placeOf,
}
