/**
 * Resolves with the answer, or throws `late` if it takes longer. A late answer is ignored. Uses no abort
 * signal, because Kysely would print it to standard error.
 * @throws `late`.
 */
export function within<T>(answer: Promise<T>, ms: number, late: Error): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(late), ms)
  return Promise.race([answer, promise]).finally(() => clearTimeout(timer))
}

const steps = 5

/**
 * Like `within`, for responses that this process may receive late. While the process is busy or stopped, only
 * one step is counted, so that messages that arrived in the meantime are read first.
 * @throws `late`.
 */
export function withinHearing<T>(answer: Promise<T>, ms: number, late: Error): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  let left = steps
  const timer = setInterval(() => --left === 0 && reject(late), ms / steps)
  return Promise.race([answer, promise]).finally(() => clearInterval(timer))
}
