import { sql } from 'kysely'
import { batched } from '../db/batch.ts'
import type { Db } from '../db/database.ts'
import type { Uuid } from '../ids.ts'

/** Whether a client is still in use is a question of days: writing it down more often tells nothing more. */
const noteEveryMs = 60_000
/** Past this many clients the memory starts anew, which costs one write for each of them. */
const clientsMax = 100_000

/** Notes that a client was here, at most once a minute, without holding up whoever calls. */
export function lastUsedNotes(db: Db): (clientId: Uuid) => void {
  const noted = new Map<Uuid, number>()
  // One statement at a time, with all who came while the last one ran.
  const write = batched(async (clients: readonly Uuid[]) => {
    await writeLastUsed(db, clients, new Date())
    return clients.map(() => undefined)
  }, 1)
  return (clientId) => {
    const now = Date.now()
    if ((noted.get(clientId) ?? 0) > now - noteEveryMs) return
    if (noted.size >= clientsMax) noted.clear()
    noted.set(clientId, now)
    // A note that is lost costs nothing: the next one comes in a minute.
    write(clientId).catch(() => {})
  }
}

/** Whoever changes a client, or notes it too, is not waited for: of two that did, each could hold what the other needs. */
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
