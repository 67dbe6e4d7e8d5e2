import DataLoader from 'dataloader'

/** A statement with more keys gains nothing, and one that fails, fails for all of them. */
const keysMax = 100

/**
 * Callers that ask in the same turn of the event loop share one statement, so that a busy server asks less and a
 * quiet one waits for nobody. Nothing is kept: the statement starts after each of its callers asked.
 * @param load answers every key, in their order.
 */
export function batched<Key, Value>(load: (keys: readonly Key[]) => Promise<Value[]>) {
  const loader = new DataLoader(load, {
    cache: false,
    maxBatchSize: keysMax,
    batchScheduleFn: (send) => void setImmediate(send),
  })
  return (key: Key): Promise<Value> => loader.load(key)
}
