import { sql } from 'kysely'
import { appendSecurityEvents } from '../audit/append.ts'
import type { Db } from '../db/database.ts'
import { inTransaction, touch } from '../db/tenancy.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import type { CredentialKind } from '../secrets/credential-prefixes.ts'
import type { Leaked } from './find-leaked.ts'

/** Number of hashes per statement, which keeps statements well under their time limit. */
const hashesPerStatement = 1_000

/** The number of hex digits of a SHA-256. */
const hashDigits = 64

/**
 * `unchecked` secrets of webhooks and render links are stored encrypted, so their hash finds no row. `dormant` tokens belong to an inactive enterprise and work again when it is active. `malformed` tokens were
 * truncated or have a wrong checksum. `unknown` tokens have a correct checksum, but were issued elsewhere or
 * were purged.
 */
export type LeakState = 'live' | 'dormant' | 'revoked' | 'ended' | 'unknown' | 'malformed' | 'unchecked'

export type Leak = Leaked & { state: LeakState; owner: Owner | undefined }

/** A secret has an expiry only during a rotation. */
export type Owner = {
  client_id: Uuid
  client_name: string
  company_id: CompanyId | null
  company_name: string | null
  enterprise_name: string
  is_active: boolean
  /** Null for a grant of a connected app, which has no time of issue. */
  issued_at: Date | null
  expires_at: Date | null
  /** For a grant of a connected app, the time of its only use. */
  revoked_at: Date | null
  /** When the client last used any of its tokens. */
  last_used_at: Date | null
}

/** The state of each token or secret. For operators only. */
export async function whoseLeaked(db: Db, leaked: readonly Leaked[]): Promise<Leak[]> {
  const owners = new Map<string, Owner>()
  const hashes = leaked.filter(({ isWellFormed }) => isWellFormed).map(({ hash }) => hash)
  for (const some of batches(hashes))
    for (const { hash, ...owner } of await ownersOf(db, some)) owners.set(hash.toString('latin1'), owner)
  return leaked.map((one) => {
    const owner = owners.get(one.hash.toString('latin1'))
    return { ...one, owner, state: stateOf(one, owner) }
  })
}

const isEncrypted = (kind: CredentialKind) => kind === 'webhook_secret' || kind === 'render_link_secret'

function stateOf({ kind, isWellFormed }: Leaked, owner: Owner | undefined): LeakState {
  if (isEncrypted(kind)) return 'unchecked'
  if (!isWellFormed) return 'malformed'
  if (!owner) return 'unknown'
  if (owner.revoked_at) return 'revoked'
  if (owner.expires_at && owner.expires_at.getTime() <= Date.now()) return 'ended'
  return owner.is_active ? 'live' : 'dormant'
}

async function ownersOf(db: Db, hashes: readonly Buffer[]) {
  const { rows } = await sql<Owner & { hash: Buffer }>`
    with known as (
      select hash, client_id, issued_at, expires_at, revoked_at from access_tokens where hash = any(${hashes}::bytea[])
      union all
      select hash, client_id, created_at, expires_at, null from client_secrets where hash = any(${hashes}::bytea[])
      union all
      select hash, client_id, null, expires_at, used_at from authorization_grants where hash = any(${hashes}::bytea[])
    )
    select k.hash, c.id as client_id, c.name as client_name, c.company_id, co.name as company_name,
      e.name as enterprise_name, e.status = 'active' as is_active, k.issued_at, k.expires_at, k.revoked_at, c.last_used_at
    from known k
    join clients c on c.id = k.client_id
    join enterprises e on e.id = c.enterprise_id
    left join companies co on co.id = c.company_id`.execute(db)
  return rows
}

/** Tokens whose hash starts with these hex digits. The audit log contains the first twelve digits. */
export async function hashesOf(db: Db, beginning: string): Promise<Buffer[]> {
  const [first, last] = ['0', 'f'].map((digit) => beginning.padEnd(hashDigits, digit))
  const rows = await db
    .selectFrom('access_tokens')
    .select('hash')
    .where(sql<boolean>`hash between decode(${first}, 'hex') and decode(${last}, 'hex')`)
    .orderBy('hash')
    .execute()
  return rows.map(({ hash }) => hash)
}

/**
 * Revokes the live tokens among these for an operator, and logs each.
 * @returns the number of revoked tokens.
 */
export async function revokeLeaked(db: Db, hashes: readonly Buffer[]): Promise<number> {
  let revoked = 0
  for (const some of batches(hashes)) revoked += await revokeSome(db, some)
  return revoked
}

const revokeSome = (db: Db, hashes: readonly Buffer[]) =>
  inTransaction(db, async (trx) => {
    const { rows } = await sql<{ client_id: Uuid; token: string }>`
      update access_tokens set revoked_at = now()
      where hash = any(${hashes}::bytea[]) and revoked_at is null and expires_at > now()
      returning client_id, left(encode(hash, 'hex'), 12) as token`.execute(trx)
    for (const { client_id } of rows) touch(trx, client_id)
    const actor = { type: 'operator' }
    const events = rows.map(
      ({ client_id, token }) =>
        ({ type: 'token.revoked', clientId: client_id, data: { actor, token } }) as const,
    )
    if (events.length > 0) await appendSecurityEvents(trx, events)
    return rows.length
  })

function* batches(hashes: readonly Buffer[]) {
  for (let at = 0; at < hashes.length; at += hashesPerStatement)
    yield hashes.slice(at, at + hashesPerStatement)
}
