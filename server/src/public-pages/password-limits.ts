import type { Limiters } from '../http/rate-limits/rate-limit.ts'
import { isPassword } from '../secrets/passwords.ts'
import type { Gate } from './gate.ts'

/** Maximum number of wrong passwords for a page in ten minutes: from one IP address, and in total. */
const wrongPasswordsMax = { address: 10, page: 300 }
const windowMs = 600_000

export type PasswordVerdict = 'right' | 'wrong' | 'limited'

/**
 * Checks passwords of pages of one kind. Counts the attempt before the slow hash and refunds a correct password, so
 * that parallel guesses cannot exceed the limit.
 */
export function passwordChecker(limiters: Limiters, kind: Gate['kind']) {
  const name = kind.replace('_', '-')
  const ofAddress = limiters(`${name}-passwords`, wrongPasswordsMax.address, windowMs)
  const ofPage = limiters(`${name}-passwords-of-all`, wrongPasswordsMax.page, windowMs)

  return async (
    { companyId, id, password_hash }: Gate,
    password: string,
    address: string,
  ): Promise<PasswordVerdict> => {
    if (password_hash === null) return 'right'
    // An imported copy has the same ID in another company.
    const pageKey = `${companyId} ${id}`
    const addressKey = `${pageKey} ${address}`
    const one = await ofAddress.take(addressKey)
    // The guess counts for the page only if this IP address can still guess, so that one address cannot lock out all
    // others.
    if (!one.allowed) return 'limited'
    const all = await ofPage.take(pageKey)
    if (!all.allowed) {
      ofAddress.giveBack(addressKey, one)
      return 'limited'
    }
    if (!(await isPassword(password, password_hash))) return 'wrong'
    ofAddress.giveBack(addressKey, one)
    ofPage.giveBack(pageKey, all)
    return 'right'
  }
}
