/**
 * One fault in this process, on PostgreSQL where TEST_DATABASE_URL is set: `node chaos/run.ts <fault> [quick]`. Its outcome
 * is the line of JSON on standard output. What the fault has started ends with the process, as after a test file.
 */
import { endAll } from '../server/test/support/service.ts'
import { faults } from './faults.ts'

const [name = '', effort] = process.argv.slice(2)

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    // Thrown, so that all that was started is ended on the way out.
    throw new Error(`${signal}: ending what was started …`)
  })

const fault = await faults[name]!.load()
const leftOut = fault.leftOut?.()
try {
  console.log(JSON.stringify(leftOut ? { leftOut } : await fault.run(effort === 'quick' ? 'quick' : 'whole')))
} finally {
  await endAll()
}
