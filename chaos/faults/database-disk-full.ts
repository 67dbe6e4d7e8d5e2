import { setTimeout as wait } from 'node:timers/promises'
import { makeAtelier, startPostgres, withoutServers } from '../../server/test/support/postgres-server.ts'
import { companyOn } from '../../server/test/support/processes.ts'
import { freshConfig } from '../../server/test/support/service.ts'
import { smallDisk, withoutSmallDisks } from '../../server/test/support/small-disk.ts'
import { startLoad } from '../load/load.ts'
import type { Fault, Outcome } from '../outcome.ts'
import { systemOn } from '../system.ts'
import { verifyAll } from '../verify/verify.ts'

const diskMegabytes = 500
/** So much is left when it fills up, for the load to take. */
const leftBytes = 1_000_000
/** As long as it stays full, at least. */
const fullMs = 5_000
const refusedMin = 20
const acknowledgedBetween = 150
/** A log that PostgreSQL keeps short, so that it soon wants room for the next part. */
const shortLog = ['min_wal_size=32MB', 'max_wal_size=64MB']

export const databaseDiskFull: Fault = {
  leftOut: () => withoutServers || withoutSmallDisks(),
  run: (effort) => fillOften(effort === 'quick' ? 1 : 10),
}

/**
 * The disk of PostgreSQL fills up under load and is freed again. Where it has no room for the next part of its log it ends
 * all its sessions, and itself when it can't begin anew; then it is started, as its operator would.
 */
async function fillOften(times: number): Promise<Outcome> {
  const disk = smallDisk(diskMegabytes)
  const postgres = await startPostgres({ within: disk.directory, set: shortLog })
  const config = await freshConfig({ DATABASE_URL: await makeAtelier(postgres) })
  const system = systemOn(config, await companyOn(config))
  await system.start()
  // 409: the first request with the same key has not ended.
  const load = startLoad(system.target, { mayRefuse: [409, 423, 503], mayComeLate: true })
  const { problems } = load.ledger
  const backMs: number[] = []
  let ends = 0
  for (let time = 0; time < times; time++) {
    await load.acknowledged(acknowledgedBetween)
    await disk.fill(leftBytes)
    await Promise.all([load.refused(refusedMin), wait(fullMs)])
    const freedAt = performance.now()
    await disk.free()
    if (postgres.hasEnded()) {
      ends++
      await postgres.start()
    }
    backMs.push(await load.back(freedAt))
  }
  await load.stop()
  await verifyAll(system, load.ledger)
  const ended = ends === 0 ? '' : `, which ended PostgreSQL ${ends} times`
  const done = `filled the disk of PostgreSQL ${times} times under load${ended}`
  return { done, counts: load.counts, problems, backMs }
}
