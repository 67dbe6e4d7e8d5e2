import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import {
  makeAtelier,
  startPostgres,
  waitingForDisk,
  withoutServers,
} from '../../server/test/support/postgres-server.ts'
import { companyOn } from '../../server/test/support/processes.ts'
import { engine, freshConfig } from '../../server/test/support/service.ts'
import { type SmallDisk, smallDisk, withoutSmallDisks } from '../../server/test/support/small-disk.ts'
import { type Load, startLoad } from '../load/load.ts'
import type { Fault, Outcome } from '../outcome.ts'
import { newSystem, systemOn } from '../system.ts'
import { startReading } from '../verify/reading.ts'
import { verifyAll } from '../verify/verify.ts'

/** The disk also has room for the database, which can be on it. */
const diskMegabytes = { embedded: 400, postgres: 150 }[engine]
const databaseDiskMegabytes = 500
/** The space left on the full disk, which the load uses up. */
const leftBytes = 1_000_000
/** Minimum time for which the disk stays full. PostgreSQL first uses up its preallocated log files. */
const fullMs = 1_500
const databaseFullMs = 5_000
const refusedMin = 20
const acknowledgedBetween = 150
/** Keeps PostgreSQL's log (WAL) short, so that PostgreSQL soon needs new segments. */
const shortLog = ['min_wal_size=32MB', 'max_wal_size=64MB']

const timesFor = (effort: string) => (effort === 'quick' ? 1 : 10)

export const diskFull: Fault = {
  leftOut: withoutSmallDisks,
  run: (effort) => fillServersDisk(timesFor(effort)),
}

export const databaseDiskFull: Fault = {
  leftOut: () => withoutServers || withoutSmallDisks(),
  run: (effort) => fillDatabasesDisk(timesFor(effort)),
}

/**
 * Fills the server's disk under load and frees it again. The disk contains the files and, on the embedded
 * engine, the database. If the embedded database has no room for its log, it exits together with its server,
 * which is restarted.
 */
async function fillServersDisk(times: number): Promise<Outcome> {
  const disk = smallDisk(diskMegabytes)
  const system = await newSystem({ DATA_DIR: join(disk.directory, 'data') })
  await system.start()
  const load = startLoad(system.target, { mayRefuse: [503, 507] })
  const { problems } = load.ledger
  const reading = startReading(system.target)
  const hasEnded = () => system.server().child.exitCode !== null
  const { ends, backMs } = await fillOften(times, disk, load, {
    async whileFull() {
      await Promise.race([Promise.all([load.refused(refusedMin), wait(fullMs)]), system.server().ended])
      const misread = reading.take()
      if (!hasEnded()) problems.push(...misread)
    },
    hasEnded,
    start: system.start,
  })
  await load.stop()
  await reading.stop()
  await verifyAll(system, load.ledger)
  const done = `filled the disk ${times} times under load${whichEnded('the server', ends)}`
  return { done, counts: load.counts, problems, backMs }
}

/**
 * Fills PostgreSQL's disk under load and frees it again. Without room for its log, PostgreSQL ends all
 * sessions, and exits if it cannot recover. It is then started again, as an operator would do.
 */
async function fillDatabasesDisk(times: number): Promise<Outcome> {
  const disk = smallDisk(databaseDiskMegabytes)
  const postgres = await startPostgres({ within: disk.directory, set: [...waitingForDisk, ...shortLog] })
  const config = await freshConfig({ DATABASE_URL: await makeAtelier(postgres) })
  const system = systemOn(config, await companyOn(config))
  await system.start()
  // The server responds with 409 if the first request with the same idempotency key is still running.
  const load = startLoad(system.target, { mayRefuse: [409, 423, 503, 507], mayComeLate: true })
  const { problems } = load.ledger
  const { ends, backMs } = await fillOften(times, disk, load, {
    whileFull: () => Promise.all([load.refused(refusedMin), wait(databaseFullMs)]),
    hasEnded: postgres.hasEnded,
    start: postgres.start,
  })
  await load.stop()
  await verifyAll(system, load.ledger)
  const done = `filled the disk of PostgreSQL ${times} times under load${whichEnded('PostgreSQL', ends)}`
  return { done, counts: load.counts, problems, backMs }
}

type Victim = { whileFull(): Promise<unknown>; hasEnded(): boolean; start(): Promise<unknown> }

async function fillOften(times: number, disk: SmallDisk, load: Load, victim: Victim) {
  const backMs: number[] = []
  let ends = 0
  for (let time = 0; time < times; time++) {
    await load.acknowledged(acknowledgedBetween)
    await disk.fill(leftBytes)
    await victim.whileFull()
    const freedAt = performance.now()
    await disk.free()
    if (victim.hasEnded()) {
      ends++
      await victim.start()
    }
    backMs.push(await load.back(freedAt))
  }
  return { ends, backMs }
}

const whichEnded = (whom: string, ends: number) =>
  ends === 0 ? '' : `, stopped ${whom} ${ends} ${ends === 1 ? 'time' : 'times'}`
