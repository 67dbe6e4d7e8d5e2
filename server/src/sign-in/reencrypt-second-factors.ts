import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Uuid } from '../ids.ts'
import type { PurposeKeys } from '../secrets/secret-key.ts'
import { signInSecrets } from './auth-secrets.ts'

type Factor = { id: Uuid; secret: string; backup_codes: string }

/** Encrypts second factors again that are not encrypted with the first secret. @returns their number. */
export async function reencryptSecondFactors(db: Db, keys: PurposeKeys): Promise<number> {
  const { texts, numbered } = signInSecrets(keys)
  const byNumber = new Map(numbered.map(({ version, value }) => [version, value]))
  const key = { keys: byNumber, currentVersion: numbered[0]!.version }
  const current = `$ba$${key.currentVersion}$`

  async function anew(text: string): Promise<string> {
    if (text.startsWith(current)) return text
    return symmetricEncrypt({ key, data: await opened(text) })
  }

  async function opened(text: string): Promise<string> {
    if (text.startsWith('$ba$')) return symmetricDecrypt({ key, data: text })
    // Old ones do not say which secret they use; the authentication tag detects a wrong one.
    return Promise.any(texts.map((secret) => symmetricDecrypt({ key: secret, data: text })))
  }

  const { rows } = await sql<Factor>`
    select id, secret, backup_codes from two_factors
    where not starts_with(secret, ${current}) or not starts_with(backup_codes, ${current})`.execute(db)
  let resealed = 0
  for (const { id, secret, backup_codes } of rows) {
    const { numAffectedRows } = await sql`
      update two_factors set secret = ${await anew(secret)}, backup_codes = ${await anew(backup_codes)}
      where id = ${id} and secret = ${secret} and backup_codes = ${backup_codes}`.execute(db)
    resealed += Number(numAffectedRows)
  }
  return resealed
}
