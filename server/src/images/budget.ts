import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'
import {
  drawingBytesMin,
  drawingBytesPerByte,
  drawingPixels,
  drawingSecondsMax,
  drawingSecondsMin,
  drawingSecondsPerMegabyte,
  drawingYieldSeconds,
} from './limits.ts'

/** What a piece of work may take of the process that does it. */
export type Budget = {
  cpuSeconds: number
  /** CPU time after which the process gets the lowest priority, for good. */
  yieldSeconds?: number
  /** Resident memory of the whole process. */
  bytes: number
}

const checkMs = 20

/** How a process ends that exceeds its budget. Nobody else sends this signal. */
export const exceeded = 'SIGXCPU'

/**
 * What drawing a document may take: two seconds and 300 MB for a small one. Larger documents, and more pixels than the
 * largest standard rendition has, may take more in proportion.
 * @param heldBytes what the process holds already.
 */
export function drawingBudget(documentBytes: number, pixels: number, heldBytes: number): Budget {
  const times = Math.max(1, pixels / drawingPixels)
  const seconds = drawingSecondsMin + (documentBytes / 1024 ** 2) * drawingSecondsPerMegabyte
  return {
    cpuSeconds: Math.min(drawingSecondsMax, seconds) * times,
    yieldSeconds: drawingYieldSeconds,
    bytes: heldBytes + drawingBytesMin * times + documentBytes * drawingBytesPerByte,
  }
}

const lowestPriority = 19

let isYielding = false

/** A priority cannot be raised again without privileges: this process has to be replaced. */
export const hasYielded = () => isYielding

/** On Linux each thread has a priority of its own. */
function yieldToOthers() {
  isYielding = true
  const threads = process.platform === 'linux' ? readdirSync(threadsDirectory).map(Number) : [process.pid]
  for (const thread of threads) setPriority(thread, lowestPriority)
}

/** On Linux: the threads of the process that reads it. */
export const threadsDirectory = '/proc/self/task'

/**
 * Does the work, and ends this process when the work exceeds its budget: native code cannot be interrupted otherwise.
 * For decoding processes only (decoder.ts), which do one piece of work at a time. JavaScript that never yields is not
 * seen; the server ends a process that takes too long.
 */
export async function withinBudget<Result>(budget: Budget, work: () => Promise<Result>): Promise<Result> {
  const before = process.cpuUsage()
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(before)
    const seconds = (user + system) / 1e6
    if (budget.yieldSeconds !== undefined && seconds > budget.yieldSeconds && !hasYielded()) yieldToOthers()
    const isExceeded = seconds > budget.cpuSeconds || process.memoryUsage.rss() > budget.bytes
    // Not by process.exit, which waits until the native code is done.
    if (isExceeded) process.kill(process.pid, exceeded)
  }, checkMs)
  try {
    return await work()
  } finally {
    clearInterval(watch)
  }
}
