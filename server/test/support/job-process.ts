// A process of its own that runs one kind of job, which never ends: `node job-process.ts <DATA_DIR> [DATABASE_URL]`.
import { pino } from 'pino'
import { parseConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/db/database.ts'
import { openQueue } from '../../src/events/queue.ts'
import { endless } from './jobs.ts'

const [directory, url] = process.argv.slice(2)
const { database } = parseConfig({ DATA_DIR: directory, ...(url && { DATABASE_URL: url }) })
const { db, notifications } = await openDatabase(database)
const job = { ...endless, run: () => new Promise<undefined>(() => console.log('running')) }
const { work } = await openQueue(db, notifications, [job], { superviseSeconds: 1 })
work({} as never, pino({ level: 'silent' }))
