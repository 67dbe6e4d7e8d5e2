import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Reader } from '../assets/missing-files.ts'
import type { JobCount } from '../jobs/job-status.ts'
import type { Backlog } from '../render-batches/backlog.ts'
import type { Services } from '../services.ts'
import { disksOf } from './disks.ts'

export type Installation = {
  isReady(): Promise<boolean>
  receivesChanges(): boolean
  directories: Record<string, string>
}

/** Registers gauges that show whether the server can serve, cache pages, and write to its disks. */
export function watchInstallation(
  registry: Registry,
  { isReady, receivesChanges, directories }: Installation,
): void {
  const registers = [registry]
  new Gauge({
    name: 'atelier_ready',
    help: '1 if the database responds, 0 if not. The same as /readyz.',
    aggregator: 'min',
    registers,
    async collect() {
      this.set((await isReady()) ? 1 : 0)
    },
  })
  new Gauge({
    name: 'atelier_changes_heard',
    help: '1 if notifications of other nodes are received, 0 if the subscription is lost and nothing is cached.',
    aggregator: 'min',
    registers,
    collect() {
      this.set(receivesChanges() ? 1 : 0)
    },
  })
  const disks = asked(() => disksOf(directories))
  new Gauge({
    name: 'atelier_disk_size_bytes',
    help: 'Size of the disk.',
    labelNames: ['place'],
    aggregator: 'max',
    registers,
    async collect() {
      for (const { place, size } of await disks()) this.labels(place).set(size)
    },
  })
  new Gauge({
    name: 'atelier_disk_free_bytes',
    help: 'Free space on the disk.',
    labelNames: ['place'],
    aggregator: 'min',
    registers,
    async collect() {
      for (const { place, free } of await disks()) this.labels(place).set(free)
    },
  })
}

/** @param countJobs counts the jobs. If it fails, the metrics of jobs are omitted. */
export function watchJobs(registry: Registry, countJobs: () => Promise<JobCount[]>): void {
  const counts = asked(() => countJobs().catch((): JobCount[] => []))
  // All workers query the same table.
  const options = { aggregator: 'max' as const, registers: [registry] }
  new Gauge({
    name: 'atelier_jobs',
    help: 'Background jobs by kind and state. Finished jobs are kept for a day.',
    labelNames: ['kind', 'state'],
    ...options,
    async collect() {
      const found = await counts()
      this.reset()
      for (const { name, state, jobs } of found) this.labels(name, state).set(jobs)
    },
  })
  new Gauge({
    name: 'atelier_jobs_overdue_seconds',
    help: 'Waiting time of the oldest due job of this kind; 0 if none is waiting.',
    labelNames: ['kind'],
    ...options,
    async collect() {
      const found = await counts()
      this.reset()
      for (const { name, overdueSeconds } of found) this.labels(name).inc(overdueSeconds)
    },
  })
  new Gauge({
    name: 'atelier_jobs_last_done_timestamp_seconds',
    help: 'Time at which a job of this kind last finished, within a day.',
    labelNames: ['kind'],
    ...options,
    async collect() {
      const found = await counts()
      this.reset()
      for (const { name, lastDoneAt } of found)
        if (lastDoneAt !== null) this.labels(name).set(lastDoneAt.getTime() / 1000)
    },
  })
}

/** @returns a function that counts an attempt. */
export function watchDeliveries(registry: Registry): Services['countDelivery'] {
  const attempts = new Counter({
    name: 'atelier_webhook_attempts_total',
    help: 'Attempts to deliver a webhook message, by outcome.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  // A rate needs an initial zero.
  for (const outcome of ['delivered', 'refused', 'unanswered'] as const) attempts.labels(outcome).inc(0)
  return (outcome) => attempts.labels(outcome).inc()
}

/** Buckets in seconds, up to the time limit of a decoder process. */
const renderBuckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60]

/** @returns a function that counts a render with its duration. */
export function watchRenders(registry: Registry): Services['countRender'] {
  const renders = new Counter({
    name: 'atelier_renders_total',
    help: 'Renders by outcome: drawn, cached (the file of an earlier render), or failed.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'atelier_render_duration_seconds',
    help: 'Time to draw a render, with the wait for a decoding process, by format.',
    labelNames: ['format'],
    buckets: renderBuckets,
    registers: [registry],
  })
  // A rate needs an initial zero.
  for (const outcome of ['drawn', 'cached', 'failed'] as const) renders.labels(outcome).inc(0)
  return (outcome, drawn) => {
    renders.labels(outcome).inc()
    if (drawn) durations.labels(drawn.format).observe(drawn.seconds)
  }
}

/**
 * @param backlog reads the backlog. If it fails, its metrics are omitted.
 * @returns a function that counts finished rows.
 */
export function watchBatches(
  registry: Registry,
  backlog: () => Promise<Backlog>,
): Services['countBatchRows'] {
  const rows = new Counter({
    name: 'atelier_render_batch_rows_total',
    help: 'Finished rows of render batches by outcome: drawn, cached (the file of an earlier render), or failed.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  // A rate needs an initial zero.
  for (const outcome of ['drawn', 'cached', 'failed'] as const) rows.labels(outcome).inc(0)
  const found = asked(() => backlog().catch(() => undefined))
  const gauge = (name: string, help: string, value: (backlog: Backlog) => number) =>
    new Gauge({
      name,
      help,
      // All workers query the same tables.
      aggregator: 'max',
      registers: [registry],
      async collect() {
        const now = await found()
        this.reset()
        if (now) this.set(value(now))
        else this.remove()
      },
    })
  gauge('atelier_render_batches', 'Unfinished render batches.', ({ batches }) => batches)
  gauge('atelier_render_batch_rows', 'Rows of unfinished render batches that wait.', ({ rows }) => rows)
  gauge(
    'atelier_render_batch_age_seconds',
    'Time since the oldest unfinished render batch was created; 0 if there is none.',
    ({ seconds }) => seconds,
  )
  return (outcome, count) => rows.labels(outcome).inc(count)
}

/** @returns a function that counts a request for the page of a share. */
export const watchShares = (registry: Registry): Services['countShareRequest'] =>
  watchPages(registry, {
    name: 'atelier_share_requests_total',
    help: 'Requests for pages of shares: view, download, zip, upload, wrong_password, or limited (too many wrong passwords, zips or uploads).',
    outcomes: ['view', 'download', 'zip', 'upload', 'wrong_password', 'limited'],
  })

/** @returns a function that counts a request for the page of a brand kit. */
export const watchBrandPages = (registry: Registry): Services['countBrandPageRequest'] =>
  watchPages(registry, {
    name: 'atelier_brand_page_requests_total',
    help: 'Requests for pages of brand kits: view, download, wrong_password, or limited (too many wrong passwords).',
    outcomes: ['view', 'download', 'wrong_password', 'limited'],
  })

function watchPages<Outcome extends string>(
  registry: Registry,
  { name, help, outcomes }: { name: string; help: string; outcomes: readonly Outcome[] },
): (outcome: Outcome) => void {
  const requests = new Counter({ name, help, labelNames: ['outcome'], registers: [registry] })
  // A rate needs an initial zero.
  for (const outcome of outcomes) requests.labels(outcome).inc(0)
  return (outcome) => requests.labels(outcome).inc()
}

/** @returns a function that counts a missing file. */
export function watchMissingFiles(registry: Registry): (reader: Reader) => void {
  const missing = new Counter({
    name: 'atelier_files_missing_total',
    help: 'Reads of a missing file that a row references, by reader.',
    labelNames: ['reader'],
    registers: [registry],
  })
  // An increase needs an initial zero.
  for (const reader of ['link', 'picture'] as const) missing.labels(reader).inc(0)
  return (reader) => missing.labels(reader).inc()
}

/** Shares one query between the metrics of a scrape. */
function asked<T>(ask: () => Promise<T>): () => Promise<T> {
  let asking: Promise<T> | undefined
  return () =>
    (asking ??= ask().finally(() => {
      asking = undefined
    }))
}
