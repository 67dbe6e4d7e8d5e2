import { setTimeout as wait } from 'node:timers/promises'
import { ApiError } from '../../errors.ts'
import type { Limiters } from './rate-limit.ts'

const windowMs = 60_000
/** The delay grows with each failure beyond the free number. */
const delayMs = 500
/** Maximum number of delayed responses, because a flood must not fill the memory with them. */
const heldMax = 500

/**
 * Slows guessing without locking users out. A correct attempt gets an immediate response, however many other
 * attempts fail for the same name.
 * @param free failures per name and minute without delay, by kind of name.
 */
export function delayFailures<Kind extends string>(limiters: Limiters, free: Record<Kind, number>) {
  const kinds = Object.keys(free) as Kind[]
  const counters = kinds.map((kind) => [kind, limiters(`failures-of-${kind}`, free[kind], windowMs)] as const)
  let held = 0
  /**
   * Counts a failure and resolves when the failure can be answered.
   * @throws {ApiError} `too_many_attempts` in a flood.
   */
  return async (names: Partial<Record<Kind, string>>): Promise<void> => {
    const counted = counters.flatMap(([kind, counter]) => {
      const name = names[kind]
      return name === undefined ? [] : [counter.take(name)]
    })
    if ((await Promise.all(counted)).every(({ allowed }) => allowed)) return
    if (held >= heldMax)
      throw new ApiError('too_many_attempts', { headers: { 'Retry-After': String(windowMs / 1000) } })
    held += 1
    await wait(delayMs).finally(() => {
      held -= 1
    })
  }
}
