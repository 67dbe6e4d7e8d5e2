import type { Logger } from 'pino'
import type { Verdict } from './rate-limit.ts'
import { type Connection, openConnection } from './redis-connection.ts'

/** Between a connection that was lost and the next try. */
const pauseMs = 3_000
const probeKey = 'atelier:rate:probe'

export type SharedCounters = {
  areInUse(): boolean
  /** @returns undefined when Redis did not answer in time: then this node counts by itself. */
  take(key: string, limit: number, windowMs: number): Promise<Verdict | undefined>
  /** Returns at once. What can't be uncounted stays counted until its window ends. */
  giveBack(key: string, taken: Verdict): void
  close(): Promise<void>
}

/**
 * Counters in Redis. One request may wait for an answer that does not come; then they are out of use for everybody
 * until a new connection has counted something. Who opens them waits for the first try, however it ends.
 */
export async function openSharedCounters(url: string, logger: Logger): Promise<SharedCounters> {
  let live: Connection | undefined
  let isDown = false
  let isClosed = false
  let pause: NodeJS.Timeout | undefined
  let connecting = connect()
  await connecting

  async function connect() {
    const connection = openConnection(url, onLost)
    await connection.open()
    // By doing what will be asked of it: a server that is loading, full, or lets us do less, is of no use. And it has
    // read both scripts then: what is asked in order is done in order.
    connection.giveBack(probeKey, 0)
    if (!(await connection.take(probeKey, 1, 1))) return
    if (isClosed) return connection.close()
    live = connection
    if (isDown) logger.info('rate limits are counted in Redis again')
    isDown = false
  }

  function onLost(reason: string) {
    live = undefined
    if (isClosed) return
    if (!isDown) logger.warn({ reason }, 'Redis is out of reach: each node counts rate limits by itself')
    isDown = true
    pause = setTimeout(() => {
      connecting = connect()
    }, pauseMs).unref()
  }

  return {
    areInUse: () => live !== undefined,
    async take(key, limit, windowMs) {
      const counted = await live?.take(key, limit, windowMs)
      if (counted === undefined) return undefined
      const [allowed, taken, resetsAt, sharedAt] = counted
      return { allowed: allowed === 1, remaining: Math.max(0, limit - taken), resetsAt, sharedAt }
    },
    giveBack(key, { resetsAt }) {
      live?.giveBack(key, resetsAt)
    },
    async close() {
      isClosed = true
      clearTimeout(pause)
      live?.close()
      await connecting
    },
  }
}
