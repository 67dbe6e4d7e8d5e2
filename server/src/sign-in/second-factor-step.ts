import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint, getSessionFromCtx } from 'better-auth/api'

/** As the library's plugin calls the cookie of whoever has given the password, and no code yet. */
const cookieName = 'two_factor'

type Call = Parameters<typeof getSessionFromCtx>[0]

/** For whom a code is asked, by the cookies of a request; null when the next code lets nobody in. */
export async function inSecondStep(call: Call) {
  const { internalAdapter, createAuthCookie, secret } = call.context
  const challenge = await call.getSignedCookie(createAuthCookie(cookieName).name, secret)
  if (!challenge || (await getSessionFromCtx(call))) return null
  const found = await internalAdapter.findVerificationValue(challenge)
  return found && internalAdapter.findUserById(found.value)
}

export const secondStep = {
  id: 'second-step',
  endpoints: {
    secondStepOf: createAuthEndpoint.serverOnly(
      { method: 'GET', requireHeaders: true },
      (call): Promise<{ email: string } | null> => inSecondStep(call),
    ),
  },
} satisfies BetterAuthPlugin
