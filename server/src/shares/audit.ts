import { auditPublicPages, type Publisher } from '../audit/public-page.ts'
import type { Trx } from '../db/tenancy.ts'
import type { Changing } from '../http/endpoints/crud-endpoints.ts'
import { publicId, type Uuid } from '../ids.ts'

type ShareEvent = 'created' | 'updated' | 'password_changed' | 'url_rotated' | 'revoked' | 'deleted'

/** @param data contains no text that a caller can choose. */
export const auditShare = (
  { trx, author, address }: Pick<Changing<unknown>, 'trx' | 'author' | 'address'>,
  id: Uuid,
  event: ShareEvent,
  data: Record<string, unknown> = {},
): Promise<void> => auditShares(trx, { author, address }, event, [{ id, data }])

export const auditShares = (
  trx: Trx,
  by: Publisher,
  event: ShareEvent,
  shares: readonly { id: Uuid; data: Record<string, unknown> }[],
): Promise<void> =>
  auditPublicPages(
    trx,
    by,
    shares.map(({ id, data }) => ({
      type: `share.${event}` as const,
      data: { share: publicId('share', id), ...data },
    })),
  )
