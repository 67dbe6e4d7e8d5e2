import type { Db } from '../db/database.ts'
import type { Trx } from '../db/tenancy.ts'
import { newId, publicId, type Uuid } from '../ids.ts'
import { clientSecretPrefix, hashOf, newToken } from '../secrets/tokens.ts'
import { type ClientChange, changeClient, holdClient } from './change.ts'

/**
 * Maximum number of valid secrets: the new secret and the old secret. The token endpoint compares with at
 * most two.
 */
const liveSecretsMax = 2

export type Rotation =
  | { outcome: 'rotated'; clientSecret: string; oldEndsAt: Date }
  /**
   * Two secrets are valid, the older secret until `until`. Adding a third secret would revoke a secret that may be in
   * use.
   */
  | { outcome: 'two_live'; until: Date }
  | { outcome: 'not_found' }

/**
 * Creates a new secret. The current secret expires after `overlapSeconds`. With 0, all current secrets are
 * revoked. Issued tokens stay valid.
 */
export function rotateSecret(db: Db, client: ClientChange, overlapSeconds: number): Promise<Rotation> {
  return changeClient<Rotation>(db, client, 'secret_rotated', async (trx) => {
    if (!(await holdClient(trx, client.id))) return { result: { outcome: 'not_found' } }
    const now = new Date()
    const live = await liveSecrets(trx, client.id, now)
    if (overlapSeconds > 0 && live.length >= liveSecretsMax) {
      return { result: { outcome: 'two_live', until: live[0]!.expires_at ?? now } }
    }
    const oldEndsAt = new Date(now.getTime() + overlapSeconds * 1000)
    await endSecrets(trx, client.id, now, oldEndsAt)
    const id = newId()
    const clientSecret = newToken(clientSecretPrefix)
    await trx
      .insertInto('client_secrets')
      .values({ id, client_id: client.id, hash: hashOf(clientSecret) })
      .execute()
    return {
      result: { outcome: 'rotated', clientSecret, oldEndsAt },
      data: { secret_id: publicId('secret', id), old_ends_at: oldEndsAt.toISOString() },
    }
  })
}

/** Ordered by expiry, the earliest first. */
function liveSecrets(trx: Trx, clientId: Uuid, now: Date) {
  return trx
    .selectFrom('client_secrets')
    .select('expires_at')
    .where('client_id', '=', clientId)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .orderBy('expires_at', (order) => order.asc().nullsLast())
    .execute()
}

/** Deletes the rows of expired secrets. Only the audit event is kept. */
async function endSecrets(trx: Trx, clientId: Uuid, now: Date, endsAt: Date) {
  await trx
    .updateTable('client_secrets')
    .set({ expires_at: endsAt })
    .where('client_id', '=', clientId)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', endsAt)]))
    .execute()
  await trx
    .deleteFrom('client_secrets')
    .where('client_id', '=', clientId)
    .where('expires_at', '<=', now)
    .execute()
}
