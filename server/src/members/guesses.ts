import { ApiError } from '../http/errors.ts'
import { rateLimiter } from '../http/rate-limit.ts'

/** Failures in a minute that are still a typing error, of one account from one address. */
const perAccount = 10
/** And of all accounts from one address: an office has one. */
const perAddress = 60
const windowMs = 60_000

/** Guessing passwords is slow, and locks nobody out: whoever comes from elsewhere is not held up by it. */
export function guessLimits() {
  const accounts = rateLimiter(perAccount, windowMs)
  const addresses = rateLimiter(perAddress, windowMs)
  const keyOf = (address: string, account: string) => `${address} ${account.trim().toLowerCase()}`
  return {
    /** @throws {ApiError} `too_many_attempts`, before any password is looked at. */
    admit(address: string, account: string) {
      if (accounts.peek(keyOf(address, account)).allowed && addresses.peek(address).allowed) return
      throw new ApiError('too_many_attempts', { headers: { 'Retry-After': String(windowMs / 1000) } })
    },
    failed(address: string, account: string) {
      accounts.take(keyOf(address, account))
      addresses.take(address)
    },
  }
}
