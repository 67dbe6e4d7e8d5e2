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
