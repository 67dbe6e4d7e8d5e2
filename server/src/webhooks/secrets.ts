import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import { type CompanyId, newId, type Uuid } from '../ids.ts'
import type { SecretBox } from '../secrets/secret-box.ts'

/** Between 24 and 64, says Standard Webhooks. */
const secretBytes = 32
/** As many signatures a message has at most: one rotation may follow another. */
const liveSecretsMax = 3

/** Where a secret is kept: sealed for there, it opens nowhere else. */
export const placeOf = (companyId: CompanyId, id: Uuid) => `webhook_secrets ${companyId} ${id}`

/** Gives a webhook a new secret, which is shown once. @returns `whsec_…` as Standard Webhooks writes it. */
export async function addSecret(trx: Trx, companyId: CompanyId, webhookId: Uuid, box: SecretBox) {
  const id = newId()
  const secret = `whsec_${randomBytes(secretBytes).toString('base64')}`
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
 * Lets the secrets that a webhook has end, those sooner that end sooner already; who has ended goes.
 * @returns how many live on until then.
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

/** The secrets by which a message is signed now, newest first. */
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
  return rows.map(({ id, sealed }) => box.open(sealed, placeOf(companyId, id)))
}
