import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Uuid } from '../ids.ts'
import { deleteVerifications } from '../members/delete-verifications.ts'
import { isPassword } from '../members/wire.ts'

/** The library's paths that end other sessions. */
const endings = new Set(['/revoke-sessions', '/revoke-other-sessions', '/two-factor/disable'])

export const invalidateVerifications = (db: Db) =>
  ({
    id: 'pending-ends',
    hooks: {
      before: [{ matcher: ({ path }) => path === '/reset-password', handler: takeLink(db) }],
      after: [{ matcher: ({ path }) => endings.has(path ?? ''), handler: endOf(db) }],
    },
  }) satisfies BetterAuthPlugin

const endOf = (db: Db) =>
  createAuthMiddleware(async ({ context: { returned, session } }) => {
    if (session && !(returned instanceof Error)) await deleteVerifications(db, session.user.id as Uuid)
  })

/**
 * If several links of one person are used at the same time, the first link invalidates the others. The
 * library would accept them all.
 */
const takeLink = (db: Db) =>
  createAuthMiddleware(async ({ body, query, context }) => {
    const token: unknown = body?.token || query?.token
    if (typeof token !== 'string' || !isPassword(body?.newPassword)) return
    const link = await context.internalAdapter.findVerificationValue(`reset-password:${token}`)
    if (!link || link.expiresAt < new Date()) return
    await sql`
      with pending as (select id from verifications where value = ${link.value} order by id for update)
      delete from verifications where id in (select id from pending) and id <> ${link.id}
        and exists (select from pending where id = ${link.id})`.execute(db)
  })
