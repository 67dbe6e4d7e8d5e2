import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { whole } from '../../bench/numbers.ts'
import { openLedger } from '../load/ledger.ts'
import { startLoad } from '../load/load.ts'
import { openReceiver } from '../load/receiver.ts'
import type { Fault, Outcome } from '../outcome.ts'
import { newSystem } from '../system.ts'
import { verifyAll } from '../verify/verify.ts'
import { sentMsMax, verifyWebhooks } from '../verify/webhooks.ts'

/** Maximum number of acknowledged requests before the server is killed at a random moment. */
const acknowledgedMax = 150
const momentsMs = 30
/** The share of restarts that are also killed. */
const startsKilledPart = 0.2
/** The maximum time of a start. */
const startMomentsMs = 1_500

export const kill: Fault = {
  run: (effort) => killOften(effort === 'quick' ? 3 : 50),
}

/**
 * Sends SIGKILL at random moments, under load and during the following start. Every start must succeed
 * without help. A webhook receiver must get all changes.
 * @param isPatient whether to wait for renditions and messages that are resumed minutes after a kill.
 */
export async function killOften(kills: number, { isPatient = true } = {}): Promise<Outcome> {
  const system = await newSystem({ OUTBOUND_LOOPBACK: 'true' })
  const { url } = await system.start()
  const ledger = openLedger()
  const receiver = await openReceiver({ ...system.target, url }, ledger.problems)
  const load = startLoad(system.target, { mayRefuse: [503], ledger })
  const backMs: number[] = []
  for (let done = 0; done < kills; ) {
    await load.acknowledged(randomInt(acknowledgedMax))
    await wait(Math.random() * momentsMs)
    const killedAt = performance.now()
    await system.kill()
    done++
    while (done < kills && Math.random() < startsKilledPart) {
      await system.startAndKill(Math.random() * startMomentsMs)
      done++
    }
    await system.start()
    backMs.push(await load.back(killedAt))
  }
  await load.stop()
  await verifyWebhooks(system.target, receiver, ledger, isPatient ? sentMsMax : undefined)
  const problems = await verifyAll(system, ledger, { pictures: isPatient })
  const done = `killed ${kills} times under load, and delivered ${whole(receiver.taken.size)} changes to a receiver`
  return { done, counts: load.counts, problems, backMs }
}
