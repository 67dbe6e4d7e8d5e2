import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/tenancy.ts'
import type { Uuid } from '../ids.ts'
import { disconnect } from '../members/app-connections.ts'
import { appendPersonEvent, type PersonEvent } from '../members/person-events.ts'
import { type Asked, originOf } from './request-origin.ts'

/** Other paths exchange one session for another. */
const entries = new Set([
  '/sign-in/email',
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
  '/passkey/verify-authentication',
  '/callback/:id',
])

/** Paths that change the sign-in methods. */
const changes: Record<string, PersonEvent> = {
  '/passkey/verify-registration': 'person.passkey_added',
  '/passkey/delete-passkey': 'person.passkey_removed',
  '/two-factor/disable': 'person.second_factor_dropped',
}

const endings: Record<string, PersonEvent> = {
  '/sign-out': 'person.signed_out',
  '/revoke-session': 'person.sessions_ended',
  '/revoke-sessions': 'person.sessions_ended',
  '/revoke-other-sessions': 'person.sessions_ended',
  '/change-password': 'person.sessions_ended',
  '/reset-password': 'person.sessions_ended',
}

type Call = Asked & { path?: string; context: { session?: { session: { token: string } } | null } }
type Ended = { personId: string; sessions: number }

/** Logs sign-ins by any method, sign-outs, and changes of the sign-in methods. */
export function auditSignIns(db: Db) {
  /**
   * Sessions that ended during a call, by the library's context object of the call. Weak, so that an entry is freed
   * together with its call, even if the call fails.
   */
  const ended = new WeakMap<object, Ended>()

  const tell = createAuthMiddleware(async (call) => {
    const { newSession, session, returned } = call.context
    const from = originOf(call)
    // A code confirmed inside an existing session is not a sign-in.
    if (entries.has(call.path) && newSession && !session)
      await appendPersonEvent(db, newSession.user.id, 'person.signed_in', from)
    const ending = endings[call.path]
    const left = ended.get(call.context)
    if (ending && left) {
      const data = ending === 'person.signed_out' ? {} : { sessions: left.sessions }
      await appendPersonEvent(db, left.personId, ending, from, data)
    }
    const change = changes[call.path]
    if (!change || returned instanceof Error) return
    const found = await getSessionFromCtx(call)
    if (found) await appendPersonEvent(db, found.user.id, change, from)
  })

  return {
    async sessionEnded(
      { userId: personId, token }: { userId: string; token: string },
      call: Call | null,
    ): Promise<void> {
      if (!call?.path || !endings[call.path]) return
      // After a password change the person continues with a new session.
      if (call.path === '/change-password' && token === call.context.session?.session.token) return
      ended.set(call.context, { personId, sessions: (ended.get(call.context)?.sessions ?? 0) + 1 })
    },
    /** Also disconnects apps: a person who knew the former password could have connected one. */
    async methodChanged(
      { userId, providerId }: { userId: string; providerId: string },
      call: Asked | null,
    ): Promise<void> {
      if (providerId !== 'credential') return
      const [personId, from] = [userId as Uuid, originOf(call)]
      await inTransaction(db, async (trx) => {
        await appendPersonEvent(trx, personId, 'person.password_changed', from)
        const actor = { type: 'person', id: personId } as const
        await disconnect(trx, { personId }, { actor, from, reason: 'password_changed' })
      })
    },
    /** Must be the last plugin, because a password that still requires a second factor is not a sign-in. */
    plugin: {
      id: 'people-log',
      hooks: { after: [{ matcher: () => true, handler: tell }] },
    } satisfies BetterAuthPlugin,
  }
}
