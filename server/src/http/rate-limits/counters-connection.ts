/** Windows with one name, length and limit. */
export type Counter = { name: string; limit: number; windowMs: number }

/**
 * Whether it is allowed, the count in this window, its end, and the time on the shared clock, in
 * milliseconds.
 */
export type Counted = [allowed: 0 | 1, taken: number, endsAt: number, now: number]

/**
 * A connection to the shared counters. It closes at the first late response or error, so that waiting callers
 * know at once.
 */
export type Connection = {
  open(): Promise<void>
  /** @returns undefined when the connection is lost. Synchronous if it need not ask. */
  take(counter: Counter, key: string): Counted | Promise<Counted | undefined>
  giveBack(counter: Counter, key: string, endsAt: number): void
  close(): void
}

/** @param onLost receives the reason once, never with a password. */
export type Connect = (onLost: (reason: string) => void) => Connection

/**
 * The deadline of one response: much longer than it ever takes, and the longest delay of a caller when there
 * is none.
 */
export const answerWithinMs = 160
/** A deadline passes in steps: while a process is too busy to read, only one of them passes. */
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
