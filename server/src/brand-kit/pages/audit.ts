import { auditPublicPages } from '../../audit/public-page.ts'
import type { Changing } from '../../http/endpoints/crud-endpoints.ts'
import { publicId, type Uuid } from '../../ids.ts'

type PageEvent = 'created' | 'updated' | 'password_changed' | 'published' | 'unpublished' | 'deleted'

/** @param data contains no text that a caller can choose. */
export const auditPage = (
  { trx, author, address }: Pick<Changing<unknown>, 'trx' | 'author' | 'address'>,
  id: Uuid,
  event: PageEvent,
  data: Record<string, unknown> = {},
): Promise<void> =>
  auditPublicPages(trx, { author, address }, [
    { type: `brand_page.${event}`, data: { brand_page: publicId('brandPage', id), ...data } },
  ])
