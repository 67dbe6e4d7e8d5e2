import cluster from 'node:cluster'
import type { Locker } from '@tus/server'
import { ApiError } from '../errors.ts'
import type { Connect } from '../http/rate-limits/counters-connection.ts'
import { primaryCounters } from './counters.ts'
import { primaryLocks } from './locks.ts'
import type { Primary, Reports, ToWorker } from './messages.ts'

/** The primary waits for the others for two seconds, and answers then. */
const reportsWithinMs = 4_000

/** What a worker has together with the others of its machine, by way of their primary process. */
export type Siblings = {
  /** How many workers there are, this one included. */
  count: number
  /** Whether it was started before all others: what is done once is its to do. */
  isFirst: boolean
  connectCounters: Connect
  uploadLocks: Locker
  /** @param own tells of this one, whenever any is asked. */
  reports(own: () => Promise<string>): {
    /** What all tell of themselves. @throws {ApiError} `unavailable` when the primary does not answer. */
    all(): Promise<Reports>
    putTogether(ended: string, of: Reports): void
  }
  /** Tells that requests are taken from now on. */
  listening(url: string): void
  /** Resolves when the primary wants this worker to end. */
  stopped: Promise<'stop'>
}

/** @returns undefined in a process that no primary has started. */
export function openSiblings(count: number): Siblings | undefined {
  const { worker } = cluster
  if (!worker) return undefined
  const primary = wayToPrimary()
  // What a worker does keeps it alive: one that has nothing left to do ends as any process.
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
    // Without its primary a worker ends at once, whatever it had to tell.
    tell: (message) => void (process.connected && process.send!(message, undefined, {}, () => {})),
    hear: (kind, hear) => void hearers.set(kind, hear),
  }
}

function openReports(primary: Primary, own: () => Promise<string>): ReturnType<Siblings['reports']> {
  const asked = new Map<number, (reports: Reports) => void>()
  let lastId = 0
  primary.hear('ask-report', ({ id }) => {
    // One that can't tell is left out.
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
