import { after } from 'node:test'

/**
 * A promise that a test resolves. It is also resolved when the test ends, even if an assertion fails.
 * Otherwise, work that waits for it, such as an open transaction, would keep the service from closing.
 */
export function held(): PromiseWithResolvers<void> {
  const promise = Promise.withResolvers<void>()
  after(() => promise.resolve())
  return promise
}
