import { randomBytes } from 'node:crypto'
import type { Trx } from '../db/tenancy.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import type { SealedColumn } from '../secrets/reseal-column.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import { hashOf } from '../secrets/tokens.ts'

/** Number of random bytes in a code: 192 bits cannot be guessed. */
const codeBytes = 24

/** The context that a code is encrypted for. The code cannot be decrypted for another context. */
export const placeOf = (companyId: CompanyId, shareId: Uuid) => `shares ${companyId} ${shareId}`

export const sealedShareCodes: SealedColumn = { table: 'shares', column: 'code', owner: 'id', placeOf }

/** Gives a share a new code. The previous URL stops working. */
export async function renewCode(trx: Trx, companyId: CompanyId, shareId: Uuid): Promise<string> {
  await forgetCodes(trx, companyId, shareId)
  const code = randomBytes(codeBytes).toString('base64url')
  await trx
    .insertInto('share_codes')
    .values({ hash: hashOf(code), company_id: companyId, share_id: shareId })
    .execute()
  return code
}

export async function forgetCodes(trx: Trx, companyId: CompanyId, shareId: Uuid): Promise<void> {
  await trx
    .deleteFrom('share_codes')
    .where('company_id', '=', companyId)
    .where('share_id', '=', shareId)
    .execute()
}

export const sealCode = (secrets: SecretBox, code: string, companyId: CompanyId, shareId: Uuid): Buffer =>
  secrets.seal(code, placeOf(companyId, shareId))

/**
 * The code of a row, as PostgreSQL writes it in JSON. Null after an import, and if the key that encrypted it
 * was lost.
 */
export function codeOf(
  secrets: SecretBox,
  { id, company_id, code }: { id: Uuid; company_id: CompanyId; code: unknown },
): string | null {
  if (typeof code !== 'string') return null
  try {
    return secrets.open(Buffer.from(code.slice('\\x'.length), 'hex'), placeOf(company_id, id))
  } catch {
    return null
  }
}
