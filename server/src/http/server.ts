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
import { OutcomeUnknownError } from '../db/outcome.ts'
import { isDiskFull, isTooBusy, isUnavailable } from '../db/unavailable.ts'
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
    /** Those that are answered with 405 when they are asked with a method that they don't have. */
    paths: KnownPaths
  }
  interface FastifyRequest {
    known?: KnownPath | undefined
    /** Whose token it came with, also when that is not enough. */
    principal?: Principal
    caller?: Caller
    renew?: () => Promise<Caller>
    /** Uncounts a request that has shown good credentials, where it was counted as one without (unauthenticated-budgets.ts). */
    refund?: (() => void) | undefined
    /** With which error it was answered, if it was. */
    refusal?: ErrorCode
    /** Why, where the log knows more than the answer says. */
    refusalReason?: string
    /** Ends the wait for the body. Who takes its time with one stops it and watches over the body itself. */
    patience?: NodeJS.Timeout
  }
  interface FastifyContextConfig {
    /** Which body shape this route's errors have; `api` when not said. */
    layer?: Layer | ((request: FastifyRequest) => Layer)
    jsonLimits?: JsonLimits
  }
}

/** Changes only when the API changes in a way that callers may want to know of (contract R-WIRE-7). */
const apiVersion = '2026-11-20'
/** The largest body of the API, all variables of a template with their labels, has 170,000 characters. */
export const bodyBytesMax = 256 * 1024
/** What somebody sends who may be nobody: credentials, a few names, an assertion. */
export const openBodyBytesMax = 8 * 1024
const headerBytesMax = 16 * 1024
/** A hundred ids, a cursor and more; the rest of the header's room is for headers. */
const urlLengthMax = 8 * 1024
const urlParameterLengthMax = 200
const retryAfterSeconds = 5
/** How a request counts whose client did not wait for the answer: as in nginx's logs. */
const clientGone = 499
export const rateWindowMs = 60_000

/** Milliseconds. */
const defaultTimeouts = {
  /** For a whole request to arrive. */
  request: 30_000,
  /** For its headers. */
  headers: 15_000,
  /** How often the two are looked at. */
  check: 5_000,
  /** Longer than the minute of most balancers: the one who sends must be the first to hang up. */
  keepAlive: 72_000,
  /** For a good part of what lies in the system's buffers to be taken: a few kB a second, on a bad network too. */
  reading: 300_000,
  /** For what is running when the server closes; less than the process gives itself. */
  drain: 8_000,
}

/** Of what a rate limit counts. */
const countedPath = /^\/(api|mcp)([/?]|$)/
/** Whatever is answered there stays between the two (contract R-TOKEN-12). */
const tokenPath = /^\/(oauth([/?]|$)|api\/get-access-token$)/

export type ServerOptions = {
  logger: Logger
  trustedProxies: string[]
  /** Undefined when the limit is switched off. */
  limiter: RateLimiter | undefined
  rateLimit: number
  /** Requests without credentials outside of `/api` that an address may send in a minute; none are counted when not given. */
  openRateLimit?: number
  timeouts?: Partial<typeof defaultTimeouts>
  /** Finds out whether a client lists an origin; no page of another origin may call when not given. */
  findOrigin?: FindOrigin
  /** From what pages are answered that were answered before; from none when not given. */
  memory?: Memory
  /** Told once of every request, when its answer is out or its client is gone; of several that left together. */
  onAnswers?(answered: readonly RequestSummary[]): void
  /** Called after it where the answer was a refusal. */
  onRefusal?(request: FastifyRequest): void
}

/** Fastify with what every request has: IDs, limits, headers, and errors in the shapes of contract R-ERR-2. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { logger, trustedProxies } = options
  const budgets = unauthenticatedBudgets(options.openRateLimit ?? 0)
  const timeouts = { ...defaultTimeouts, ...options.timeouts }
  // Fastify infers a type per server and logger; the routes are written for the general one.
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    // Every line that we write names its request itself: no logger needs to be made for each.
    childLoggerFactory: (logger) => logger,
    genReqId: newId,
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    bodyLimit: bodyBytesMax,
    // Node has one limit for all requests; ours leaves out uploads (`limitBody`).
    requestTimeout: 0,
    keepAliveTimeout: timeouts.keepAlive,
    forceCloseConnections: 'idle',
    // Whoever asks while we close is still answered.
    return503OnClosing: false,
    http: {
      maxHeaderSize: headerBytesMax,
      headersTimeout: timeouts.headers,
      connectionsCheckingInterval: timeouts.check,
      // Node would answer without a body: `receive` does it.
      requireHostHeader: false,
      // A request without a body has no stream to end: a microsecond less for each.
      optimizeEmptyRequests: true,
    },
    routerOptions: { maxParamLength: urlParameterLengthMax, ignoreTrailingSlash: true },
    clientErrorHandler: answerMalformedRequest(apiVersion),
    // No hook runs for these.
    frameworkErrors: async (error, request, reply) =>
      answerError((await receive(options, budgets, request, reply)) ?? error, request, reply),
  }) as unknown as FastifyInstance
  slowReaderTimeout(app.server, timeouts.reading)
  // Anything else that a client expects of us may be ignored (RFC 9110 §10.1.1); Node would answer without a body.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response))
  // Fastify reads this one too; nothing here is sent as plain text.
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
  app.addHook('preParsing', ({ raw }, _, payload, done) => done(null, unread(raw, payload)))
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((request, reply) => answerError(new ApiError('not_found'), request, reply))
  return app
}

const newId = () => `req_${randomUUID()}`

/** Before Fastify is asked. */
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

/** What comes first for every request: the headers of every answer, and the refusals that need no route. */
function receive(
  options: ServerOptions,
  budgets: UnauthenticatedBudgets,
  request: FastifyRequest,
  reply: FastifyReply,
): Refusal | Promise<Refusal> {
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) reply.raw.statusCode = clientGone
    options.onAnswers?.([answeredOf(request, reply)])
    if (request.refusal) options.onRefusal?.(request)
  })
  reply.header('X-Request-Id', request.id).header('X-Api-Version', apiVersion)
  reply.header('X-Content-Type-Options', 'nosniff')
  // By the route where there is one: a path may be spelled with escapes, and what holds for it is the same.
  const path = routeOf(request) ?? request.url
  if (tokenPath.test(path)) reply.headers(secrecy)
  const { limiter, rateLimit } = options
  // It has no token to be known by, and is not counted: what follows it is.
  if (isPreflight(request) && answersCrossOrigin(path)) return refusalOf(request)
  if (!countedPath.test(path)) return overBudget(budgets, request, reply) ?? refusalOf(request)
  if (!limiter || isCountedAlready()) return refusalOf(request)
  return whenCounted(limiter.take(callerAddress(request)), (verdict) => {
    reply.headers(rateLimitHeaders(rateLimit, rateWindowMs, verdict))
    return verdict.allowed ? refusalOf(request) : new ApiError('too_many_attempts')
  })
}

type Refusal = ApiError | undefined

/** Refuses a request without credentials whose address has used up what it may ask of this kind. */
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
  // Before any body is read: whatever it is, the answer is the same (contract R-ERR-4).
  if (known && !known.methods.includes(request.method))
    return new ApiError('method_not_allowed', { headers: { Allow: known.methods.join(', ') } })
  if (request.is404) return new ApiError('not_found')
  return undefined
}

/**
 * Whether another server on the way could read the request otherwise: which site it is for, or where it ends
 * (RFC 9112 §3.2 and §6.1). Nothing that follows it on the connection is read.
 */
function isAmbiguous({ httpVersion, rawHeaders, headers }: IncomingMessage): boolean {
  if (httpVersion === '1.0' && headers['transfer-encoding'] !== undefined) return true
  // `headers` has the first one alone.
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

/** Cuts a client that has not sent its whole body after a while: with 408, or without a word if it was answered. */
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

/** The key under which an address is limited. */
export const callerAddress = ({ ip, socket }: FastifyRequest): string => callerKey(ip, socket.remoteAddress)

/** The address as it is, of IPv6 all of it; undefined becomes `unknown`. */
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

/** Whatever was answered might be untrue (R-ERR-13): as where the process dies, there is no answer. */
function cut(err: OutcomeUnknownError, request: FastifyRequest, reply: FastifyReply) {
  request.log.error({ err, request_id: request.id })
  reply.hijack()
  request.raw.socket.destroy()
}

/** What the operator reads the causes of in the log. */
const faultCodes = new Set<ErrorCode>(['server_error', 'unavailable', 'storage_full'])

/**
 * A request that there is no room for, or that is refused with no cause behind it: there is no fault to look for. The line
 * of the answer tells of it, and metrics how many there are.
 */
const isTurnedAway = (error: unknown) =>
  isTooBusy(error) ||
  (error instanceof ApiError && error.code === 'unavailable' && error.extras.cause === undefined)

/** A stream that was to be sent, and was closed because nobody takes it any more. */
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
  // Before the database's: a client that hangs up in the middle of its body is an ECONNRESET too.
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
    return new ApiError('bad_request')
  if (isDiskFull(error)) return new ApiError('storage_full')
  return new ApiError(isUnavailable(error) ? 'unavailable' : 'server_error')
}
