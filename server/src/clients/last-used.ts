import { sql } from 'kysely'
import { batched } from '../db/batch.ts'
import type { Db } from '../db/database.ts'
import type { Uuid } from '../ids.ts'

/** Interval of writes. People read "last used" to the day, so more frequent writes are unnecessary. */
const noteEveryMs = 60_000
/**
 * Maximum number of remembered clients. Above this number, all are forgotten, which costs one write per client.
 */
const clientsMax = 100_000

/** Records a client's use at most once a minute, without delaying its request. */
export function lastUsedNotes(db: Db): (clientId: Uuid) => void {
  const noted = new Map<Uuid, number>()
  // Sends one statement at a time, for all clients that were recorded while the previous statement ran.
  const write = batched(async (clients: readonly Uuid[]) => {
    await writeLastUsed(db, clients, new Date())
    return clients.map(() => undefined)
  }, 1)
  return (clientId) => {
    const now = Date.now()
    if ((noted.get(clientId) ?? 0) > now - noteEveryMs) return
    if (noted.size >= clientsMax) noted.clear()
    noted.set(clientId, now)
    // A lost write does not matter, because the next write follows within a minute.
    write(clientId).catch(() => {})
  }
}

/** Skips rows locked by other changes instead of waiting, because two such statements could deadlock. */
const writeLastUsed = (db: Db, clients: readonly Uuid[], now: Date) =>
  db
    .updateTable('clients')
    .set({ last_used_at: now })
    .where('id', 'in', (free) =>
      free
        .selectFrom('clients')
        .select('id')
        .where('id', '=', sql<Uuid>`any(${clients}::uuid[])`)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .execute()
