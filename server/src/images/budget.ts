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

export type Budget = {
  cpuSeconds: number
  /** The CPU time after which the process permanently gets the lowest priority. */
  yieldSeconds?: number
  bytes: number
}

const checkMs = 20

/** The signal that ends a process that exceeds its budget. Nothing else sends it. */
export const exceeded = 'SIGXCPU'

/**
 * The budget for drawing a document: two seconds and 300 MB for a small document. Larger documents, and
 * drawings with more pixels than the largest standard rendition, get proportionally more.
 * @param heldBytes memory that the process already uses.
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

/** Whether this process lowered its priority. It cannot raise it again, so it has to be replaced. */
export const hasYielded = () => isYielding

/** Lowers the priority of all threads, because on Linux each has its own priority. */
function yieldToOthers() {
  isYielding = true
  const threads = process.platform === 'linux' ? readdirSync(threadsDirectory).map(Number) : [process.pid]
  for (const thread of threads) setPriority(thread, lowestPriority)
}

/** The threads of the current process, on Linux. */
export const threadsDirectory = '/proc/self/task'

/** Checks of the budgets in use, the outermost first. */
const running: (() => void)[] = []

/**
 * Kills this process if its work has exceeded its budget. Call this during work that never yields, such as
 * WebAssembly. Timers do not run during such work, and the server kills such a process only after a much
 * longer time.
 */
export const checkBudgets = () => {
  for (const check of running) check()
}

/**
 * Runs the work and kills this process if the work exceeds its budget, because native code cannot be
 * interrupted otherwise. Only for decoder processes (decoder.ts), which do one unit of work at a time.
 * JavaScript that never yields is not detected unless it calls {@link checkBudgets}; the server kills a
 * process that takes too long.
 */
export async function withinBudget<Result>(budget: Budget, work: () => Promise<Result>): Promise<Result> {
  const before = process.cpuUsage()
  const check = () => {
    const { user, system } = process.cpuUsage(before)
    const seconds = (user + system) / 1e6
    if (budget.yieldSeconds !== undefined && seconds > budget.yieldSeconds && !hasYielded()) yieldToOthers()
    const isExceeded = seconds > budget.cpuSeconds || process.memoryUsage.rss() > budget.bytes
    // `process.exit` would wait until the native code has returned.
    if (isExceeded) process.kill(process.pid, exceeded)
  }
  running.push(check)
  const watch = setInterval(check, checkMs)
  try {
    return await work()
  } finally {
    clearInterval(watch)
    running.splice(running.indexOf(check), 1)
  }
}
