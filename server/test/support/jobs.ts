import { after } from 'node:test'
import { pino } from 'pino'
import type { Database } from '../../src/db/database.ts'
import { type Job, openQueue } from '../../src/events/queue.ts'

/** One attempt, short: what a test does not say. */
export const job = (fields: Partial<Job> & Pick<Job, 'name' | 'run'>): Job => ({
  attemptsMax: 1,
  timeoutSeconds: 30,
  concurrency: 1,
  ...fields,
})

export const endless = job({ name: 'test.endless', attemptsMax: 2, timeoutSeconds: 2, run: async () => {} })

/** A queue that works, as `serve` has it, with these jobs. */
export async function workingQueue(
  { db, notifications }: Database,
  jobs: Job[],
  log?: (line: object) => void,
) {
  const opened = await openQueue(db, notifications, jobs, { superviseSeconds: 1, firstRetrySeconds: 1 })
  const logger = log
    ? pino({ level: 'debug', base: null }, { write: (line) => log(JSON.parse(line)) })
    : pino({ level: 'silent' })
  opened.work({ db } as never, logger)
  let closing: Promise<void> | undefined
  const close = (drainMs = 5_000) => (closing ??= opened.close(drainMs))
  after(() => close())
  return { queue: opened.queue, close }
}
