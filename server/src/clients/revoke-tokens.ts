import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { goingOn } from '../db/commit-outcome.ts'
import type { Db } from '../db/database.ts'
import { tooBusy } from '../db/database-errors.ts'
import { statementTimeoutMs } from '../db/postgres.ts'
import type { Trx } from '../db/tenancy.ts'
import type { Uuid } from '../ids.ts'
import { type ClientChange, changeClient } from './change.ts'

/**
 * Number of tokens per statement. A client can have millions of tokens, and each statement must stay well
 * under its time limit.
 */
const tokensPerStatement = 5_000

const lookAgainMs = 5

/**
 * Revokes all live tokens of a client, and then the tokens that concurrent requests were storing for revoked
 * credentials. A token that appears later cannot come from a secret that was revoked before.
 * @returns the number of revoked tokens.
 */
export async function revokeTokens(db: Db, client: ClientChange): Promise<number> {
  const revoked = await revokeLive(db, client)
  return goingOn(async () => {
    await endOfStores(db)
    return revoked + (await revokeLive(db, client))
  })
}

const revokeLive = (db: Db, client: ClientChange): Promise<number> =>
  changeClient(db, client, 'tokens_revoked', async (trx) => {
    const revoked = await revokeAll(trx, client.id, new Date())
    return { result: revoked, data: revoked > 0 ? { tokens: revoked } : undefined }
  })

/**
 * Waits for every statement that is storing tokens. Such a statement locks `clients` before it reads anything, and
 * releases the lock when its tokens are visible. A later statement therefore sees the revocation. A separate lock would
 * serialize all clients. With a lock on the secret's row, a thief of the secret could delay its revocation by
 * continuously requesting tokens.
 */
async function endOfStores(db: Db) {
  const isOver = performance.now() + statementTimeoutMs
  const before = await storing(db)
  for (let left = before; left.size > 0; left = before.intersection(await storing(db))) {
    if (performance.now() > isOver)
      throw tooBusy('A transaction that may issue tokens has not ended in time.')
    await wait(lookAgainMs)
  }
}

/** @returns the transactions that hold the `clients` lock taken by `insertAccessTokens`. */
async function storing(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ transaction: string }>`
    select virtualtransaction as transaction from pg_locks
    where relation = 'clients'::regclass and mode = 'RowShareLock' and pid <> pg_backend_pid()
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return new Set(rows.map(({ transaction }) => transaction))
}

async function revokeAll(trx: Trx, clientId: Uuid, now: Date) {
  let revoked = 0
  while (true) {
    const some = tokensOf(trx, clientId).where('revoked_at', 'is', null).where('expires_at', '>', now)
    const { numUpdatedRows } = await trx
      .updateTable('access_tokens')
      .set({ revoked_at: now })
      .where('hash', 'in', some)
      .executeTakeFirst()
    revoked += Number(numUpdatedRows)
    if (numUpdatedRows < BigInt(tokensPerStatement)) return revoked
  }
}

/** Runs before the client's own deletion, which would delete all tokens in one statement. */
export async function deleteTokens(trx: Trx, clientId: Uuid): Promise<void> {
  while (true) {
    const { numDeletedRows } = await trx
      .deleteFrom('access_tokens')
      .where('hash', 'in', tokensOf(trx, clientId))
      .executeTakeFirst()
    if (numDeletedRows < BigInt(tokensPerStatement)) return
  }
}

const tokensOf = (trx: Trx, clientId: Uuid) =>
  trx.selectFrom('access_tokens').select('hash').where('client_id', '=', clientId).limit(tokensPerStatement)
