import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ApiError } from '../../errors.ts'
import type { Author } from '../../events/append.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import type { Services } from '../../services.ts'
import { actorOf, type Caller, type EntryPoint, permit } from '../caller.ts'
import { letGo } from '../connections/request-body-timeout.ts'
import { discard, readUploads, receive, type Upload } from '../files/upload.ts'
import { languagesAsked } from '../responses/accept-language.ts'
import { encodingFor } from '../responses/compression.ts'
import { asksForEvents, sendEvents } from '../responses/event-stream.ts'
import type { PageCache } from '../responses/page-cache.ts'
import { type Answer, sendAnswer } from '../responses/response.ts'
import { validate, validateQuery } from '../schemas/validation.ts'
import { callerAddress } from '../server.ts'
import { answerOf } from './build-response.ts'
import type { Endpoint, EndpointInput } from './endpoint.ts'
import { assertWithinLimit, withinLimit } from './folder-limits.ts'
import {
  fingerprint,
  idempotencyKey,
  idempotently,
  isAnswered,
  takesKey,
  unreadableAnswer,
} from './idempotency.ts'
import { ifMatchOf } from './revision.ts'
import { type Filed, filedOf } from './stored-file.ts'

/**
 * Mounts endpoints under an entry point's prefix. Errors follow the order of R-ERR-1; the rate limit was
 * checked before.
 */
export function mountEndpoints(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  entryPoint: EntryPoint,
  services: Services,
  pages: PageCache,
) {
  for (const endpoint of endpoints) {
    const { upload, orJson, jsonLimits } = endpoint
    const route = {
      method: endpoint.method,
      url: entryPoint.prefix + endpoint.path,
      ...(jsonLimits && { bodyLimit: jsonLimits.bytesMax, config: { jsonLimits } }),
      async onRequest(request: FastifyRequest) {
        request.renew = async () => {
          request.principal = await entryPoint.identify(request)
          for (const scope of furtherScopes(endpoint, request)) permit(request.principal, scope, entryPoint)
          const caller = permit(request.principal, endpoint.scope, entryPoint)
          assertWithinLimit(endpoint, caller)
          return caller
        }
        request.caller = await request.renew()
      },
      handler: (request: FastifyRequest, reply: FastifyReply) => {
        const seen = withinLimit(endpoint, request.caller!, services)
        // The form has not been read yet.
        if (upload && (!orJson || request.body === undefined))
          return receiveAndSend({ ...endpoint, upload }, entryPoint, request, reply, seen)
        if (orJson) assertWithinLimit(orJson, request.caller!)
        // Pages are cached for callers that see the same rows.
        return isCacheable(endpoint) && seen === services
          ? sendPage(endpoint, entryPoint, request, reply, seen, pages)
          : send(orJson ?? endpoint, entryPoint, request, reply, seen)
      },
    }
    if (!upload) app.route(route)
    else {
      app.register(async (scope) => {
        readUploads(scope, upload, orJson !== undefined)
        scope.route(route)
      })
    }
  }
}

async function send(
  endpoint: Endpoint,
  entryPoint: EntryPoint,
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
) {
  endpoint.limit?.(bodyOf(request), services)
  const input = inputOf(endpoint, entryPoint, request, reply)
  if (endpoint.stream && asksForEvents(request))
    return sendEvents(request, reply, await endpoint.stream(input, services))
  const { answer } = await settling(request, input.settled, async () => {
    // A repeated request is not prepared again, because the preparation might fail now.
    const key = endpoint.prepare && keyOf(endpoint, request)
    if (endpoint.prepare && !(key !== undefined && (await isAnswered(services.db, input.caller, key))))
      input.prepared = await endpoint.prepare(input, services)
    return perform(endpoint, input, request, services, request.body)
  })
  return sendAnswer(request, reply, answer)
}

async function settling(
  request: FastifyRequest,
  settled: EndpointInput['settled'],
  work: () => Promise<Performed>,
): Promise<Performed> {
  let failure: unknown
  let done: Performed | undefined
  try {
    done = await work()
    return done
  } catch (error) {
    failure = error
    throw error
  } finally {
    // Files that cannot be deleted now are found later by the sweep jobs. The response is still correct.
    for (const settle of settled) await settle(failure, done?.filed).catch((err) => request.log.warn({ err }))
  }
}

async function sendPage(
  endpoint: CacheableEndpoint,
  entryPoint: EntryPoint,
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  pages: PageCache,
) {
  const { path } = endpoint
  const asked = {
    companyId: request.caller!.companyId,
    url: request.url,
    route: entryPoint.prefix + path,
    scopes: [endpoint.scope, ...furtherScopes(endpoint, request)],
    encoding: encodingFor(request.headers['accept-encoding']),
    languages: languagesFor(endpoint, request),
  }
  const given = await pages.answer(asked, async () => {
    const input = inputOf(endpoint, entryPoint, request, reply)
    const { result, ...times } = await endpoint.readCacheable(input, services)
    return {
      answer: answerOf(endpoint, result),
      ...times,
      ...(!endpoint.isTranslated && { isUntranslated: true }),
    }
  })
  return sendAnswer(request, reply, given)
}

const furtherScopes = ({ alsoNeeds = [], alsoNeedsFor }: Endpoint, { query }: FastifyRequest) => [
  ...alsoNeeds,
  ...(alsoNeedsFor?.(query as Record<string, unknown>) ?? []),
]

const languagesFor = ({ isTranslated }: Pick<Endpoint, 'isTranslated'>, { headers }: FastifyRequest) =>
  isTranslated ? languagesAsked(headers['accept-language']) : []

type CacheableEndpoint = Endpoint & Required<Pick<Endpoint, 'readCacheable'>>

const isCacheable = (endpoint: Endpoint): endpoint is CacheableEndpoint =>
  endpoint.readCacheable !== undefined

async function perform(
  endpoint: Endpoint,
  input: EndpointInput,
  request: FastifyRequest,
  services: Services,
  body: unknown,
): Promise<Performed> {
  // Set by the last run, because the work runs twice if another change in the same commit failed. Undefined
  // for a repeated request.
  let filed: Filed | undefined
  const work = async (db: Services['db']) => {
    const result = await endpoint.handle(input, { ...services, db })
    filed = filedOf(result)
    const given = answerOf(endpoint, result)
    return endpoint.headers ? { ...given, headers: { ...given.headers, ...endpoint.headers(filed) } } : given
  }
  const key = keyOf(endpoint, request)
  if (key === undefined) return { answer: await work(services.db), filed }
  const asked = fingerprint(request.method, request.url, JSON.stringify(body ?? null))
  const kept = sealed(services.secrets, key, work)
  const { replayed, ...given } = await idempotently(services, input.caller, key, asked, kept.work)
  const { headers, ...opened } = kept.open(given)
  return {
    answer: { ...opened, headers: replayed ? { ...headers, 'Idempotent-Replayed': 'true' } : headers },
    filed,
  }
}

type Performed = { answer: Answer; filed: Filed | undefined }

const keyOf = (endpoint: Endpoint, { headers }: FastifyRequest) =>
  takesKey(endpoint) ? idempotencyKey(headers['idempotency-key']) : undefined

/**
 * Encrypts stored responses, because everyone with access to the database could read them. Some contain a
 * secret, and most contain a link that opens a file for a day.
 */
function sealed(box: SecretBox, key: string, work: (db: Services['db']) => Promise<Answer>) {
  const place = `idempotency_keys ${key}`
  return {
    work: async (db: Services['db']) => {
      const { body, ...answer } = await work(db)
      return { ...answer, body: body && box.seal(String(body), place).toString('base64') }
    },
    open: ({ body, ...answer }: Answer): Answer => ({ ...answer, body: body && opened(box, body, place) }),
  }
}

/**
 * @throws {ApiError} `invalid` for a response encrypted with an earlier key that is not configured as the
 * previous key.
 */
function opened(box: SecretBox, body: NonNullable<Answer['body']>, place: string): string {
  try {
    return box.open(Buffer.from(String(body), 'base64'), place)
  } catch {
    throw unreadableAnswer()
  }
}

/**
 * Receives the file and runs the handler. Whatever happens, an unused file is deleted before the response.
 */
async function receiveAndSend(
  endpoint: Endpoint & { upload: Upload },
  entryPoint: EntryPoint,
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
) {
  const early = inputOf({ ...endpoint, body: undefined }, entryPoint, request, reply)
  const { settled } = early
  const limits = {
    directory: services.storage.incomingDirectory,
    bytesMax: Math.min(services.uploadBytesMax, endpoint.upload.bytesMax ?? Number.POSITIVE_INFINITY),
  }
  let body: Record<string, unknown> = {}
  let done: Performed
  try {
    done = await settling(request, settled, async () => {
      // A repeated request has the `If-Match` of the state before its first run, so only the key shows whether that run
      // happened.
      const ifMatch = keyOf(endpoint, request) === undefined ? early.ifMatch : undefined
      await endpoint.before?.({ ...early, ifMatch }, services)
      body = await receive(request, endpoint.upload, limits)
      const input = { ...inputOf(endpoint, entryPoint, request, reply, body), settled }
      const prepared = await endpoint.prepare?.(input, services)
      return perform(endpoint, { ...input, prepared }, request, services, body)
    })
  } catch (error) {
    letGo(request)
    throw error
  } finally {
    await discard(body)
  }
  return sendAnswer(request, reply, done.answer)
}

function inputOf(
  endpoint: Pick<Endpoint, 'path' | 'params' | 'query' | 'isTranslated'> & {
    body?: Endpoint['body'] | undefined
  },
  entryPoint: EntryPoint,
  request: FastifyRequest,
  reply: FastifyReply,
  body?: object,
): EndpointInput {
  const caller = request.caller!
  return {
    caller,
    author: authorOf(caller, request.id),
    params: endpoint.params ? validate(endpoint.params, request.params) : {},
    query: validateQuery(endpoint.query, request.query as object),
    body: validate(endpoint.body ?? noFields, body ?? bodyOf(request)),
    prepared: undefined,
    settled: [],
    ifMatch: ifMatchOf(request.headers['if-match']),
    address: callerAddress(request),
    headers: request.headers,
    languages: languagesFor(endpoint, request),
    signal: () => signalOf(reply),
    renew: request.renew!,
    asked: request.query as Record<string, unknown>,
    // The URL as sent is not used, because a path can contain escapes or follow a host.
    url: entryPoint.prefix + endpoint.path,
  }
}

function signalOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  if (raw.closed) gone.abort()
  else raw.once('close', () => gone.abort())
  return gone.signal
}

const authorOf = (caller: Caller, requestId: string): Author => ({
  companyId: caller.companyId,
  actor: actorOf(caller),
  requestId,
})

/** The body of an endpoint without fields. Fields of another endpoint must not be ignored silently (R-VALID-2). */
const noFields = z.strictObject({})

/** A missing body is validated as an empty object. */
function bodyOf({ body }: FastifyRequest): Record<string, unknown> {
  if (body === undefined) return {}
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new ApiError('not_json')
  return body as Record<string, unknown>
}
