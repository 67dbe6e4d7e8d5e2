import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { startLoad } from '../load/load.ts'
import type { Fault, Outcome } from '../outcome.ts'
import { newSystem } from '../system.ts'
import { verifyAll } from '../verify/verify.ts'

/** Killed after so many acknowledged requests at most, and then at any moment of the next ones. */
const acknowledgedMax = 150
const momentsMs = 30
/** Of the starts that follow a kill, these are cut short by another one. */
const startsKilledPart = 0.2
/** A start takes longer. */
const startMomentsMs = 1_500

export const kill: Fault = {
  run: (effort) => killOften(effort === 'quick' ? 3 : 50),
}

/** SIGKILL at any moment, of the work and of the start that follows. Every start goes by itself. */
export async function killOften(kills: number, { pictures = true } = {}): Promise<Outcome> {
  const system = await newSystem()
  await system.start()
  const load = startLoad(system.target, { mayRefuse: [503] })
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
  const problems = await verifyAll(system, load.ledger, { pictures })
  return { done: `killed ${kills} times under load`, counts: load.counts, problems, backMs }
}
