import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const lookMs = 10_000
/** Minimum share of that time for a process to count as busy. */
const busyMin = 0.1
const restMax = 0.01

// V8 has no other API for this, and collects garbage by itself only while memory is being allocated.
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (how: { type: 'major'; flavor: 'last-resort' }) => void

/** Returns unused memory of V8 to the system. Requests at that moment wait for about 50 ms. */
export const giveBackMemory = () => collect({ type: 'major', flavor: 'last-resort' })

/**
 * Calls back now, after a start, and once in each idle period after work, when no cached value is recent
 * enough to be used.
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
    // The callback's own CPU time does not count as work.
    last = used()
  }, everyMs).unref()
}

/** CPU time of this thread in milliseconds. Wall time would include waiting on a shared machine. */
function used() {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
