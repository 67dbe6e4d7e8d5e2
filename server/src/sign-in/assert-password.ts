import { appendSecurityEvents } from '../audit/append.ts'
import type { Origin } from '../audit/event.ts'
import type { Db } from '../db/database.ts'
import { invalid } from '../http/schemas/validation.ts'
import type { Uuid } from '../ids.ts'
import { refusedSignIn } from '../members/person-events.ts'
import type { AttemptLimits } from './attempt-limits.ts'
import type { SignIn } from './better-auth.ts'

type Parts = { db: Db; guesses: AttemptLimits; signIn: () => Promise<SignIn> }

/**
 * Checks the password of a signed-in person before an action that must not be possible with a stolen session.
 * Limited and logged like a sign-in.
 * @throws {ApiError} `invalid` or `too_many_attempts`.
 */
export async function assertPassword(
  { db, guesses, signIn }: Parts,
  { id, email }: { id: Uuid; email: string },
  password: string,
  from: Origin,
): Promise<void> {
  const uncount = await guesses.take(from.address, email, 'password')
  let isRight: boolean | undefined
  try {
    isRight = await (await signIn()).hasPassword(id, password)
  } finally {
    if (isRight !== false) uncount()
  }
  if (isRight) return
  if (isRight === undefined) throw invalid('password', 'Your account has no password.')
  await appendSecurityEvents(db, await refusedSignIn(db, email, 'wrong_password', from))
  await guesses.slow(email)
  throw invalid('password', 'The password is wrong.')
}
