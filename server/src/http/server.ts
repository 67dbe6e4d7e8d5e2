import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Logger } from 'pino'
import { OutcomeUnknownError } from '../db/commit-outcome.ts'
import { isDiskFull, isOutsideLimit, isTooBusy, isUnavailable } from '../db/database-errors.ts'
import { ApiError, type ErrorCode, errorBody, errorTable, type Layer } from '../errors.ts'
import { plainAddress } from '../ip-addresses.ts'
import type { Caller, Principal } from './caller.ts'
import { type Drain, drainOnClose } from './connections/graceful-shutdown.ts'
import { isHostName } from './connections/host-header.ts'
import { answerMalformedRequest } from './connections/malformed-request.ts'
import { requestBodyTimeout } from './connections/request-body-timeout.ts'
import { slowReaderTimeout } from './connections/slow-reader-timeout.ts'
import { type KnownPath, type KnownPaths, knownPaths, routeOf } from './known-paths.ts'
import { isCountedAlready } from './rate-limits/count-once.ts'
import { callerKey, type RateLimiter, rateLimitHeaders, whenCounted } from './rate-limits/rate-limit.ts'
import { type UnauthenticatedBudgets, unauthenticatedBudgets } from './rate-limits/unauthenticated-budgets.ts'
import type { RequestSummary } from './request-summary.ts'
import { compressResponse } from './responses/compression.ts'
import {
  answerPreflight,
  answersCrossOrigin,
  type FindOrigin,
  isPreflight,
  mayBeCrossOrigin,
  tellOrigins,
  withdrawOrigin,
} from './responses/cors.ts'
import { fastPath, type Memory, unread } from './responses/fast-path.ts'
import { jsonType, secrecy } from './responses/response.ts'
import { textOf } from './schemas/body-text.ts'
import { assertSimple, type JsonLimits } from './schemas/json-limits.ts'
import { refuseContent } from './schemas/no-content.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Paths that return 405 for unsupported methods. */
    paths: KnownPaths
  }
  interface FastifyRequest {
    known?: KnownPath | undefined
    /** The owner of the request's token, even if the request is refused. */
    principal?: Principal
    caller?: Caller
    renew?: () => Promise<Caller>
    /**
     * Refunds a request with valid credentials that was counted as a request without credentials
     * (unauthenticated-budgets.ts).
     */
    refund?: (() => void) | undefined
    /** The error code of the response, if any. */
    refusal?: ErrorCode
    /** The reason for the log, if it is more specific than the response. */
    refusalReason?: string
    /** The timer of the body timeout. Handlers that read slowly clear it and use their own. */
    patience?: NodeJS.Timeout
  }
  interface FastifyContextConfig {
    /** Defaults to `api`. */
    layer?: Layer | ((request: FastifyRequest) => Layer)
    jsonLimits?: JsonLimits
  }
}

/** API version, which changes only when callers should know about an API change (contract R-WIRE-7). */
const apiVersion = '2026-11-20'
/**
 * Maximum size of an API body. The largest body, all variables of a template with their labels, has 170,000
 * characters.
 */
export const bodyBytesMax = 256 * 1024
/** Maximum size of a body without authentication, such as credentials, a few names, or an assertion. */
export const openBodyBytesMax = 8 * 1024
const headerBytesMax = 16 * 1024
/** Maximum length of a URL, which is enough for 100 IDs and a cursor. The rest of the head is for headers. */
const urlLengthMax = 8 * 1024
const urlParameterLengthMax = 200
const retryAfterSeconds = 5
/** The status in logs and metrics of a request whose client disconnected, as in nginx's logs. */
const clientGone = 499
export const rateWindowMs = 60_000

/** Milliseconds. */
const defaultTimeouts = {
  request: 30_000,
  headers: 15_000,
  check: 5_000,
  /**
   * Time before an idle connection is closed. Longer than the 60 seconds of most load balancers, so that they
   * close first.
   */
  keepAlive: 72_000,
  /** The time to send most of the system's buffers, which takes long on a slow network with a few kB per second. */
  reading: 300_000,
  /** The time for requests in progress to finish when the server closes. Shorter than the limit of the process. */
  drain: 8_000,
}

/** Paths that a rate limit counts. */
const countedPath = /^\/(api|mcp)([/?]|$)/
/** Responses on these paths are never cached (contract R-TOKEN-12). */
const tokenPath = /^\/(oauth([/?]|$)|api\/get-access-token$)/

export type ServerOptions = {
  logger: Logger
  trustedProxies: string[]
  limiter: RateLimiter | undefined
  rateLimit: number
  /** Requests without credentials outside `/api` per IP address and minute. Undefined means no limit. */
  openRateLimit?: number
  timeouts?: Partial<typeof defaultTimeouts>
  /** If undefined, pages of all other origins are rejected. */
  findOrigin?: FindOrigin
  /** The caches of the fast path. Undefined disables it. */
  memory?: Memory
  /**
   * Called once per request, when it is answered or its client has disconnected. Requests that are answered
   * together are passed together.
   */
  onAnswers?(answered: readonly RequestSummary[]): void
  onRefusal?(request: FastifyRequest, answered: RequestSummary): void
}

/**
 * Creates Fastify with everything that each request needs: IDs, limits, headers, and errors in the shapes of
 * contract R-ERR-2.
 */
export function createServer(options: ServerOptions): FastifyInstance {
  const { logger, trustedProxies } = options
  const budgets = unauthenticatedBudgets(options.openRateLimit ?? 0)
  const timeouts = { ...defaultTimeouts, ...options.timeouts }
  // Fastify infers a type from server and logger, but the routes use the general type.
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    // Every log line names its request, so no logger per request is needed.
    childLoggerFactory: (logger) => logger,
    genReqId: newId,
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    bodyLimit: bodyBytesMax,
    // Node has one limit for all requests; `limitBody` exempts uploads.
    requestTimeout: 0,
    keepAliveTimeout: timeouts.keepAlive,
    forceCloseConnections: 'idle',
    // Requests that arrive during the shutdown are still answered.
    return503OnClosing: false,
    http: {
      maxHeaderSize: headerBytesMax,
      headersTimeout: timeouts.headers,
      connectionsCheckingInterval: timeouts.check,
      // Disabled, because Node would respond without a body. `receive` checks the header.
      requireHostHeader: false,
      // A request without a body has no stream to end, which saves a microsecond.
      optimizeEmptyRequests: true,
    },
    routerOptions: { maxParamLength: urlParameterLengthMax, ignoreTrailingSlash: true },
    clientErrorHandler: answerMalformedRequest(apiVersion),
    // Hooks do not run for these errors.
    frameworkErrors: async (error, request, reply) =>
      answerError((await receive(options, budgets, request, reply)) ?? error, request, reply),
  }) as unknown as FastifyInstance
  slowReaderTimeout(app.server, timeouts.reading)
  // Other expectations of a client can be ignored (RFC 9110 §10.1.1). Without a listener, Node would
  // respond without a body.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response))
  // Fastify's default parsers are removed, because JSON has a custom parser, and plain text is not accepted.
  app.removeContentTypeParser(['text/plain', 'application/json'])
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    let text: string
    try {
      text = textOf(body as Buffer, request.headers)
      assertSimple(text, request.routeOptions.config.jsonLimits)
    } catch (error) {
      return done(error as ApiError)
    }
    return parseJson(request, text, done)
  })
  app.addContentTypeParser('*', refuseContent)
  app.decorate('paths', knownPaths(app, urlParameterLengthMax))
  app.decorateRequest('known', undefined)
  app.decorateRequest('principal', undefined)
  app.decorateRequest('caller', undefined)
  app.decorateRequest('renew', undefined)
  app.decorateRequest('refund', undefined)
  app.decorateRequest('refusal', undefined)
  app.decorateRequest('refusalReason', undefined)
  app.decorateRequest('patience', undefined)

  const drain = drainOnClose(app, timeouts.drain)
  app.decorate('drain', drain)
  if (options.memory) answerEarly(app, options, options.memory, drain)
  app.addHook('onRequest', async (request, reply) => {
    request.known = app.paths.find(request.url)
    const path = routeOf(request) ?? request.url
    if (mayBeCrossOrigin(request, path))
      await tellOrigins(request, reply, path, options.findOrigin ?? (async () => false))
    const received = receive(options, budgets, request, reply)
    limitBody(app, request, timeouts.request)
    const refusal = received instanceof Promise ? await received : received
    if (refusal) throw refusal
    if (isPreflight(request) && answersCrossOrigin(path))
      return answerPreflight(reply, request.known?.methods ?? [])
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.headers.origin !== undefined) withdrawOrigin(request, reply)
    done(null, payload)
  })
  app.addHook('onSend', compressResponse)
  app.addHook('preParsing', ({ raw }, _, payload, done) => done(null, unread(raw, payload)))
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((request, reply) => answerError(new ApiError('not_found'), request, reply))
  return app
}

const newId = () => `req_${randomUUID()}`

function answerEarly(app: FastifyInstance, options: ServerOptions, memory: Memory, drain: Drain) {
  const { trustedProxies, limiter, rateLimit, onAnswers } = options
  const trusts = proxyAddress.compile(trustedProxies)
  const answered = fastPath({
    memory,
    limiter,
    rateLimit,
    rateWindowMs,
    apiVersion,
    drain,
    newId,
    addressOf: (request) =>
      trustedProxies.length === 0 ? request.socket.remoteAddress : proxyAddress(request, trusts),
    onAnswers,
  })
  app.server.removeAllListeners('request')
  app.server.on('request', (request, response) => {
    answered(request, response, () => app.routing(request, response))
  })
}

/**
 * The first step for every request, which sets the headers of every response and handles errors that need no
 * route.
 */
function receive(
  options: ServerOptions,
  budgets: UnauthenticatedBudgets,
  request: FastifyRequest,
  reply: FastifyReply,
): Refusal | Promise<Refusal> {
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) reply.raw.statusCode = clientGone
    const answered = answeredOf(request, reply)
    options.onAnswers?.([answered])
    if (request.refusal) options.onRefusal?.(request, answered)
  })
  reply.header('X-Request-Id', request.id).header('X-Api-Version', apiVersion)
  reply.header('X-Content-Type-Options', 'nosniff')
  // Uses the path of the route, if there is one, because a URL can contain escapes, and the same rules apply
  // to it.
  const path = routeOf(request) ?? request.url
  if (tokenPath.test(path)) reply.headers(secrecy)
  const { limiter, rateLimit } = options
  // A preflight has no token and is not counted. The request after it is counted.
  if (isPreflight(request) && answersCrossOrigin(path)) return refusalOf(request)
  if (!countedPath.test(path)) return overBudget(budgets, request, reply) ?? refusalOf(request)
  if (!limiter || isCountedAlready()) return refusalOf(request)
  return whenCounted(limiter.take(callerAddress(request)), (verdict) => {
    reply.headers(rateLimitHeaders(rateLimit, rateWindowMs, verdict))
    return verdict.allowed ? refusalOf(request) : new ApiError('too_many_attempts')
  })
}

type Refusal = ApiError | undefined

/** Rejects a request without credentials whose IP address has used up its budget. */
function overBudget(budgets: UnauthenticatedBudgets, request: FastifyRequest, reply: FastifyReply): Refusal {
  const taken = budgets.take(request, callerAddress(request))
  if (!taken) return undefined
  const { verdict, limit, windowMs, refund } = taken
  if (verdict.allowed) {
    request.refund = refund
    return undefined
  }
  reply.headers(rateLimitHeaders(limit, windowMs, verdict))
  return new ApiError('too_many_attempts')
}

function refusalOf(request: FastifyRequest): Refusal {
  if (isAmbiguous(request.raw)) return new ApiError('bad_request', { headers: { Connection: 'close' } })
  if (request.url.length > urlLengthMax) return new ApiError('url_too_long')
  const { known } = request
  if (known && isPreflight(request) && answersCrossOrigin(known.path)) return undefined
  // This is checked before any body is read, because the response is the same for all callers (contract
  // R-ERR-4).
  if (known && !known.methods.includes(request.method))
    return new ApiError('method_not_allowed', { headers: { Allow: known.methods.join(', ') } })
  if (request.is404) return new ApiError('not_found')
  return undefined
}

/**
 * Whether an intermediate server could interpret the host or the end of the request differently (RFC 9112
 * §3.2 and §6.1). Nothing after such a request on the connection is read.
 */
function isAmbiguous({ httpVersion, rawHeaders, headers }: IncomingMessage): boolean {
  if (httpVersion === '1.0' && headers['transfer-encoding'] !== undefined) return true
  // `headers` contains only the first value.
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (isHost(rawHeaders[at]!)) {
      if (!isHostName(rawHeaders[at + 1]!)) return true
      hosts += 1
    }
  return hosts > 1 || (hosts === 0 && httpVersion === '1.1')
}

const isHost = (name: string) => name.length === 4 && name.toLowerCase() === 'host'

const answeredOf = (request: FastifyRequest, reply: FastifyReply): RequestSummary => ({
  id: request.id,
  method: request.method,
  route: routeOf(request),
  status: reply.statusCode,
  elapsedMs: reply.elapsedTime,
  principal: request.principal,
  refusal: request.refusal,
})

/**
 * Closes the connection of a client whose body is incomplete after the timeout, with 408, or silently if the
 * request was already answered.
 */
function limitBody(app: FastifyInstance, request: FastifyRequest, waitMs: number) {
  const { raw, headers } = request
  if (
    raw.complete ||
    ((headers['content-length'] ?? '0') === '0' && headers['transfer-encoding'] === undefined)
  )
    return
  request.patience = requestBodyTimeout(raw, waitMs, ({ socket }) => {
    app.server.emit('clientError', requestTimeout(), socket)
  })
}

const requestTimeout = () => Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

export const callerAddress = ({ ip, socket }: FastifyRequest): string => callerKey(ip, socket.remoteAddress)

/** The whole IP address, including for IPv6. Undefined becomes `unknown`. */
export const wholeAddress = ({ ip, socket }: FastifyRequest): string =>
  plainAddress(ip) ?? plainAddress(socket.remoteAddress ?? '') ?? 'unknown'

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof OutcomeUnknownError) return cut(error, request, reply)
  const known = asApiError(error)
  request.refusal = known.code
  if (known.extras.reason) request.refusalReason = known.extras.reason
  const isFault = faultCodes.has(known.code)
  if (isFault && !isTurnedAway(error) && !isHangUp(error, reply))
    request.log.error({ err: error, request_id: request.id })
  const { status } = errorTable[known.code]
  if (known.code === 'unavailable') reply.header('Retry-After', String(retryAfterSeconds))
  if (known.extras.headers) reply.headers(known.extras.headers)
  const layer = request.routeOptions?.config?.layer ?? 'api'
  const body = errorBody(typeof layer === 'function' ? layer(request) : layer, known, request.id)
  return reply.code(status).type(jsonType).send(JSON.stringify(body))
}

/**
 * Any response could be wrong (R-ERR-13), so the connection is closed without a response, as if the process had died.
 */
function cut(err: OutcomeUnknownError, request: FastifyRequest, reply: FastifyReply) {
  request.log.error({ err, request_id: request.id })
  reply.hijack()
  request.raw.socket.destroy()
}

/** Codes of errors whose causes are logged for the operator. */
const faultCodes = new Set<ErrorCode>(['server_error', 'unavailable', 'storage_full'])

/**
 * A request that was rejected for lack of capacity, without another cause. There is no error to investigate,
 * and the access log and the metrics show the rejection.
 */
const isTurnedAway = (error: unknown) =>
  isTooBusy(error) ||
  (error instanceof ApiError && error.code === 'unavailable' && error.extras.cause === undefined)

/** A response stream that was closed because the client disconnected. */
const isHangUp = (error: unknown, { raw }: FastifyReply) =>
  raw.destroyed && (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE'

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

function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const { code, statusCode } = error as FastifyError
  const framework = frameworkCodes[code]
  if (framework) return new ApiError(framework)
  // This is checked before the database's errors, because a client that disconnects in the middle of its body
  // also causes ECONNRESET.
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
    return new ApiError('bad_request')
  if (isOutsideLimit(error)) return new ApiError('outside_limit')
  if (isDiskFull(error)) return new ApiError('storage_full')
  return new ApiError(isUnavailable(error) ? 'unavailable' : 'server_error')
}
