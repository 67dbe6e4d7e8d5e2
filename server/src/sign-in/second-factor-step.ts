import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint, getSessionFromCtx } from 'better-auth/api'

/** The plugin's name for the cookie between password and code. */
const cookieName = 'two_factor'

type Call = Parameters<typeof getSessionFromCtx>[0]

/** The account that is asked for a code, by the cookies of a request. Null if no code would sign it in. */
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
