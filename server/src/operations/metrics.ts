import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client'
import type { CacheUse } from '../cache/cache-usage.ts'
import type { Admission } from '../db/admission.ts'
import type { Replicas } from '../db/replicas.ts'
import type { RequestSummary } from '../http/request-summary.ts'
import type { JobCount } from '../jobs/job-status.ts'
import type { Backlog } from '../render-batches/backlog.ts'
import type { Services } from '../services.ts'
import type { Siblings } from '../workers/siblings.ts'
import {
  type Installation,
  watchBatches,
  watchBrandPages,
  watchDeliveries,
  watchInstallation,
  watchJobs,
  watchMissingFiles,
  watchRenders,
  watchShares,
} from './installation-metrics.ts'

/** From a cached response to a statement that times out. */
const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15]

const cacheSeries: { name: string; help: string; type: 'counter' | 'gauge'; value(use: CacheUse): number }[] =
  [
    {
      name: 'atelier_cache_hits_total',
      help: 'Cache hits.',
      type: 'counter',
      value: ({ hits }) => hits,
    },
    {
      name: 'atelier_cache_misses_total',
      help: 'Cache misses, because the entry was missing or outdated.',
      type: 'counter',
      value: ({ misses }) => misses,
    },
    {
      name: 'atelier_cache_hit_age_seconds_total',
      help: 'Sum of the ages of the entries that were hit. Divided by the hits, it is the average age.',
      type: 'counter',
      value: ({ ageSeconds }) => ageSeconds,
    },
    {
      name: 'atelier_cache_bytes',
      help: 'Memory used by the cache.',
      type: 'gauge',
      value: ({ bytes }) => bytes,
    },
    {
      name: 'atelier_cache_entries',
      help: 'Entries in the cache.',
      type: 'gauge',
      value: ({ entries }) => entries,
    },
  ]

export type Metrics = {
  contentType: string
  observe(answered: RequestSummary): void
  watchCaches(caches: Record<string, () => CacheUse>): void
  watchReplicas(use: Replicas['use']): void
  watchInstallation(installation: Installation): void
  countDelivery: Services['countDelivery']
  countRender: Services['countRender']
  countBatchRows: Services['countBatchRows']
  countShareRequest: Services['countShareRequest']
  countBrandPageRequest: Services['countBrandPageRequest']
  countMissingFile: ReturnType<typeof watchMissingFiles>
  text(): Promise<string>
}

/**
 *
 * @param countJobs called at each scrape, as is `batchBacklog`. If the database does not answer, the other
 * metrics are still returned.
 * @param areCountersShared whether nodes currently share counters. Undefined if sharing is not configured.
 * @param siblings the other workers of this machine, whose metrics are included.
 */
export function createMetrics(
  countJobs: () => Promise<JobCount[]>,
  batchBacklog: () => Promise<Backlog>,
  admission: Admission,
  areCountersShared: (() => boolean) | undefined,
  siblings?: Siblings,
): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'atelier_http_request_duration_seconds',
    help: 'Requests by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: secondsBuckets,
    registers: [registry],
  })
  // Registered before metrics that query the database for this scrape, so that these are not counted.
  watchAdmission(registry, admission)
  watchJobs(registry, countJobs)
  if (areCountersShared) {
    new Gauge({
      name: 'atelier_rate_limits_shared',
      help: '1 if rate limits are shared with other nodes or workers, 0 if this process counts alone.',
      aggregator: 'min',
      registers: [registry],
      collect() {
        this.set(areCountersShared() ? 1 : 0)
      },
    })
  }
  return {
    contentType: registry.contentType,
    observe({ method, route = 'none', status, elapsedMs }) {
      requests.labels(method, route, String(status)).observe(elapsedMs / 1000)
    },
    watchCaches(caches) {
      for (const { name, help, type, value } of cacheSeries) {
        const collect = (metric: Counter | Gauge) => {
          metric.reset()
          for (const [cache, use] of Object.entries(caches)) metric.labels(cache).inc(value(use()))
        }
        const options = { name, help, labelNames: ['cache'], registers: [registry] }
        if (type === 'counter')
          new Counter({
            ...options,
            collect() {
              collect(this)
            },
          })
        else
          new Gauge({
            ...options,
            collect() {
              collect(this)
            },
          })
      }
    },
    watchReplicas: (use) => watchReplicas(registry, use),
    watchInstallation: (installation) => watchInstallation(registry, installation),
    countDelivery: watchDeliveries(registry),
    countShareRequest: watchShares(registry),
    countBrandPageRequest: watchBrandPages(registry),
    countRender: watchRenders(registry),
    countBatchRows: watchBatches(registry, batchBacklog),
    countMissingFile: watchMissingFiles(registry),
    text: siblings ? textOfAll(registry, siblings) : () => registry.metrics(),
  }
}

type Metric = MetricObjectWithValues<MetricValue<string>>

/**
 * Types whose values are kept when a process exits. The counters of the process stay, and its gauges are
 * dropped.
 */
const keptTypes = ['counter', 'histogram', 'summary']

/** The combined metrics of all workers of this machine, from any worker. */
function textOfAll(registry: Registry, siblings: Siblings) {
  new Gauge({
    name: 'atelier_workers',
    help: 'Worker processes of this machine that accept requests.',
    registers: [registry],
  }).set(1)
  const reports = siblings.reports(async () => JSON.stringify(await registry.getMetricsAsJSON()))

  return async () => {
    const all = await reports.all()
    const living = all.living.map((report) => JSON.parse(report) as Metric[])
    const ended = all.ended.map((report) => (JSON.parse(report) as Metric[]).filter(isKept))
    if (ended.length > 1) {
      const together = await AggregatorRegistry.aggregate(ended).getMetricsAsJSON()
      reports.putTogether(JSON.stringify(together), all)
    }
    return AggregatorRegistry.aggregate([...living, ...ended]).metrics()
  }
}

// In JSON, the library uses the names of types, but its declarations use numbers.
const isKept = ({ type }: Metric) => keptTypes.includes(String(type))

/** The length of the queue for the database, its wait times, and the connections in use. */
function watchAdmission(registry: Registry, admission: Admission) {
  const registers = [registry]
  const waits = new Histogram({
    name: 'atelier_database_wait_seconds',
    help: 'Waits for a database connection, by who waited and whether the request was rejected.',
    labelNames: ['who', 'refused'],
    buckets: secondsBuckets,
    registers,
  })
  admission.onWaited = (who, seconds, isRefused) => waits.labels(who, String(isRefused)).observe(seconds)
  new Gauge({
    name: 'atelier_database_waiting',
    help: 'Requests that wait for a database connection.',
    labelNames: ['who'],
    registers,
    collect() {
      for (const who of ['probe', 'request', 'background'] as const)
        this.labels(who).set(admission.waiting(who))
    },
  })
  new Gauge({
    name: 'atelier_database_connections_max',
    help: 'Maximum number of database connections: DATABASE_POOL_MAX.',
    registers,
  }).set(admission.places)
  new Gauge({
    name: 'atelier_database_connections_taken',
    help: 'Database connections in use.',
    registers,
    collect() {
      this.set(admission.taken())
    },
  })
}

/** The server of each read that a replica could serve, and the lag of each replica. */
function watchReplicas(registry: Registry, use: Replicas['use']) {
  const registers = [registry]
  new Counter({
    name: 'atelier_database_reads_total',
    help: 'Reads that a replica could serve, by where they were served.',
    labelNames: ['place'],
    registers,
    collect() {
      this.reset()
      const { replicas, primaryReads } = use()
      this.labels('primary').inc(primaryReads)
      for (const { name, reads } of replicas) this.labels(name).inc(reads)
    },
  })
  new Gauge({
    name: 'atelier_database_replica_used',
    help: '1 if the replica is used for reads, 0 if not.',
    labelNames: ['replica'],
    aggregator: 'min',
    registers,
    collect() {
      for (const { name, isUsed } of use().replicas) this.labels(name).set(isUsed ? 1 : 0)
    },
  })
  new Gauge({
    name: 'atelier_database_replica_lag_seconds',
    help: "Upper bound of the replica's lag. Updated every 2 s while nothing changes.",
    labelNames: ['replica'],
    aggregator: 'max',
    registers,
    collect() {
      this.reset()
      for (const { name, ageSeconds } of use().replicas)
        if (ageSeconds !== undefined) this.labels(name).set(ageSeconds)
    },
  })
}
