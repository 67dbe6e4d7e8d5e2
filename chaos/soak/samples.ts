import { readdirSync } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { childrenOf, memoryOf } from '../../server/test/support/processes.ts'
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
  /** Who waits for a connection to the database. */
  waiting: number
  /** Files and sockets. */
  descriptors: number
  diskBytes: number
  answered: number
  errors: number
  latencies: Record<string, Latency>
}

export type Process = Pick<
  Sample,
  'rssBytes' | 'childrenBytes' | 'heapBytes' | 'loopLagMs' | 'jobs' | 'waiting' | 'descriptors' | 'diskBytes'
>

/** What Linux and the server itself say of it. */
export async function processNow(url: string, pid: number, directory: string): Promise<Process> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const value = (name: string, labels = '') =>
    [...text.matchAll(new RegExp(`^${name}(?:\\{.*${labels}.*\\})? (\\S+)$`, 'gm'))].reduce(
      (sum, [, number]) => sum + Number(number),
      0,
    )
  return {
    rssBytes: memoryOf(pid),
    childrenBytes: childrenOf(pid).reduce((sum, child) => sum + memoryOfSome(child), 0),
    heapBytes: value('nodejs_heap_size_used_bytes'),
    loopLagMs: value('nodejs_eventloop_lag_p99_seconds') * 1_000,
    jobs: ['created', 'active', 'retry'].reduce(
      (sum, state) => sum + value('atelier_jobs', `state="${state}"`),
      0,
    ),
    waiting: value('atelier_database_waiting'),
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    diskBytes: await bytesBelow(directory),
  }
}

/** 0 of one that has just ended. */
function memoryOfSome(pid: number) {
  try {
    return memoryOf(pid)
  } catch {
    return 0
  }
}

/** As they lie on the disk; what goes meanwhile is left out. */
async function bytesBelow(directory: string): Promise<number> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(
    files.map(({ parentPath, name }) =>
      lstat(join(parentPath, name)).then(
        ({ blocks }) => blocks * 512,
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
