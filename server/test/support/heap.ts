import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
// Compiled code that is freed between two measurements and compiled again takes several MB.
setFlagsFromString('--no-flush-bytecode')
const collect = runInNewContext('gc') as () => void

export function heapMegabytes(): number {
  collect()
  return process.memoryUsage().heapUsed / 2 ** 20
}

/**
 * Like `heapMegabytes`, but includes buffers. Objects with finalizers are only freed by a second collection.
 */
export async function heldBytes(): Promise<number> {
  for (let times = 0; times < 3; times++) {
    collect()
    await wait(20)
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
