import type { FastifyReply, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/** From a cached answer to a statement that times out. */
const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15]

export type Metrics = {
  contentType: string
  observe(request: FastifyRequest, reply: FastifyReply): void
  text(): Promise<string>
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'atelier_http_request_duration_seconds',
    help: 'Requests by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: secondsBuckets,
    registers: [registry],
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
