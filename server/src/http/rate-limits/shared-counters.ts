import type { Logger } from 'pino'
import type { Connect, Connection, Counted, Counter } from './counters-connection.ts'
import { type Verdict, whenCounted } from './rate-limit.ts'

/**
 * Pause before reconnecting. One late response may be a temporary problem. If the next connection is lost as quickly,
 * the pause doubles.
 */
const firstPauseMs = 100
const pauseMsMax = 3_000
const probe: Counter = { name: 'probe', limit: 1, windowMs: 1 }

export type SharedCounters = {
  areInUse(): boolean
  /** @returns undefined if there was no response in time. This process then counts separately. */
  take(counter: Counter, key: string): Verdict | undefined | Promise<Verdict | undefined>
  /** Returns immediately. A refund that fails stays counted until the window ends. */
  giveBack(counter: Counter, key: string, taken: Verdict): void
  close(): Promise<void>
}

type Told = { lost: string; found: string }

/**
 * Counters outside this process. If a response is late, one request waits for it, and the counters are then unused
 * until a new connection has counted something. Opening waits for the first attempt, even if it fails.
 */
export async function openSharedCounters(
  connectTo: Connect,
  told: Told,
  logger: Logger,
): Promise<SharedCounters> {
  let live: Connection | undefined
  let isDown = false
  let isClosed = false
  let pause: NodeJS.Timeout | undefined
  let pauseMs = firstPauseMs
  let liveSince = Number.POSITIVE_INFINITY
  let connecting = connect()
  await connecting

  async function connect() {
    const connection = connectTo(onLost)
    await connection.open()
    // Checks the server by running both scripts, because a server that is loading, full, or grants too few
    // privileges is unusable. Afterwards, both scripts are cached, because commands run in order.
    connection.giveBack(probe, probe.name, 0)
    if (!(await connection.take(probe, probe.name))) return
    if (isClosed) return connection.close()
    live = connection
    liveSince = performance.now()
    if (isDown) logger.info(told.found)
    isDown = false
  }

  function onLost(reason: string) {
    live = undefined
    if (isClosed) return
    if (performance.now() - liveSince > pauseMsMax) pauseMs = firstPauseMs
    liveSince = Number.POSITIVE_INFINITY
    if (!isDown) logger.warn({ reason }, told.lost)
    isDown = true
    pause = setTimeout(() => {
      connecting = connect()
    }, pauseMs).unref()
    pauseMs = Math.min(pauseMs * 2, pauseMsMax)
  }

  return {
    areInUse: () => live !== undefined,
    take(counter, key) {
      return whenCounted(live?.take(counter, key), (counted) => counted && verdictOf(counter, counted))
    },
    giveBack(counter, key, { resetsAt }) {
      live?.giveBack(counter, key, resetsAt)
    },
    async close() {
      isClosed = true
      clearTimeout(pause)
      live?.close()
      await connecting
    },
  }
}

const verdictOf = ({ limit }: Counter, [allowed, taken, resetsAt, sharedAt]: Counted): Verdict => ({
  allowed: allowed === 1,
  remaining: Math.max(0, limit - taken),
  resetsAt,
  sharedAt,
})
