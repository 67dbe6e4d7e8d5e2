// A separate process that runs one job until it is told to stop:
// `node job-process.ts <DATA_DIR> <lease in seconds> [DATABASE_URL]`.
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { parseConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/db/database.ts'
import { openQueue } from '../../src/jobs/queue.ts'
import { endless } from './jobs.ts'

const [directory, leaseSeconds, url] = process.argv.slice(2)
const { database } = parseConfig({ DATA_DIR: directory, ...(url && { DATABASE_URL: url }) })
const { db, notifications } = await openDatabase(database)
const job: typeof endless = {
  ...endless,
  run: (_, { job: { signal } }) =>
    new Promise(() => {
      signal.addEventListener('abort', () => {
        console.log(signal.reason.message)
        // By then, its result for the attempt has been written.
        void wait(500).then(() => console.log('ended'))
      })
      console.log('running')
    }),
}
const { work } = await openQueue(db, notifications, [job], { leaseSeconds: Number(leaseSeconds) })
work({} as never, pino({ level: 'silent' }))
