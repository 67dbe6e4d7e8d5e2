/**
 * `node chaos/run.ts <fault> [quick]` runs one fault in this process, on PostgreSQL if TEST_DATABASE_URL is
 * set. It prints the result as one line of JSON. Everything that the fault started ends with the process, as
 * after a test file.
 */
import pg from 'pg'
import { endAll } from '../server/test/support/service.ts'
import { faults } from './faults.ts'

const [name = '', effort] = process.argv.slice(2)

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    // Throws, so that everything is cleaned up before the process exits.
    throw new Error(`${signal}: stopping all processes …`)
  })

const fault = await faults[name]!.load()
const leftOut = fault.leftOut?.()
try {
  if (!leftOut) await assertWaitsForDisk()
  console.log(JSON.stringify(leftOut ? { leftOut } : await fault.run(effort === 'quick' ? 'quick' : 'whole')))
} finally {
  await endAll()
}

/**
 * A PostgreSQL without fsync proves nothing about durability. The servers that faults start themselves use
 * fsync.
 */
async function assertWaitsForDisk() {
  const url = process.env.TEST_DATABASE_URL
  if (url === undefined) return
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ fsync: string }>('show fsync').finally(() => client.end())
  if (rows[0]!.fsync !== 'on') throw new Error('The PostgreSQL of TEST_DATABASE_URL has fsync off.')
}
