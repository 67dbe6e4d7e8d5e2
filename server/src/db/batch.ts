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
 * @param gather calls back when all that share the statement have asked: after this turn of the event loop.
 */
export function batched<Key, Value>(
  load: (keys: readonly Key[]) => Promise<Value[]>,
  underWayMax = Number.POSITIVE_INFINITY,
  gather: (then: () => void) => void = setImmediate,
) {
  const waiting: (() => void)[] = []
  let underWay = 0

  const loader = new DataLoader(loadInTurn, {
    cache: false,
    maxBatchSize: keysMax,
    batchScheduleFn: (send) => void gather(() => (underWay < underWayMax ? send() : waiting.push(send))),
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
    const known = loads.get(db) ?? batched(load.bind(null, db), placesOf(db), gatherOn(db))
    loads.set(db, known)
    return known(key)
  }
}

/** Others wait for the end of a transaction: those who ask in it at once share a statement, and no later ones. */
const gatherOn = (db: Db) => (db.isTransaction ? process.nextTick : setImmediate)
