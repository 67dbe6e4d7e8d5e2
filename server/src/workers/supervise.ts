import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Member } from './worker-pool.ts'

/** Minimum run time of a worker that is replaced immediately, because it did not fail at its start. */
const livedMs = 60_000
const firstPauseMs = 500
const pauseMsMax = 30_000
/** Time for a worker to exit after the time for requests in progress is over. Afterwards, it is killed. */
const graceMs = 2_000

type Options = {
  workers: number
  start(): Member
  drainMs: number
  told: Promise<string>
  logger: Logger
  /** Called when all workers accept requests at this URL, and again when the URL has changed. */
  onListening(url: string): void
}

/**
 * Keeps this many workers running until it is told to stop. The first worker starts alone, so that errors of
 * the configuration or the database are reported once, and one-time work is done once.
 * @returns the exit code. If a worker cannot start and no other worker accepts requests, its exit code.
 */
export async function supervise(options: Options): Promise<number> {
  const { workers, start, drainMs, told, logger, onListening } = options
  const living = new Set<Member>()
  const serving = new Map<Member, string>()
  const stop = new AbortController()
  const failed = Promise.withResolvers<number>()
  let announced: string | undefined

  async function live(member: Member) {
    living.add(member)
    if (stop.signal.aborted) member.stop()
    const url = await member.listened
    if (url !== undefined) {
      serving.set(member, url)
      if (serving.size === workers && url !== announced) {
        announced = url
        onListening(url)
      }
    }
    const end = await member.ended
    living.delete(member)
    const served = serving.delete(member)
    return { end, served }
  }

  /**
   * Keeps one worker running and replaces it when it exits. @param first a worker that has already been
   * started.
   */
  async function keep(first: Member) {
    let [member, deaths] = [first, 0]
    while (true) {
      const bornAt = performance.now()
      const { end, served } = await live(member)
      if (stop.signal.aborted) return end
      if (!served && (announced === undefined || serving.size === 0))
        return failed.resolve(typeof end === 'number' && end !== 0 ? end : 1)
      deaths = performance.now() - bornAt < livedMs ? deaths + 1 : 0
      const pause_ms = deaths < 2 ? 0 : Math.min(pauseMsMax, firstPauseMs * 2 ** (deaths - 2))
      logger.warn({ worker: member.pid, ended: end, pause_ms }, 'a worker has exited and is being replaced')
      await wait(pause_ms, undefined, { signal: stop.signal }).catch(() => {})
      if (stop.signal.aborted) return end
      member = start()
    }
  }

  const first = start()
  const places = [keep(first)]
  void first.listened.then((url) => {
    if (url === undefined || stop.signal.aborted) return
    for (let place = 1; place < workers; place++) places.push(keep(start()))
  })
  const reason = await Promise.race([told, failed.promise])
  stop.abort()
  if (typeof reason === 'string') logger.info({ signal: reason }, 'stopping')
  for (const member of living) member.stop()
  const late = setTimeout(() => {
    for (const member of living) member.kill()
  }, drainMs + graceMs)
  const ends = await Promise.all(places)
  clearTimeout(late)
  if (typeof reason === 'number') return reason
  return ends.every((end) => end === undefined || end === 0) ? 0 : 1
}
