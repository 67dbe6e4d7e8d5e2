import cluster from 'node:cluster'
import type { Locker } from '@tus/server'
import { ApiError } from '../errors.ts'
import type { Connect } from '../http/rate-limits/counters-connection.ts'
import { primaryCounters } from './counters.ts'
import { primaryLocks } from './locks.ts'
import type { Primary, Reports, ToWorker } from './messages.ts'

/** The primary waits two seconds for the others before it answers. */
const reportsWithinMs = 4_000

/** What a worker shares with the others on its machine, through their primary process. */
export type Siblings = {
  /** The number of workers, including this one. */
  count: number
  /** Whether it was started first: it does one-time work. */
  isFirst: boolean
  connectCounters: Connect
  uploadLocks: Locker
  /** @param own the report of this worker, whenever another one is asked. */
  reports(own: () => Promise<string>): {
    /** The reports of all workers. @throws {ApiError} `unavailable` when the primary does not answer. */
    all(): Promise<Reports>
    putTogether(ended: string, of: Reports): void
  }
  /** Announces that this worker accepts requests. */
  listening(url: string): void
  /** Resolves when the primary asks this worker to stop. */
  stopped: Promise<'stop'>
}

/** @returns undefined in a process without a primary. */
export function openSiblings(count: number): Siblings | undefined {
  const { worker } = cluster
  if (!worker) return undefined
  const primary = wayToPrimary()
  // The channel alone does not keep a worker alive: one without work exits as any process.
  process.channel?.unref()
  return {
    count,
    isFirst: worker.id === 1,
    connectCounters: primaryCounters(primary),
    uploadLocks: primaryLocks(primary),
    reports: (own) => openReports(primary, own),
    listening: (url) => primary.tell({ kind: 'listening', url }),
    stopped: new Promise((resolve) => primary.hear('stop', ({ kind }) => resolve(kind))),
  }
}

function wayToPrimary(): Primary {
  // By kind: each takes only messages of its kind, which the type of a map cannot say.
  const hearers = new Map<string, (message: never) => void>()
  process.on('message', (message: ToWorker) => hearers.get(message.kind)?.(message as never))
  return {
    // Without its primary a worker exits at once, so a lost message does not matter.
    tell: (message) => void (process.connected && process.send!(message, undefined, {}, () => {})),
    hear: (kind, hear) => void hearers.set(kind, hear),
  }
}

function openReports(primary: Primary, own: () => Promise<string>): ReturnType<Siblings['reports']> {
  const asked = new Map<number, (reports: Reports) => void>()
  let lastId = 0
  primary.hear('ask-report', ({ id }) => {
    // A worker that cannot report is left out.
    own().then(
      (report) => primary.tell({ kind: 'report', id, report }),
      () => {},
    )
  })
  primary.hear('reports', ({ id, ...reports }) => {
    asked.get(id)?.(reports)
    asked.delete(id)
  })
  return {
    all: () =>
      new Promise((resolve, reject) => {
        const id = ++lastId
        const late = setTimeout(() => {
          asked.delete(id)
          const cause = new Error('The primary process did not report in time.')
          reject(new ApiError('unavailable', { cause }))
        }, reportsWithinMs)
        asked.set(id, (reports) => {
          clearTimeout(late)
          resolve(reports)
        })
        primary.tell({ kind: 'ask-reports', id })
      }),
    putTogether: (ended, { endedVersion }) => primary.tell({ kind: 'put-together', ended, endedVersion }),
  }
}
