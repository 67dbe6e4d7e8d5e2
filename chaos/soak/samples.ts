import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { text as textOf } from 'node:stream/consumers'
import { childrenOf } from '../../server/test/support/children.ts'
import { samplesOf } from '../../server/test/support/metrics.ts'
import { memoryOf } from '../../server/test/support/processes.ts'
import type { Latency } from './pace.ts'

export type Sample = {
  /** Seconds since the start of the load. */
  seconds: number
  /** The resident memory of the server and its image decoder processes, which start and exit. */
  rssBytes: number
  childrenBytes: number
  heapBytes: number
  /** The p99 of the event loop delay in the last seconds. */
  loopLagMs: number
  jobs: number
  /** Changes that have not been delivered to a webhook yet, for any reason. */
  untold: number
  /** Requests that wait for a database connection. */
  waiting: number
  /** Files and sockets, without client connections, whose number depends on the clients. */
  descriptors: number
  connections: number
  diskBytes: number
  answered: number
  errors: number
  latencies: Record<string, Latency>
}

export type Process = Pick<
  Sample,
  | 'rssBytes'
  | 'childrenBytes'
  | 'heapBytes'
  | 'loopLagMs'
  | 'jobs'
  | 'waiting'
  | 'descriptors'
  | 'connections'
  | 'diskBytes'
>

/** Figures from Linux and from the server's metrics. */
export async function processNow(url: string, pid: number, directory: string): Promise<Process> {
  const value = await metricsNow(url)
  const connections = connectionsAt(Number(new URL(url).port))
  return {
    rssBytes: memoryOf(pid),
    childrenBytes: childrenOf(pid).reduce((sum, child) => sum + memoryOfSome(child), 0),
    heapBytes: value('nodejs_heap_size_used_bytes'),
    loopLagMs: value('nodejs_eventloop_lag_p99_seconds') * 1_000,
    jobs: jobsOf(value),
    waiting: value('atelier_database_waiting'),
    descriptors: readdirSync(`/proc/${pid}/fd`).length - connections,
    connections,
    diskBytes: await bytesBelow(directory),
  }
}

/** Queued and running jobs. */
export const jobsNow = async (url: string): Promise<number> => jobsOf(await metricsNow(url))

const jobsOf = (value: Metrics) =>
  value('atelier_jobs', ({ state }) => state === 'waiting' || state === 'running')

type Metrics = Awaited<ReturnType<typeof metricsNow>>

/**
 * @returns the sum of a metric over the selected labels.
 * @throws if the metric does not exist, because a renamed metric must not count as 0.
 */
export async function metricsNow(url: string) {
  const samples = await samplesOf(url)
  return (name: string, isWanted = (_labels: Record<string, string>) => true) => {
    const told = samples.filter((sample) => sample.name === name)
    if (told.length === 0) throw new Error(`The server has no metric ${name}.`)
    return told.filter(({ labels }) => isWanted(labels)).reduce((sum, { value }) => sum + value, 0)
  }
}

/** Established client connections, by local port in hexadecimal (proc_net(5)). */
function connectionsAt(port: number): number {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const lines = ['tcp', 'tcp6'].flatMap((table) => readFileSync(`/proc/net/${table}`, 'utf8').split('\n'))
  return lines.filter((line) => {
    const [, own, , state] = line.trim().split(/\s+/)
    return own?.endsWith(local) && state === '01'
  }).length
}

/** 0 for a process that has just exited. */
function memoryOfSome(pid: number) {
  try {
    return memoryOf(pid)
  } catch {
    return 0
  }
}

/**
 * Returns the size on disk. Another process measures it, because visiting a hundred thousand files would
 * block this process.
 */
async function bytesBelow(directory: string): Promise<number> {
  const du = spawn('du', ['--summarize', '--block-size=1', directory], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  // `du` prints warnings about files that disappear during its run, and skips them.
  return Number.parseInt(await textOf(du.stdout), 10)
}
