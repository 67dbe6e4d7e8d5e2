import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Milliseconds between two looks at how busy we are. */
const lookMs = 10_000
/** Parts of that time. */
const busyMin = 0.1
const restMax = 0.01

// V8 has no other way to be asked, and asks itself only while memory is being taken.
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (how: { type: 'major'; flavor: 'last-resort' }) => void

/** Gives the system the memory that V8 holds without need. Whoever asks in that moment waits for some 50 ms. */
export const giveBackMemory = () => collect({ type: 'major', flavor: 'last-resort' })

/**
 * Calls back now, when a start has taken memory, and once in each rest that follows work: of what work has left in caches
 * nothing is young enough to be used by then.
 */
export function giveBackAtRest(giveBack: () => void, everyMs = lookMs) {
  giveBack()
  let last = used()
  let hasWorked = false
  setInterval(() => {
    const now = used()
    const usedMs = now - last
    last = now
    if (usedMs >= busyMin * everyMs) hasWorked = true
    if (!hasWorked || usedMs > restMax * everyMs) return
    hasWorked = false
    giveBack()
    // That was no work.
    last = used()
  }, everyMs).unref()
}

/** Milliseconds of the processor, and not of the clock: to wait for a machine that others use is rest. */
function used() {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
