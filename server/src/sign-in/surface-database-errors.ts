import type { BetterAuthPlugin } from 'better-auth'
import { type Change, changes } from '../db/admission.ts'
import { committing, OutcomeUnknownError } from '../db/commit-outcome.ts'
import { isUnavailable } from '../db/database-errors.ts'

type Call = Change & { fault?: unknown; hasWritten?: boolean }

// biome-ignore lint/suspicious/noExplicitAny: the functions of the library have different parameters and results.
type Ask = (...given: any[]) => Promise<any>

/**
 * The library treats an unavailable database as a missing session and would sign people out. This plugin
 * throws the errors that the library swallowed, so that the response is the same as at every other entry
 * point. Each statement of the library is a commit. After the first write, later statements go ahead of
 * requests, and if one fails, the connection is closed without a response (contract R-ERR-13).
 */
export function surfaceDatabaseErrors<Asks extends Record<string, Ask>>(asks: Asks): Asks {
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

/** Makes the library's database calls report that the database is unavailable. */
export const databaseErrorPlugin = {
  id: 'audible',
  init({ adapter }) {
    // The library's type lists its methods one by one, but all of them are wrapped in the same way.
    const methods = adapter as unknown as Record<string, unknown>
    for (const [name, method] of Object.entries(methods))
      if (typeof method === 'function') methods[name] = audibly(method as Ask, !reads.has(name), name)
  },
} satisfies BetterAuthPlugin

const reads = new Set(['findOne', 'findMany', 'count'])

const audibly =
  (method: Ask, isWrite: boolean, name: string): Ask =>
  async (...asked) => {
    const call = changes.getStore() as Call | undefined
    const work = name === 'transaction' ? noting(asked[0]) : undefined
    const given = work ? [work.ask, ...asked.slice(1)] : asked
    try {
      const answer = await (isWrite ? committing(method(...given), work?.hasThrown) : method(...given))
      if (call && isWrite) call.isBegun = call.hasWritten = true
      return answer
    } catch (error) {
      if (call && (isUnavailable(error) || error instanceof OutcomeUnknownError)) call.fault = error
      throw error
    }
  }

/** Notes the error of work in a transaction of the library. There, an error means a rollback, not a lost commit. */
function noting(work: Ask) {
  let thrown: { error: unknown } | undefined
  return {
    hasThrown: (error: unknown) => thrown !== undefined && thrown.error === error,
    ask: async (...given: unknown[]) => {
      try {
        return await work(...given)
      } catch (error) {
        thrown = { error }
        throw error
      }
    },
  }
}
