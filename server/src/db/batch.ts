import DataLoader from 'dataloader'
import type { Db } from './handle.ts'

/** Maximum number of keys per statement. More keys save nothing, and a failure would affect more callers. */
const keysMax = 100

/**
 * Callers in the same tick of the event loop share one statement. A busy server therefore sends fewer
 * statements, and an idle server adds no delay. Nothing is cached, because the statement starts after the
 * last call.
 * @param load returns the value of every key, in order.
 * @param underWayMax maximum number of concurrent statements. Callers that arrive in the meantime share the
 *   next statement.
 * @param gather calls back when the batch is complete: after this tick of the event loop.
 */
export function batched<Key, Value>(
  load: (keys: readonly Key[]) => Promise<Value[]>,
  underWayMax = Number.POSITIVE_INFINITY,
  gather: (then: () => void) => void = setImmediate,
) {
  const waiting: (() => void)[] = []
  let underWay = 0

  const loader = new DataLoader(loadBatch, {
    cache: false,
    maxBatchSize: keysMax,
    batchScheduleFn: (send) => void gather(() => (underWay < underWayMax ? send() : waiting.push(send))),
  })

  async function loadBatch(keys: readonly Key[]) {
    underWay++
    try {
      return await load(keys)
    } catch (error) {
      // While the database is down, each caller gets the error of its own statement, without extra delay.
      for (const send of waiting.splice(0)) send()
      throw error
    } finally {
      underWay--
      if (underWay < underWayMax) waiting.shift()?.()
    }
  }

  return (key: Key): Promise<Value> => loader.load(key)
}

/**
 * Like `batched`, on the handle or transaction that each caller passes.
 * @param underWayMax maximum number of concurrent statements per handle. Defaults to its number of
 *   connections.
 */
export function batchedOn<On extends Db, Key, Value>(
  load: (db: On, keys: readonly Key[]) => Promise<Value[]>,
  underWayMax?: number,
) {
  return (db: On, key: Key): Promise<Value> => {
    // Loaders are only stored here, under their `load` function, so the type matches.
    const known = db.loaders.get(load) as ((key: Key) => Promise<Value>) | undefined
    if (known) return known(key)
    // A transaction holds a lock that other changes wait for, so its callers share a statement only within
    // one tick.
    const loader = db.isTransaction
      ? batched(load.bind(null, db), underWayMax, process.nextTick)
      : batched(load.bind(null, db), underWayMax ?? db.connections.max)
    db.loaders.set(load, loader)
    return loader(key)
  }
}
