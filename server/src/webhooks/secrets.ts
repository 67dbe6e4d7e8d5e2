import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import { type CompanyId, newId, type Uuid } from '../ids.ts'
import { credentialPrefixes } from '../secrets/credential-prefixes.ts'
import type { SealedColumn } from '../secrets/reseal-column.ts'
import type { SecretBox } from '../secrets/secret-box.ts'

/** The number of bytes in a secret. Standard Webhooks requires 24 to 64. */
const secretBytes = 32
/** The maximum number of signatures of a message, because rotations can overlap. */
const liveSecretsMax = 3

/** The context that a secret is encrypted for. The secret cannot be decrypted for another context. */
const placeOf = (companyId: CompanyId, id: Uuid) => `webhook_secrets ${companyId} ${id}`

export const sealedSecrets: SealedColumn = {
  table: 'webhook_secrets',
  column: 'sealed',
  owner: 'webhook_id',
  // The next rotation deletes expired secrets.
  isUsed: sql`expires_at is null or expires_at > now()`,
  placeOf,
}

/**
 * Creates a new secret for a webhook, which is shown once. @returns `whsec_…` in the format of Standard
 * Webhooks.
 */
export async function addSecret(trx: Trx, companyId: CompanyId, webhookId: Uuid, box: SecretBox) {
  const id = newId()
  const secret = `${credentialPrefixes.webhook_secret}${randomBytes(secretBytes).toString('base64')}`
  await trx
    .insertInto('webhook_secrets')
    .values({
      company_id: companyId,
      id,
      webhook_id: webhookId,
      sealed: box.seal(secret, placeOf(companyId, id)),
      expires_at: null,
    })
    .execute()
  return secret
}

/**
 * Sets the expiry of a webhook's current secrets, unless they expire sooner, and deletes expired secrets.
 * @returns the number of secrets that stay valid until then.
 */
export async function endSecrets(trx: Trx, companyId: CompanyId, webhookId: Uuid, at: Date): Promise<number> {
  const mine = trx
    .deleteFrom('webhook_secrets')
    .where('company_id', '=', companyId)
    .where('webhook_id', '=', webhookId)
    .where('expires_at', '<=', sql<Date>`now()`)
  await mine.execute()
  const { numUpdatedRows } = await trx
    .updateTable('webhook_secrets')
    .set({ expires_at: sql<Date>`least(expires_at, ${at})` })
    .where('company_id', '=', companyId)
    .where('webhook_id', '=', webhookId)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/**
 * The valid signing secrets, newest first, without secrets that no key decrypts. After a rotation, the new
 * secret then signs alone.
 * @throws {Error} if no key decrypts any of them.
 */
export async function liveSecrets(trx: Trx, companyId: CompanyId, webhookId: Uuid, box: SecretBox) {
  const rows = await trx
    .selectFrom('webhook_secrets')
    .select(['id', 'sealed'])
    .where('company_id', '=', companyId)
    .where('webhook_id', '=', webhookId)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', sql<Date>`now()`)]))
    .orderBy('id', 'desc')
    .limit(liveSecretsMax)
    .execute()
  const readable = rows.filter(({ id, sealed }) => box.canOpen(sealed, placeOf(companyId, id)))
  if (readable.length === 0) throw new Error('No key decrypts a secret of the webhook. Rotate its secret.')
  return readable.map(({ id, sealed }) => box.open(sealed, placeOf(companyId, id)))
}
