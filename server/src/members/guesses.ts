import { ApiError } from '../http/errors.ts'
import type { Limiters, RateLimiter } from '../http/rate-limit.ts'

/** Failures in a minute that are still a typing error, of one account from one address. */
const perAccount = 10
/** And of all accounts from one address: an office has one. */
const perAddress = 60
const windowMs = 60_000

/** Letters to one mailbox in an hour: nobody needs more, and nobody else can fill it. */
const lettersMax = 5
const letterWindowMs = 3_600_000
/** And asked for from one address in a minute. */
const lettersAskedMax = 20

/**
 * Guessing passwords and codes is slow, and locks nobody out: whoever comes from elsewhere is not held up by it. A try
 * counts as a failure until it is known to be none, so that many at once are no more than many in turn.
 */
export function guessLimits(limiters: Limiters) {
  const accounts = limiters('guesses-of-account', perAccount, windowMs)
  const addresses = limiters('guesses-of-address', perAddress, windowMs)
  const letters = limiters('letters', lettersMax, letterWindowMs)
  const lettersAsked = limiters('letters-of-address', lettersAskedMax, windowMs)
  return {
    /**
     * @returns what uncounts the try.
     * @throws {ApiError} `too_many_attempts`, before any password or code is looked at.
     */
    async take(address: string, account: string): Promise<() => void> {
      const uncountAccount = await take(accounts, `${address} ${plain(account)}`, windowMs)
      try {
        const uncountAddress = await take(addresses, address, windowMs)
        return () => {
          uncountAccount()
          uncountAddress()
        }
      } catch (error) {
        uncountAccount()
        throw error
      }
    },
    /** @throws {ApiError} `too_many_attempts`, whether the mailbox is somebody's or nobody's. */
    async takeLetter(address: string, account: string) {
      await take(lettersAsked, address, windowMs)
      await take(letters, plain(account), letterWindowMs)
    },
  }
}

const plain = (account: string) => account.trim().toLowerCase()

async function take(limiter: RateLimiter, key: string, windowMs: number): Promise<() => void> {
  const verdict = await limiter.take(key)
  if (!verdict.allowed)
    throw new ApiError('too_many_attempts', { headers: { 'Retry-After': String(windowMs / 1000) } })
  return () => limiter.giveBack(key, verdict)
}
