/** Windows of one name, equally long and with one limit. */
export type Counter = { name: string; limit: number; windowMs: number }

/** Allowed or not, taken in this window, when it ends and what time it is there: in milliseconds. */
export type Counted = [allowed: 0 | 1, taken: number, endsAt: number, now: number]

/**
 * The way to where several processes count together. It ends at the first answer that is late or an error: whoever waits is
 * told at once.
 */
export type Connection = {
  open(): Promise<void>
  /** @returns undefined when the connection is lost, by this or before. At once where it need not ask. */
  take(counter: Counter, key: string): Counted | Promise<Counted | undefined>
  giveBack(counter: Counter, key: string, endsAt: number): void
  close(): void
}

/** @param onLost is told why, once, and never a password. */
export type Connect = (onLost: (reason: string) => void) => Connection

/** Of one answer: much longer than it ever takes, and what a caller waits for in vain when nobody answers. */
export const answerWithinMs = 160
/** A deadline passes in steps: in a process that was too busy to listen only one of them has. */
export const stepMs = 20

/** Waits for so many steps of the event loop. @returns what stops it. */
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
