import { dayMs, hourMs, minuteMs } from '../durations.ts'
import { ApiError } from '../errors.ts'
import { delayFailures } from '../http/rate-limits/delay-failures.ts'
import { type Limiters, type RateLimiter, secondsLeft, type Verdict } from '../http/rate-limits/rate-limit.ts'
import { networkKey } from '../ip-addresses.ts'

/** Number of failures per minute for one account from one IP address that can still be typing errors. */
const perAccount = 10
/** Number of failures per minute for all accounts from one IP address, which an office may share. */
const perAddress = 60
/** Number of failures per minute for one account from any IP address that are not delayed. */
const free = { account: 10 }

/**
 * Maximum number of e-mails to one mailbox per hour, which suffices for its owner and does not flood the
 * mailbox.
 */
const lettersMax = 5
/** Maximum number of requests for e-mails from one IP address per minute. */
const lettersAskedMax = 20

export type Way = 'password' | 'code' | 'backup-code'

/**
 * Wrong attempts that an account accepts within a window, from anywhere. When these are used up, each network has a few
 * attempts of its own, so that the owner can still sign in from a network without many failures. Every checked guess
 * uses up an attempt of the account or of its network, so N networks get at most `ofAccount + N × ofNetwork`.
 *
 * - Codes: three of a million are valid at a time, because the codes of the 30 seconds before and after are
 * also valid. An attacker with the password finds one within a day with a probability of 3 × (20 + 2N) /
 * 1,000,000: 0.007 % from one network, 0.07 % from a hundred, 0.6 % from a thousand.
 * - Passwords: 24 × (100 + 10N) guesses per day, 2,640 from one network and 26,400 from a hundred.
 * - Backup codes have no such limit: ten of 62^10 are valid. Ten guesses a minute from each of a million
 * addresses find one within a day with a probability of one in five million.
 */
const shares = {
  password: { ofAccount: 100, ofNetwork: 10, windowMs: hourMs },
  code: { ofAccount: 20, ofNetwork: 2, windowMs: dayMs },
}

/**
 * Slows guessing of passwords and codes without locking users out, because sign-ins from elsewhere are not
 * affected. An attempt counts as a failure until it succeeds, so concurrent attempts gain nothing.
 */
export function attemptLimits(limiters: Limiters) {
  const accounts = limiters('guesses-of-account', perAccount, minuteMs)
  const addresses = limiters('guesses-of-address', perAddress, minuteMs)
  const inTotal = { password: shared(limiters, 'password'), code: shared(limiters, 'code') }
  const letters = limiters('letters', lettersMax, hourMs)
  const lettersAsked = limiters('letters-of-address', lettersAskedMax, minuteMs)
  const slow = delayFailures(limiters, free)
  return {
    /**
     * @returns a function that refunds the attempt.
     * @throws {ApiError} `too_many_attempts`, before any password or code is checked.
     */
    async take(address: string, account: string, way: Way): Promise<() => void> {
      const name = plain(account)
      return all([
        () => take(accounts, `${address} ${name}`),
        () => take(addresses, address),
        ...(way === 'backup-code' ? [] : [() => inTotal[way](address, name)]),
      ])
    },
    /** Resolves when the failure can be answered, which is later for an account with many failures. */
    slow: (account: string) => slow({ account: plain(account) }),
    /** @throws {ApiError} `too_many_attempts`, whether or not the mailbox belongs to an account. */
    async takeLetter(address: string, account: string) {
      await take(lettersAsked, address)
      await take(letters, plain(account))
    },
  }
}

export type AttemptLimits = ReturnType<typeof attemptLimits>

type Uncount = () => void

/** Takes one attempt from each limit, in order. If a limit rejects the attempt, the limits before it are refunded. */
async function all(takes: (() => Promise<Uncount>)[]): Promise<Uncount> {
  const taken: Uncount[] = []
  const uncount = () => {
    for (const one of taken) one()
  }
  try {
    for (const one of takes) taken.push(await one())
  } catch (error) {
    uncount()
    throw error
  }
  return uncount
}

/**
 * Takes from the account's share or from the network's. Both are counted, so that an attacker cannot use one
 * share fully after the other.
 */
function shared(limiters: Limiters, way: keyof typeof shares) {
  const { ofAccount, ofNetwork, windowMs } = shares[way]
  const accounts = limiters(`wrong-${way}-of-account`, ofAccount, windowMs)
  const networks = limiters(`wrong-${way}-of-network`, ofNetwork, windowMs)
  return async (address: string, name: string): Promise<Uncount> => {
    const key = `${networkOf(address)} ${name}`
    const [account, network] = await Promise.all([accounts.take(name), networks.take(key)])
    if (!account.allowed && !network.allowed)
      throw tooMany(account.resetsAt < network.resetsAt ? account : network)
    return () => {
      if (account.allowed) accounts.giveBack(name, account)
      if (network.allowed) networks.giveBack(key, network)
    }
  }
}

/** IPv4 addresses count separately, because one office has adjacent addresses. */
const networkOf = (address: string) => (address.endsWith('::/64') ? networkKey(address) : address)

/** The maximum length of an e-mail address, which also limits the limiters' keys. */
const accountLengthMax = 254

const plain = (account: string) => account.trim().toLowerCase().slice(0, accountLengthMax)

async function take(limiter: RateLimiter, key: string): Promise<Uncount> {
  const verdict = await limiter.take(key)
  if (!verdict.allowed) throw tooMany(verdict)
  return () => limiter.giveBack(key, verdict)
}

const tooMany = (verdict: Verdict) =>
  new ApiError('too_many_attempts', { headers: { 'Retry-After': String(secondsLeft(verdict)) } })
