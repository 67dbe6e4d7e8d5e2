import { ApiError } from '../errors.ts'
import { delayFailures } from '../http/rate-limits/delay-failures.ts'
import { type Limiters, type RateLimiter, secondsLeft, type Verdict } from '../http/rate-limits/rate-limit.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Failures in a minute that are still a typing error, of one account from one address. */
const perAccount = 10
/** And of all accounts from one address: an office has one. */
const perAddress = 60
/** Failures of one account in a minute, from anywhere, that are answered at once. */
const free = { account: 10 }

/** Letters to one mailbox in an hour: nobody needs more, and nobody else can fill it. */
const lettersMax = 5
/** And asked for from one address in a minute. */
const lettersAskedMax = 20

/** How somebody comes in. */
export type Way = 'password' | 'code' | 'backup-code'

/**
 * What an account takes of wrong ones within a window, from anywhere. Once that is spent each network has a few of its
 * own: an owner comes in from wherever they have not been wrong so often. Every guess that is looked at uses up one of
 * the account's or one of its network's, so that N networks get `ofAccount + N × ofNetwork` at most.
 *
 * - Codes: three of a million are right at a time, as those of the half minute before and after count too. Whoever has
 *   the password finds one within a day with odds of 3 × (20 + 2N) / 1,000,000: 0.007 % from one network, 0.07 % from
 *   a hundred, 0.6 % from a thousand.
 * - Passwords: 24 × (100 + 10N) guesses in a day, 2,640 from one network and 26,400 from a hundred.
 * - Backup codes have no such bound: ten are right of 62^10. Ten guesses a minute from each of a million addresses find
 *   one within a day with odds of one in five million.
 */
const shares = {
  password: { ofAccount: 100, ofNetwork: 10, windowMs: hourMs },
  code: { ofAccount: 20, ofNetwork: 2, windowMs: dayMs },
}

/**
 * Guessing passwords and codes is slow, and locks nobody out: whoever comes from elsewhere is not held up by it. A try
 * counts as a failure until it is known to be none, so that many at once are no more than many in turn.
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
     * @returns what uncounts the try.
     * @throws {ApiError} `too_many_attempts`, before any password or code is looked at.
     */
    async take(address: string, account: string, way: Way): Promise<() => void> {
      const name = plain(account)
      return all([
        () => take(accounts, `${address} ${name}`),
        () => take(addresses, address),
        ...(way === 'backup-code' ? [] : [() => inTotal[way](address, name)]),
      ])
    },
    /** Returns when a failure may be answered: later, where the account has many of them. */
    slow: (account: string) => slow({ account: plain(account) }),
    /** @throws {ApiError} `too_many_attempts`, whether the mailbox is somebody's or nobody's. */
    async takeLetter(address: string, account: string) {
      await take(lettersAsked, address)
      await take(letters, plain(account))
    },
  }
}

type Uncount = () => void

/** In turn: what comes before one that refuses is uncounted. */
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

/** One of the account's share or of the network's. Both are counted: who has used up the first has no second one. */
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

/** Of IPv6 the /48: whoever rents a machine may have one, with 65,536 of what counts as an address (rate-limit.ts). */
const networkOf = (address: string) =>
  address.endsWith('::/64') ? `${address.split(':').slice(0, 3).join(':')}::/48` : address

/** No address of mail is longer; a key of the limiters must not be. */
const accountLengthMax = 254

const plain = (account: string) => account.trim().toLowerCase().slice(0, accountLengthMax)

async function take(limiter: RateLimiter, key: string): Promise<Uncount> {
  const verdict = await limiter.take(key)
  if (!verdict.allowed) throw tooMany(verdict)
  return () => limiter.giveBack(key, verdict)
}

const tooMany = (verdict: Verdict) =>
  new ApiError('too_many_attempts', { headers: { 'Retry-After': String(secondsLeft(verdict)) } })
