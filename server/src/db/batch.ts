import DataLoader from 'dataloader'
import type { Db } from './handle.ts'

/** A statement with more keys gains nothing, and one that fails, fails for all of them. */
const keysMax = 100

/**
 * Callers that ask in the same tick of the event loop share one statement, so that a busy server asks less and a
 * quiet one waits for nobody. Nothing is kept: the statement starts after each of its callers asked.
 * @param load answers every key, in their order.
 * @param underWayMax statements at once; who comes meanwhile goes together with the next.
 * @param gather calls back when all that share the statement have asked: after this tick of the event loop.
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
      // Where the database is away, nobody hears of it later than by a statement of their own.
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
 * The same on the handle or transaction that each caller passes.
 * @param underWayMax statements at once on one handle; as many as it has connections unless given.
 */
export function batchedOn<On extends Db, Key, Value>(
  load: (db: On, keys: readonly Key[]) => Promise<Value[]>,
  underWayMax?: number,
) {
  return (db: On, key: Key): Promise<Value> => {
    // Loaders of `load` are stored here alone, so the type is the one that was stored.
    const known = db.loaders.get(load) as ((key: Key) => Promise<Value>) | undefined
    if (known) return known(key)
    // A transaction holds a lock that others wait for, so its callers share a statement only within one tick.
    const loader = db.isTransaction
      ? batched(load.bind(null, db), underWayMax, process.nextTick)
      : batched(load.bind(null, db), underWayMax ?? db.connections.max)
    db.loaders.set(load, loader)
    return loader(key)
  }
}
