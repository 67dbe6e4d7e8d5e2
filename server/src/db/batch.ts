import DataLoader from 'dataloader'
import type { Db } from './database.ts'
import { placesOf } from './handles.ts'

/** A statement with more keys gains nothing, and one that fails, fails for all of them. */
const keysMax = 100

/**
 * Callers that ask in the same turn of the event loop share one statement, so that a busy server asks less and a
 * quiet one waits for nobody. Nothing is kept: the statement starts after each of its callers asked.
 * @param load answers every key, in their order.
 * @param underWayMax statements at once; who comes meanwhile goes together with the next.
 */
export function batched<Key, Value>(
  load: (keys: readonly Key[]) => Promise<Value[]>,
  underWayMax = Number.POSITIVE_INFINITY,
) {
  const waiting: (() => void)[] = []
  let underWay = 0

  const loader = new DataLoader(loadInTurn, {
    cache: false,
    maxBatchSize: keysMax,
    batchScheduleFn: (send) =>
      void setImmediate(() => (underWay < underWayMax ? send() : waiting.push(send))),
  })

  async function loadInTurn(keys: readonly Key[]) {
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

/** The same for what is asked of a database that the caller brings. */
export function batchedOn<Key, Value>(load: (db: Db, keys: readonly Key[]) => Promise<Value[]>) {
  const loads = new WeakMap<Db, (key: Key) => Promise<Value>>()
  return (db: Db, key: Key): Promise<Value> => {
    const known = loads.get(db) ?? batched((keys: readonly Key[]) => load(db, keys), placesOf(db))
    loads.set(db, known)
    return known(key)
  }
}
