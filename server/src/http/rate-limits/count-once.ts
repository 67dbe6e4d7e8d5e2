import { AsyncLocalStorage } from 'node:async_hooks'

const prepaid = new AsyncLocalStorage<{ isLeft: boolean }>()

/** Has the first request to the API within `work` count as the one that was counted already. */
export const countOnce = <T>(work: () => T): T => prepaid.run({ isLeft: true }, work)

/** Whether this request was counted before, as another of which it is a part: once. */
export function isCountedAlready(): boolean {
  const one = prepaid.getStore()
  if (!one?.isLeft) return false
  one.isLeft = false
  return true
}
