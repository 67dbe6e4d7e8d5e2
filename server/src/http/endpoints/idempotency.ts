import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { asCompany, asCompanyWriting, type Trx } from '../../db/tenancy.ts'
import { withCompanyLock } from '../../events/commit.ts'
import type { Uuid } from '../../ids.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import type { Services } from '../../services.ts'
import { type Caller, callerId, operatorScope } from '../caller.ts'
import type { Answer } from '../responses/response.ts'
import { invalid } from '../schemas/validation.ts'
import type { Endpoint } from './endpoint.ts'

/** Time after which a key can be reused. */
export const keyLifetimeHours = 24
const hashBytes = 32
const keyPattern = /^[\x21-\x7e]{1,255}$/

/**
 * Whether the endpoint accepts an idempotency key, which it does only if a repetition would create a
 * duplicate. A PUT of a file adds a version.
 */
export const takesKey = ({ method, upload, scope }: Pick<Endpoint, 'method' | 'upload' | 'scope'>) =>
  // Keys are stored by company, so operator endpoints accept none.
  (method === 'POST' || upload !== undefined) && scope !== operatorScope

export function idempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header === 'string' && keyPattern.test(header)) return header
  throw invalid(
    'idempotency_key',
    'The Idempotency-Key header must be 1 to 255 ASCII characters without spaces.',
  )
}

/**
 * A hash of the request, to detect a key that is reused for a different request. The hash is stored
 * encrypted, because a request can contain a password, which could be guessed from the hash.
 */
export const fingerprint = (...parts: string[]) =>
  parts
    .reduce((hash, part) => hash.update(`${Buffer.byteLength(part)}:`).update(part), createHash('sha256'))
    .digest()

/**
 * Runs the work once per key and returns the stored response for 24 hours. Key, work and response are one
 * commit, so that of two concurrent requests, the second waits for the first. A failed request stores no key.
 * @throws {ApiError} `invalid` when the key was used for another request.
 */
export function idempotently(
  { db, secrets }: Pick<Services, 'db' | 'secrets'>,
  caller: Caller,
  key: string,
  asked: Buffer,
  work: (trx: Trx) => Promise<Answer>,
): Promise<Answer & { replayed: boolean }> {
  const { companyId } = caller
  return withCompanyLock(db, companyId, async (trx) => {
    const row = {
      company_id: companyId,
      client_id: callerId(caller),
      key,
      fingerprint: secrets.seal(asked.toString('base64'), placeOf(caller, key)),
      created_at: new Date(),
    }
    const claim = await trx
      .insertInto('idempotency_keys')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .columns(['company_id', 'client_id', 'key'])
          .doUpdateSet({ fingerprint: row.fingerprint, created_at: row.created_at, answer: null })
          .where(
            'idempotency_keys.created_at',
            '<',
            sql<Date>`now() - make_interval(hours => ${keyLifetimeHours})`,
          ),
      )
      .executeTakeFirst()
    if (claim.numInsertedOrUpdatedRows === 0n) {
      const first = await firstRequest(trx, row)
      if (!opened(secrets, first.fingerprint, placeOf(caller, key)).equals(asked))
        throw invalid('idempotency_key', 'The Idempotency-Key was already used for another request.')
      return { ...(first.answer as Answer), replayed: true }
    }
    const answer = await work(trx)
    await trx
      .updateTable('idempotency_keys')
      .set({ answer: JSON.stringify(answer) })
      .where('company_id', '=', companyId)
      .where('client_id', '=', callerId(caller))
      .where('key', '=', key)
      .execute()
    return { ...answer, replayed: false }
  })
}

export async function isAnswered(db: Db, caller: Caller, key: string): Promise<boolean> {
  const { companyId } = caller
  const found = await asCompany(db, companyId, (trx) =>
    trx
      .selectFrom('idempotency_keys')
      .select('key')
      .where('company_id', '=', companyId)
      .where('client_id', '=', callerId(caller))
      .where('key', '=', key)
      .where('created_at', '>=', sql<Date>`now() - make_interval(hours => ${keyLifetimeHours})`)
      .executeTakeFirst(),
  )
  return found !== undefined
}

/** Deletes the key of work that is rejected after its commit. */
export async function forgetKey(db: Db, caller: Caller, key: string): Promise<void> {
  const { companyId } = caller
  await asCompanyWriting(db, companyId, (trx) =>
    trx
      .deleteFrom('idempotency_keys')
      .where('company_id', '=', companyId)
      .where('client_id', '=', callerId(caller))
      .where('key', '=', key)
      .execute(),
  )
}

const placeOf = (caller: Caller, key: string) =>
  `idempotency_keys fingerprint ${caller.companyId} ${callerId(caller)} ${key}`

/**
 * @throws {ApiError} `invalid` if the value was encrypted with an earlier key that is not configured as the
 * previous
 * key. The stored response cannot be read either.
 */
function opened(secrets: SecretBox, stored: Buffer, place: string): Buffer {
  // Earlier versions stored the hash itself.
  if (stored.length === hashBytes) return stored
  try {
    return Buffer.from(secrets.open(stored, place), 'base64')
  } catch {
    throw unreadableAnswer()
  }
}

export const unreadableAnswer = () =>
  invalid('idempotency_key', 'The request was already processed, but its response can no longer be read.')

type Claim = { company_id: Uuid; client_id: Uuid; key: string }

function firstRequest(trx: Trx, { company_id, client_id, key }: Claim) {
  return trx
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'answer'])
    .where('company_id', '=', company_id)
    .where('client_id', '=', client_id)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
}
