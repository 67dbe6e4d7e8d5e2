/** Windows with one name, length and limit. */
export type Counter = { name: string; limit: number; windowMs: number }

/**
 * Whether the request is allowed, the count in this window, its end, and the time on the shared clock, in
 * milliseconds.
 */
export type Counted = [allowed: 0 | 1, taken: number, endsAt: number, now: number]

/** Closes at the first late response or error, so that all waiting callers learn of it immediately. */
export type Connection = {
  open(): Promise<void>
  /** @returns undefined when the connection is lost. Synchronous if no response is needed. */
  take(counter: Counter, key: string): Counted | Promise<Counted | undefined>
  giveBack(counter: Counter, key: string, endsAt: number): void
  close(): void
}

/** @param onLost receives the reason once, never with a password. */
export type Connect = (onLost: (reason: string) => void) => Connection

/**
 * The deadline of a response. It is much longer than a response usually takes, and bounds the delay of a
 * caller.
 */
export const answerWithinMs = 160
/** Length of a step of a deadline. While a process is too busy to read, only one step passes. */
export const stepMs = 20

/** Waits for a number of steps of the event loop. @returns a function that cancels it. */
export function afterSteps(steps: number, then: () => void): () => void {
  let left = steps
  let timer = setTimeout(step, stepMs)
  function step() {
    left -= 1
    if (left <= 0) then()
    else timer = setTimeout(step, stepMs)
  }
  return () => clearTimeout(timer)
}
