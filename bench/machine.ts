import { cpus, totalmem } from 'node:os'
import { loadTool } from './load/load.ts'
import { canPin, loadCore, serverCore } from './processes.ts'

/** Returns the facts about the machine that are needed to compare these numbers with others. */
export function machine(isDatabaseBeside: boolean): string {
  const place = canPin
    ? `server on core ${serverCore}, ${isDatabaseBeside ? 'load and database' : 'load'} on core ${loadCore}`
    : 'server and load share their cores'
  return `${today()}; ${hardware()}; load by ${loadTool}; ${place}.`
}

export const today = () => new Date().toISOString().slice(0, 10)

/** The hardware and the Node version. */
export function hardware(): string {
  const cores = cpus()
  const memoryGb = Math.round(totalmem() / 2 ** 30)
  return `${cores[0]!.model.trim()}, ${cores.length} cores, ${memoryGb} GB of memory; Node ${process.versions.node}`
}
