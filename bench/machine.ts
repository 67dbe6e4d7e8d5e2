import { cpus, totalmem } from 'node:os'
import { loadTool } from './load/load.ts'
import { canPin, loadCore, serverCore } from './processes.ts'

/** What a reader must know to compare these numbers with others. */
export function machine(): string[] {
  const cores = cpus()
  const memoryGb = Math.round(totalmem() / 2 ** 30)
  return [
    `${new Date().toISOString().slice(0, 10)}; ${cores[0]!.model.trim()}, ${cores.length} cores, ${memoryGb} GB of memory; Node ${process.versions.node}; load by ${loadTool}.`,
    canPin
      ? `The server has core ${serverCore} to itself, the load core ${loadCore}; the backends of PostgreSQL run wherever the kernel puts them. The embedded engine is a thread of the server's process and shares its core.`
      : 'Server and load share their cores.',
  ]
}
