import { sql } from 'kysely'
import type { Handle } from '../../server/src/db/handle.ts'
import { addMember } from '../../server/src/members/queries.ts'
import type { Account } from './accounts.ts'
import { fillAssets } from './assets.ts'

/**
 * The number of distinct thumbnails. Each is used several times, because a browser renders a repeated image
 * as often as distinct images.
 */
export const thumbnailCount = 200

/** A library that its owner opens in the portal. */
export async function fillLooked(owner: Handle, rows: number): Promise<Account> {
  const { account } = await fillAssets(owner, rows)
  await addMember(owner, account.companyId, account.personId, 'owner')
  await sql`
    update assets set renditions = json_build_array(json_build_object(
      'name', 'thumbnail', 'key', ${`${account.companyId}/t`} || abs(hashtext(id::text)) % ${sql.lit(thumbnailCount)} || '.webp',
      'width', 480, 'height', 360, 'mime_type', 'image/webp'))
    where company_id = ${account.companyId}`.execute(owner)
  await sql`vacuum analyze assets`.execute(owner)
  return account
}
