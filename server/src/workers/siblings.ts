import cluster from 'node:cluster'
import type { Locker } from '@tus/server'
import { ApiError } from '../errors.ts'
import type { Connect } from '../http/rate-limits/counters-connection.ts'
import { primaryCounters } from './counters.ts'
import { primaryLocks } from './locks.ts'
import type { Primary, Reports, ToWorker } from './messages.ts'

/** Timeout of a request for reports. The primary itself waits two seconds for the other workers. */
const reportsWithinMs = 4_000

/** The services that a worker shares with the other workers on its machine, through their primary process. */
export type Siblings = {
  count: number
  /** Whether this worker was started first. The first worker does one-time work. */
  isFirst: boolean
  connectCounters: Connect
  uploadLocks: Locker
  /** @param own returns the report of this worker, whenever another worker is asked. */
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
  // Otherwise, the channel would keep the worker running. A worker without work exits like any process.
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
  // Handlers by kind of message. Each handler only receives messages of its kind, which the type of a map
  // cannot express.
  const hearers = new Map<string, (message: never) => void>()
  process.on('message', (message: ToWorker) => hearers.get(message.kind)?.(message as never))
  return {
    // A worker whose primary has exited exits immediately, so a lost message does not matter.
    tell: (message) => void (process.connected && process.send!(message, undefined, {}, () => {})),
    hear: (kind, hear) => void hearers.set(kind, hear),
  }
}

function openReports(primary: Primary, own: () => Promise<string>): ReturnType<Siblings['reports']> {
  const asked = new Map<number, (reports: Reports) => void>()
  let lastId = 0
  primary.hear('ask-report', ({ id }) => {
    // A worker that cannot report is omitted.
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
