import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** What is in use once all else is collected. */
export function heapMegabytes(): number {
  collect()
  return process.memoryUsage().heapUsed / 2 ** 20
}

/** The same with what buffers hold beside it. What is only finalized by a collection goes with the next. */
export async function heldBytes(): Promise<number> {
  for (let times = 0; times < 3; times++) {
    collect()
    await wait(20)
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
