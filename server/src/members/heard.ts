import { AsyncLocalStorage } from 'node:async_hooks'
import type { BetterAuthPlugin } from 'better-auth'
import { isUnavailable } from '../db/unavailable.ts'

type Call = { fault?: unknown }

const calls = new AsyncLocalStorage<Call>()

// biome-ignore lint/suspicious/noExplicitAny: whatever the library's functions take and return.
type Ask = (...given: any[]) => Promise<any>

/**
 * The library takes a database that is away for somebody who has not signed in, and would sign people out. These
 * throw what it has swallowed; so the answer is that of every other door.
 */
export function heard<Asks extends Record<string, Ask>>(asks: Asks): Asks {
  const wrapped = Object.entries(asks).map(([name, ask]) => [
    name,
    async (...given: unknown[]) => {
      const call: Call = {}
      const answer = await calls.run(call, ask, ...given).catch((error) => {
        throw call.fault ?? error
      })
      if (call.fault) throw call.fault
      return answer
    },
  ])
  return Object.fromEntries(wrapped)
}

/** Has its database say so when it is away. */
export const audible = {
  id: 'audible',
  init({ adapter }) {
    const methods = adapter as unknown as Record<string, unknown>
    for (const [name, method] of Object.entries(methods))
      if (typeof method === 'function') methods[name] = audibly(method as Ask)
  },
} satisfies BetterAuthPlugin

const audibly =
  (method: Ask): Ask =>
  async (...given) => {
    try {
      return await method(...given)
    } catch (error) {
      const call = calls.getStore()
      if (call && isUnavailable(error)) call.fault = error
      throw error
    }
  }
