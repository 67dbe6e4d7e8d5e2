import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '../db/database.ts'
import { ApiError } from '../errors.ts'
import { bearerToken } from '../http/caller.ts'
import { constantTimeEqual } from '../secrets/constant-time-equal.ts'
import { assertReady } from './assert-ready.ts'
import type { Metrics } from './metrics.ts'

export const operationPaths = ['/healthz', '/readyz', '/metrics']

/** Endpoints for operators and monitoring: health, readiness, metrics. */
export function mountOperations(
  app: FastifyInstance,
  db: Db,
  metrics: Metrics,
  metricsToken: string | undefined,
) {
  app.get('/healthz', async () => ({ status: 'ok' }))

  app.get('/readyz', async () => {
    if (app.drain.isClosing) throw new ApiError('unavailable')
    await assertReady(db).catch((cause) => {
      throw new ApiError('unavailable', { cause })
    })
    return { status: 'ready' }
  })

  app.get('/metrics', async (request, reply) => {
    if (!maySeeMetrics(request, metricsToken)) throw new ApiError('not_found')
    return reply.type(metrics.contentType).send(await metrics.text())
  })
}

/**
 * Whether a client can see metrics. If a token is configured, it is required. Otherwise, only a client on
 * this machine, without a proxy, is allowed.
 */
function maySeeMetrics(request: FastifyRequest, token: string | undefined) {
  if (token === undefined) {
    const forwarded = proxyHeaders.some((name) => request.headers[name] !== undefined)
    return isLoopback(request.socket.remoteAddress ?? '') && !forwarded
  }
  return constantTimeEqual(bearerToken(request.raw.rawHeaders) ?? '', token)
}

/** Headers that proxies add. A request with such a header did not come from this machine. */
const proxyHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']

const isLoopback = (address: string) => /^(127\.|::1$|::ffff:127\.)/.test(address)
