import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Uuid } from '../ids.ts'
import type { PurposeKeys } from '../secrets/secret-key.ts'
import { signInSecrets } from './auth-secrets.ts'

type Factor = { id: Uuid; email: string; secret: string; backup_codes: string }

/** A second factor that no key decrypts, and the e-mail address of the person. */
export type UnreadableFactor = { id: Uuid; email: string }

/**
 * Encrypts second factors that are not encrypted with the first secret again. Second factors that no key
 * decrypts are skipped and returned.
 */
export async function reencryptSecondFactors(
  db: Db,
  keys: PurposeKeys,
): Promise<{ resealed: number; unreadable: UnreadableFactor[] }> {
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
    // Old second factors do not name the secret that they use. The authentication tag detects a wrong secret.
    return Promise.any(texts.map((secret) => symmetricDecrypt({ key: secret, data: text })))
  }

  const isReadable = (text: string) =>
    opened(text).then(
      () => true,
      () => false,
    )

  const { rows } = await sql<Factor>`
    select f.id, p.email, f.secret, f.backup_codes from two_factors f join people p on p.id = f.person_id
    order by f.id`.execute(db)
  let resealed = 0
  const unreadable: UnreadableFactor[] = []
  for (const { id, email, secret, backup_codes } of rows) {
    if (!(await isReadable(secret)) || !(await isReadable(backup_codes))) {
      unreadable.push({ id, email })
      continue
    }
    if (secret.startsWith(current) && backup_codes.startsWith(current)) continue
    const { numAffectedRows } = await sql`
      update two_factors set secret = ${await anew(secret)}, backup_codes = ${await anew(backup_codes)}
      where id = ${id} and secret = ${secret} and backup_codes = ${backup_codes}`.execute(db)
    resealed += Number(numAffectedRows)
  }
  return { resealed, unreadable }
}
