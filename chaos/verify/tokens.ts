import { send } from '../../server/test/support/companies.ts'
import type { Ledger } from '../load/ledger.ts'
import type { Target } from '../load/writer.ts'
import { forEach } from './concurrently.ts'

/** Verifies that every issued token is accepted, and every revoked token is rejected. */
export async function verifyTokens({ url }: Target, { tokens, problems }: Ledger) {
  const check = (all: Set<string>, allowed: number[], what: string) =>
    forEach(all, async (token) => {
      const headers = { authorization: `Bearer ${token}` }
      const { status } = await send({ url: url! }, 'GET', '/api/user', { headers })
      if (!allowed.includes(status)) problems.push(`A token that was ${what} got ${status}.`)
    })
  await check(tokens.live, [200], 'issued')
  await check(tokens.revoked, [401], 'revoked')
  await check(tokens.asked, [200, 401], 'requested to be revoked')
}
