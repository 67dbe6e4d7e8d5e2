import { after } from 'node:test'

/**
 * A promise that a test resolves, and that is resolved when the test ends, also when an assertion fails: what waits for it,
 * such as an open transaction, would keep the service from closing.
 */
export function held(): PromiseWithResolvers<void> {
  const promise = Promise.withResolvers<void>()
  after(() => promise.resolve())
  return promise
}
