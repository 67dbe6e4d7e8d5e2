import { AsyncLocalStorage } from 'node:async_hooks'

const prepaid = new AsyncLocalStorage<{ isLeft: boolean }>()

/** The rate limit does not count the first API request within `work` again. */
export const countOnce = <T>(work: () => T): T => prepaid.run({ isLeft: true }, work)

/** Whether this request was already counted as part of another request. True once. */
export function isCountedAlready(): boolean {
  const one = prepaid.getStore()
  if (!one?.isLeft) return false
  one.isLeft = false
  return true
}
