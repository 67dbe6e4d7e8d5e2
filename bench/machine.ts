import { cpus, totalmem } from 'node:os'
import { loadTool } from './load/load.ts'
import { canPin, loadCore, serverCore } from './processes.ts'

/** What a reader must know to compare these numbers with others. */
export function machine(isDatabaseBeside: boolean): string {
  const cores = cpus()
  const memoryGb = Math.round(totalmem() / 2 ** 30)
  const place = canPin
    ? `server on core ${serverCore}, ${isDatabaseBeside ? 'load and database' : 'load'} on core ${loadCore}`
    : 'server and load share their cores'
  return `${new Date().toISOString().slice(0, 10)}; ${cores[0]!.model.trim()}, ${cores.length} cores, ${memoryGb} GB of memory; Node ${process.versions.node}; load by ${loadTool}; ${place}.`
}
