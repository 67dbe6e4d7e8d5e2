import type { FastifyReply, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { JobCount } from '../events/job-status.ts'

/** From a cached answer to a statement that times out. */
const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15]

export type Metrics = {
  contentType: string
  observe(request: FastifyRequest, reply: FastifyReply): void
  text(): Promise<string>
}

/** @param countJobs asked for each text; when the database can't answer, the rest is still told. */
export function createMetrics(countJobs: () => Promise<JobCount[]>): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'atelier_http_request_duration_seconds',
    help: 'Requests by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: secondsBuckets,
    registers: [registry],
  })
  new Gauge({
    name: 'atelier_jobs',
    help: 'Background jobs by name and state; those that are done stay for a day.',
    labelNames: ['job', 'state'],
    registers: [registry],
    async collect() {
      this.reset()
      for (const { name, state, jobs } of await countJobs().catch(() => []))
        this.labels(name, state).set(jobs)
    },
  })
  return {
    contentType: registry.contentType,
    observe(request, reply) {
      const route = request.routeOptions.url ?? 'none'
      requests.labels(request.method, route, String(reply.statusCode)).observe(reply.elapsedTime / 1000)
    },
    text: () => registry.metrics(),
  }
}
