import { ApiError } from '../http/errors.ts'
import { type RateLimiter, rateLimiter } from '../http/rate-limit.ts'

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
export function guessLimits() {
  const accounts = rateLimiter(perAccount, windowMs)
  const addresses = rateLimiter(perAddress, windowMs)
  const letters = rateLimiter(lettersMax, letterWindowMs)
  const lettersAsked = rateLimiter(lettersAskedMax, windowMs)
  return {
    /**
     * @returns what uncounts the try.
     * @throws {ApiError} `too_many_attempts`, before any password or code is looked at.
     */
    take(address: string, account: string): () => void {
      const uncountAccount = take(accounts, `${address} ${plain(account)}`, windowMs)
      try {
        const uncountAddress = take(addresses, address, windowMs)
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
    takeLetter(address: string, account: string) {
      take(lettersAsked, address, windowMs)
      take(letters, plain(account), letterWindowMs)
    },
  }
}

const plain = (account: string) => account.trim().toLowerCase()

function take(limiter: RateLimiter, key: string, windowMs: number): () => void {
  const verdict = limiter.take(key)
  if (!verdict.allowed)
    throw new ApiError('too_many_attempts', { headers: { 'Retry-After': String(windowMs / 1000) } })
  return () => limiter.giveBack(key, verdict)
}
