import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { engine } from '../../server/test/support/service.ts'
import { smallDisk, withoutSmallDisks } from '../../server/test/support/small-disk.ts'
import { startLoad } from '../load/load.ts'
import type { Fault, Outcome } from '../outcome.ts'
import { newSystem } from '../system.ts'
import { startReading } from '../verify/reading.ts'
import { verifyAll } from '../verify/verify.ts'

/** Room for the database too where it is on the same disk. */
const diskMegabytes = { embedded: 400, postgres: 150 }[engine]
/** So much is left when it fills up, for the load to take. */
const leftBytes = 1_000_000
/** As long as it stays full, at least. */
const fullMs = 1_500
const refusedMin = 20
const acknowledgedBetween = 150

export const diskFull: Fault = {
  leftOut: withoutSmallDisks,
  run: (effort) => fillOften(effort === 'quick' ? 1 : 10),
}

/**
 * The disk with the files, and on the embedded engine with the database, fills up under load and is freed again. Where the
 * embedded database has no room for the next part of its log it ends with its server, which is started anew.
 */
export async function fillOften(times: number): Promise<Outcome> {
  const disk = smallDisk(diskMegabytes)
  const system = await newSystem({ DATA_DIR: join(disk.directory, 'data') })
  await system.start()
  const load = startLoad(system.target, { mayRefuse: [503, 507] })
  const { problems } = load.ledger
  const reading = startReading(system.target)
  const backMs: number[] = []
  let ends = 0
  for (let time = 0; time < times; time++) {
    await load.acknowledged(acknowledgedBetween)
    await disk.fill(leftBytes)
    const { child, ended } = system.server()
    await Promise.race([Promise.all([load.refused(refusedMin), wait(fullMs)]), ended])
    const hasEnded = child.exitCode !== null
    const misread = reading.take()
    if (!hasEnded) problems.push(...misread)
    const freedAt = performance.now()
    await disk.free()
    if (hasEnded) {
      ends++
      await system.start()
    }
    backMs.push(await load.back(freedAt))
  }
  await load.stop()
  await reading.stop()
  await verifyAll(system, load.ledger)
  const ended = ends === 0 ? '' : `, which ended the server ${ends} times`
  return { done: `filled the disk ${times} times under load${ended}`, counts: load.counts, problems, backMs }
}
