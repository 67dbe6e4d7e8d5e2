import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Logger } from 'pino'
import type { Caller } from './caller.ts'
import { ApiError, type ErrorCode, errorBody, errorTable, type Layer } from './errors.ts'
import { addressKey, type RateLimiter, rateLimitHeaders } from './rate-limit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller?: Caller
  }
  interface FastifyContextConfig {
    /** Which body shape this route's errors have; `api` when not said. */
    layer?: Layer
  }
}

/** Changes only when the API changes in a way that callers may want to know of (contract C23). */
const apiVersion = '2026-11-20'
const bodyBytesMax = 1024 * 1024
const headerBytesMax = 16 * 1024
const urlParameterLengthMax = 200
const requestTimeoutMs = 30_000
const headersTimeoutMs = 15_000
const keepAliveTimeoutMs = 72_000
const retryAfterSeconds = 5
export const rateWindowMs = 60_000

const apiPath = /^\/api([/?]|$)/
/** Whatever is answered there stays between the two (contract C24). */
const tokenPath = /^\/(oauth([/?]|$)|api\/get-access-token$)/

export type ServerOptions = {
  logger: Logger
  trustedProxies: string[]
  /** Undefined when the limit is switched off. */
  limiter: RateLimiter | undefined
  rateLimit: number
  onAnswer?(request: FastifyRequest, reply: FastifyReply): void
}

/** Fastify with everything that holds for every request: ids, limits, headers, and errors in the contract's shapes. */
export function createServer({
  logger,
  trustedProxies,
  limiter,
  rateLimit,
  onAnswer,
}: ServerOptions): FastifyInstance {
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    // Every line that we write names its request itself: no logger needs to be made for each.
    childLoggerFactory: (logger) => logger,
    genReqId: () => `req_${randomUUID()}`,
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    bodyLimit: bodyBytesMax,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    forceCloseConnections: 'idle',
    http: { maxHeaderSize: headerBytesMax, headersTimeout: headersTimeoutMs },
    routerOptions: { maxParamLength: urlParameterLengthMax },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => answerError(error, request, reply),
  }) as unknown as FastifyInstance
  app.decorateRequest('caller', undefined)

  app.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id).header('X-Api-Version', apiVersion)
    reply.header('X-Content-Type-Options', 'nosniff')
    // By the route where there is one: a path may be spelled with escapes, and what holds for it is the same.
    const path = request.routeOptions.url ?? request.url
    if (tokenPath.test(path)) reply.header('Cache-Control', 'no-store').header('Pragma', 'no-cache')
    if (limiter && apiPath.test(path)) limitRate(limiter, rateLimit, request, reply)
  })
  app.addHook('onResponse', async (request, reply) => onAnswer?.(request, reply))
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((request, reply) => answerError(new ApiError('not_found'), request, reply))
  return app
}

function limitRate(limiter: RateLimiter, limit: number, request: FastifyRequest, reply: FastifyReply) {
  const verdict = limiter.take(callerAddress(request))
  reply.headers(rateLimitHeaders(limit, rateWindowMs, verdict))
  if (!verdict.allowed) throw new ApiError('too_many_attempts')
}

/** The key under which an address is limited. What a proxy forwards may be no address: then it is the proxy's. */
export function callerAddress(request: FastifyRequest) {
  return addressKey(request.ip || request.socket.remoteAddress || '')
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const known = asApiError(error)
  if (known.code === 'server_error' || known.code === 'unavailable')
    request.log.error({ err: error, request_id: request.id })
  const { status } = errorTable[known.code]
  if (known.code === 'unavailable') reply.header('Retry-After', String(retryAfterSeconds))
  if (known.extras.headers) reply.headers(known.extras.headers)
  const layer = request.routeOptions?.config?.layer ?? 'api'
  return reply
    .code(status)
    .header('X-Request-Id', request.id)
    .header('X-Api-Version', apiVersion)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(layer, known)))
}

const frameworkCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'not_json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'not_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_request',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
  FST_ERR_ASYNC_CONSTRAINT: 'server_error',
}

/** SQLSTATE classes and Node's codes that say «the database can't be reached now». */
const unavailable = /^(08...|57P0[123]|53...|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EPIPE|57014)$/

function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const { code, message = '', statusCode } = error as FastifyError
  const framework = frameworkCodes[code]
  if (framework) return new ApiError(framework)
  if (
    unavailable.test(code) ||
    /timeout exceeded when trying to connect|Connection terminated/.test(message)
  ) {
    return new ApiError('unavailable')
  }
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
    return new ApiError('bad_request')
  return new ApiError('server_error')
}

/** What is not even HTTP never becomes a request: it is answered on the bare socket, then the socket is closed. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const code: ErrorCode =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 'headers_too_large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 'request_timeout'
        : 'bad_request'
  const { status } = errorTable[code]
  const body = JSON.stringify(errorBody('api', new ApiError(code)))
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nX-Api-Version: ${apiVersion}\r\n` +
      `X-Request-Id: req_${randomUUID()}\r\nConnection: close\r\n\r\n${body}`,
  )
}
