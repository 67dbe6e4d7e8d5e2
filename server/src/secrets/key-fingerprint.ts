import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/tenancy.ts'
import type { Keys } from './secret-key.ts'

/**
 * Thrown if the server's data was signed and encrypted with a different key.
 */
export class WrongSecretKeyError extends Error {
  override name = 'WrongSecretKeyError'

  constructor() {
    super(
      'SECRET_KEY is not the key that this database is used with, so links, sessions and sealed secrets would stop working. ' +
        'Set the right key, or restore DATA_DIR/secret.key. If the key is lost, `atelier-server secret accept` accepts the new one.',
    )
  }
}

/**
 * Compares the keys with the recorded keys of the database. Records them at the first start. During a
 * rotation, both keys are recorded, so that nodes can start in any order; a start with one key removes the
 * other.
 * @throws {WrongSecretKeyError}
 */
export async function verifyKeys(db: Db, keys: Keys): Promise<void> {
  const own = fingerprintsOf(keys)
  if (isSame(await recorded(db), own)) return
  // Nodes that start at the same moment must not record different keys.
  await inTransaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('atelier key_fingerprints'))`.execute(trx)
    const known = await recorded(trx)
    if (known.length > 0 && !own.some((one) => known.includes(one))) throw new WrongSecretKeyError()
    await record(trx, own)
  })
}

/** Makes the current key the database's key. Data that was encrypted with a lost key stays unreadable. */
export const acceptKeys = (db: Db, keys: Keys): Promise<void> =>
  inTransaction(db, (trx) => record(trx, fingerprintsOf(keys)))

const fingerprintsOf = ({ fingerprint, previous }: Keys): string[] =>
  [fingerprint, ...(previous ? [previous.fingerprint] : [])].map((bytes) => bytes.toString('hex'))

const isSame = (known: string[], own: string[]) =>
  known.length === new Set(own).size && own.every((one) => known.includes(one))

async function recorded(db: Db): Promise<string[]> {
  const { rows } = await sql<{ fingerprint: string }>`
    select encode(fingerprint, 'hex') as fingerprint from key_fingerprints`.execute(db)
  return rows.map(({ fingerprint }) => fingerprint)
}

async function record(trx: Db, fingerprints: string[]) {
  await sql`
    delete from key_fingerprints where encode(fingerprint, 'hex') <> all(${fingerprints}::text[])`.execute(
    trx,
  )
  await sql`
    insert into key_fingerprints (fingerprint)
    select distinct decode(hex, 'hex') from unnest(${fingerprints}::text[]) hex on conflict do nothing`.execute(
    trx,
  )
}
