import type { Config } from '../config.ts'
import { within } from '../db/deadline.ts'
import { countJobs } from '../jobs/job-status.ts'
import { assertReady } from '../operations/assert-ready.ts'
import { createMetrics, type Metrics } from '../operations/metrics.ts'
import { readyWithinMs } from '../operations/ready-within.ts'
import { batchBacklog } from '../render-batches/backlog.ts'
import type { Caches } from './caches.ts'
import { directoriesOf } from './directories.ts'
import type { Foundation } from './foundation.ts'

export function openMetrics(
  config: Config,
  { probe, admission, replicas, notifications, siblings }: Foundation,
  { pages, tokens, clients }: Caches,
  areCountersShared: (() => boolean) | undefined,
): Metrics {
  const countedJobs = () => countJobs(probe, AbortSignal.timeout(readyWithinMs))
  const backlog = () =>
    within(batchBacklog(probe), readyWithinMs, new Error('The database does not respond.'))
  const metrics = createMetrics(countedJobs, backlog, admission, areCountersShared, siblings)
  if (replicas) metrics.watchReplicas(replicas.use)
  metrics.watchCaches({ pages: pages.use, tokens: tokens.use, clients: clients.use })
  metrics.watchInstallation({
    isReady: () =>
      assertReady(probe).then(
        () => true,
        () => false,
      ),
    receivesChanges: notifications.isListening,
    directories: directoriesOf(config),
  })
  return metrics
}
