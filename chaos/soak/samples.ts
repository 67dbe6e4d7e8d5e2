import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { text as textOf } from 'node:stream/consumers'
import { childrenOf } from '../../server/test/support/children.ts'
import { samplesOf } from '../../server/test/support/metrics.ts'
import { memoryOf } from '../../server/test/support/processes.ts'
import type { Latency } from './pace.ts'

/** How it goes at one moment. */
export type Sample = {
  /** Since the load began. */
  seconds: number
  /** Resident, of the server. Of the processes that read pictures for it, which come and go, beside it. */
  rssBytes: number
  childrenBytes: number
  heapBytes: number
  /** p99 of the last seconds. */
  loopLagMs: number
  /** Jobs that wait or are at work. */
  jobs: number
  /** Changes that somebody's webhook has still to be told of, whatever they wait for. */
  untold: number
  /** Who waits for a connection to the database. */
  waiting: number
  /** Files and sockets, without the connections of callers: how many of those there are is the callers' affair. */
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

/** What Linux and the server itself say of it. */
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

/** Jobs that wait or are at work. */
export const jobsNow = async (url: string): Promise<number> => jobsOf(await metricsNow(url))

const jobsOf = (value: Metrics) =>
  value('atelier_jobs', ({ state }) => state === 'waiting' || state === 'running')

type Metrics = Awaited<ReturnType<typeof metricsNow>>

/**
 * @returns the sum of a metric over the labels that are wanted.
 * @throws where the server tells nothing of it: what is called otherwise now is not 0.
 */
export async function metricsNow(url: string) {
  const samples = await samplesOf(url)
  return (name: string, isWanted = (_labels: Record<string, string>) => true) => {
    const told = samples.filter((sample) => sample.name === name)
    if (told.length === 0) throw new Error(`The server tells nothing of ${name}.`)
    return told.filter(({ labels }) => isWanted(labels)).reduce((sum, { value }) => sum + value, 0)
  }
}

/** Those that callers hold open: of local ports as proc_net(5) writes them, established. */
function connectionsAt(port: number): number {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const lines = ['tcp', 'tcp6'].flatMap((table) => readFileSync(`/proc/net/${table}`, 'utf8').split('\n'))
  return lines.filter((line) => {
    const [, own, , state] = line.trim().split(/\s+/)
    return own?.endsWith(local) && state === '01'
  }).length
}

/** 0 of one that has just ended. */
function memoryOfSome(pid: number) {
  try {
    return memoryOf(pid)
  } catch {
    return 0
  }
}

/** As they lie on the disk. By another process: to look at a hundred thousand files would hold up whoever asks here. */
async function bytesBelow(directory: string): Promise<number> {
  const du = spawn('du', ['--summarize', '--block-size=1', directory], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  // What goes meanwhile it complains of, and leaves out.
  return Number.parseInt(await textOf(du.stdout), 10)
}
