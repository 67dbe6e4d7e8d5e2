import type { BetterAuthPlugin } from 'better-auth'
import { type Change, changes } from '../db/admission.ts'
import { committing, OutcomeUnknownError } from '../db/outcome.ts'
import { isUnavailable } from '../db/unavailable.ts'

type Call = Change & { fault?: unknown; hasWritten?: boolean }

// biome-ignore lint/suspicious/noExplicitAny: whatever the library's functions take and return.
type Ask = (...given: any[]) => Promise<any>

/**
 * The library takes a database that is away for somebody who has not signed in, and would sign people out. These
 * throw what it has swallowed; so the answer is that of every other door. Its statements are a commit each: once one
 * has written, the others go ahead of requests, and what fails then is no refusal (contract C28).
 */
export function heard<Asks extends Record<string, Ask>>(asks: Asks): Asks {
  const wrapped = Object.entries(asks).map(([name, ask]) => [
    name,
    async (...given: unknown[]) => {
      const call: Call = { isBegun: changes.getStore()?.isBegun ?? false }
      const answer = await changes.run(call, ask, ...given).catch((error) => {
        throw faultOf(call, call.fault ?? error)
      })
      if (call.fault) throw faultOf(call, call.fault)
      return answer
    },
  ])
  return Object.fromEntries(wrapped)
}

const faultOf = ({ hasWritten }: Call, error: unknown) =>
  hasWritten && isUnavailable(error) ? new OutcomeUnknownError(error) : error

/** Has its database say so when it is away. */
export const audible = {
  id: 'audible',
  init({ adapter }) {
    const methods = adapter as unknown as Record<string, unknown>
    for (const [name, method] of Object.entries(methods))
      if (typeof method === 'function') methods[name] = audibly(method as Ask, !reads.has(name))
  },
} satisfies BetterAuthPlugin

const reads = new Set(['findOne', 'findMany', 'count'])

const audibly =
  (method: Ask, isWrite: boolean): Ask =>
  async (...given) => {
    const call = changes.getStore() as Call | undefined
    try {
      const answer = await (isWrite ? committing(method(...given)) : method(...given))
      if (call && isWrite) call.isBegun = call.hasWritten = true
      return answer
    } catch (error) {
      if (call && (isUnavailable(error) || error instanceof OutcomeUnknownError)) call.fault = error
      throw error
    }
  }
