/**
 * The answer, unless it takes longer. Nobody waits for it then, and what becomes of it is nobody's: a signal would have Kysely
 * tell of that on standard error.
 * @throws `late`.
 */
export function within<T>(answer: Promise<T>, ms: number, late: Error): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(late), ms)
  return Promise.race([answer, promise]).finally(() => clearTimeout(timer))
}

const steps = 5

/**
 * The same for an answer whose lateness is held against who gives it. Time in which this process was busy or stopped is
 * a single step: what came meanwhile is read before the next.
 * @throws `late`.
 */
export function withinHearing<T>(answer: Promise<T>, ms: number, late: Error): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  let left = steps
  const timer = setInterval(() => --left === 0 && reject(late), ms / steps)
  return Promise.race([answer, promise]).finally(() => clearInterval(timer))
}
