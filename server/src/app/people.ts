import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Handle } from '../db/handle.ts'
import type { Limiters } from '../http/rate-limits/rate-limit.ts'
import { type Keys, keysFor } from '../secrets/secret-key.ts'
import { attemptLimits } from '../sign-in/attempt-limits.ts'
import { signInOpener } from '../sign-in/open-sign-in.ts'
import { signInCounts } from '../sign-in/rate-limits.ts'

/** Opens the sign-in of people. The sign-in library is loaded at the first sign-in. */
export function openPeople(
  { singleSignOn }: Config,
  { db, keys }: { db: Handle; keys: Keys },
  limiters: Limiters,
  publicUrl: () => string,
  logger: Logger,
) {
  const counts = signInCounts(limiters)
  const signIn = signInOpener(() => ({
    db,
    publicUrl: publicUrl(),
    secrets: keysFor(keys, 'sessions'),
    singleSignOn,
    counts,
    warn: (message, err) => logger.warn({ err }, message),
  }))
  return { db, limiters, guesses: attemptLimits(limiters), publicUrl, signIn }
}

export type People = ReturnType<typeof openPeople>
