import { setTimeout as wait } from 'node:timers/promises'
import { ApiError, type ErrorCode } from '../http/errors.ts'
import type { Limiters } from '../http/rate-limit.ts'

/** Failures that nobody minds in a minute: a library that tries one way after the other, a typing error. */
const freePerAddress = 20
const freePerClient = 10
const windowMs = 60_000
/** Past them every failure is answered this much later. */
const delayMs = 500
/** Answers held back at once: a flood must not fill the memory with them. */
const heldMax = 500

const failures = new Set<ErrorCode>(['invalid_client', 'stale_token', 'token_invalid', 'token_not_found'])

export type Attempts = {
  /** Holds the answer to a failed attempt back when its address or its client id has failed often. */
  slow(error: unknown, address: string, clientId: string | undefined): Promise<void>
}

/**
 * Guessing is slowed, nobody is locked out: whoever has the secret is answered at once, however many others
 * fail with the same client id.
 */
export function failedAttempts(limiters: Limiters): Attempts {
  const byAddress = limiters('failures-of-address', freePerAddress, windowMs)
  const byClient = limiters('failures-of-client', freePerClient, windowMs)
  let held = 0
  return {
    async slow(error, address, clientId) {
      if (!(error instanceof ApiError) || !failures.has(error.code)) return
      const counted = [byAddress.take(address), ...(clientId === undefined ? [] : [byClient.take(clientId)])]
      if ((await Promise.all(counted)).every(({ allowed }) => allowed)) return
      if (held >= heldMax)
        throw new ApiError('too_many_attempts', { headers: { 'Retry-After': String(windowMs / 1000) } })
      held += 1
      await wait(delayMs).finally(() => {
        held -= 1
      })
    },
  }
}
