import { createHmac } from 'node:crypto'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { symmetricDecrypt } from 'better-auth/crypto'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { inSecondStep } from './second-factor-step.ts'

/**
 * The library's period. Codes change every 30 seconds, and the codes of the periods before and after are also
 * valid.
 */
const stepMs = 30_000
const window = [1, 0, -1]

/**
 * Makes each code of an authenticator app valid once (RFC 6238 §5.2). A used code and any earlier code count
 * as wrong. A code is marked as used before the library checks it, so that only one of many concurrent
 * requests, on any node, succeeds.
 */
export const singleUseCodes = (db: Db) =>
  ({
    id: 'codes-once',
    hooks: {
      before: [{ matcher: ({ path }) => path === '/two-factor/verify-totp', handler: useUp(db) }],
    },
  }) satisfies BetterAuthPlugin

const useUp = (db: Db) =>
  createAuthMiddleware(async (call) => {
    const code: unknown = call.body?.code
    const person = (await getSessionFromCtx(call))?.user ?? (await inSecondStep(call))
    if (typeof code !== 'string' || !person) return
    const { rows } = await sql<{ id: string; secret: string }>`
      select id, secret from two_factors where person_id = ${person.id}`.execute(db)
    const [factor] = rows
    if (!factor) return
    const secret = await symmetricDecrypt({ key: call.context.secretConfig, data: factor.secret })
    const [step] = stepsOf(secret, code)
    // The library rejects and counts a wrong code.
    if (step === undefined) return
    const { numAffectedRows } = await sql`
      update two_factors set last_used_step = ${step}
      where id = ${factor.id} and coalesce(last_used_step, 0) < ${step}`.execute(db)
    if (numAffectedRows !== 1n) throw new APIError('UNAUTHORIZED', used)
  })

const used = { code: 'INVALID_CODE', message: 'This code was already used. Wait for the next one.' }

/** The time steps with this code. There is rarely more than one. */
function stepsOf(secret: string, code: string): number[] {
  const now = Math.floor(Date.now() / stepMs)
  return window.map((away) => now + away).filter((step) => codeOf(secret, step) === code)
}

/** The code of a time step (RFC 4226 §5.3), with six digits. */
function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const number = digest.readUInt32BE(digest.at(-1)! & 0xf) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}
