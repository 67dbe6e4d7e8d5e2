import type { IncomingHttpHeaders } from 'node:http'
import type { z } from 'zod'
import type { ReadTimestamp } from '../../cache/cache-versions.ts'
import type { ErrorCode } from '../../errors.ts'
import type { Author } from '../../events/append.ts'
import type { Services } from '../../services.ts'
import type { AccessScope, Caller } from '../caller.ts'
import type { Upload } from '../files/upload.ts'
import type { ServerEvent } from '../responses/event-stream.ts'
import type { JsonLimits } from '../schemas/json-limits.ts'
import type { IfMatch } from './revision.ts'
import type { Filed } from './stored-file.ts'

/**
 * An endpoint is a value that defines everything about it. The list of endpoints (routes.ts) produces the
 * router, the OpenAPI document and the tests that run for every endpoint.
 */
export type Endpoint = {
  /** The name in the OpenAPI document, from which generated clients name a method: `listTemplates`. */
  operationId: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the prefix of the entry point, with parameters as `:id`. */
  path: string
  scope: AccessScope
  /** Additional required scopes. The handler itself checks scopes that depend on the body. */
  alsoNeeds?: readonly AccessScope[]
  /** Additional scopes required by query parameters, as they were sent. */
  alsoNeedsFor?(query: Record<string, unknown>): readonly AccessScope[]
  group: string
  summary: string
  description?: string
  params?: z.ZodObject
  query?: z.ZodObject
  jsonLimits?: JsonLimits
  /**
   * The schema of a JSON body. It must be strict, so that unknown fields are rejected by name (R-VALID-2).
   */
  body?: z.ZodObject
  /** Rejects a JSON body before it is validated, if validation would be expensive. */
  limit?(body: Record<string, unknown>, services: Services): void
  /** Accepts a form (multipart/form-data) with a file, which is stored on disk (upload.ts). */
  upload?: Upload
  /** The endpoint for a JSON body instead of a form, with the same method and scope. */
  orJson?: Endpoint
  /** Checks that can reject a request before its upload is received. */
  before?(input: EndpointInput, services: Services): Promise<void>
  /** Slow work that runs before any transaction is open. Its result is `input.prepared`. */
  prepare?(input: EndpointInput, services: Services): Promise<unknown>
  /** Defaults to 200. */
  status?: 201 | 202
  statusOf?(answer: object): 201 | 202
  /** Undefined for 204. */
  reply?: z.ZodType
  /**
   * For a GET that returns a file instead of JSON, the possible media types. `handle` returns a `MediaFile`.
   */
  media?: Record<string, z.ZodType>
  /** Undefined means 204. */
  handle(input: EndpointInput, services: Services): Promise<object | undefined>
  /** Serves callers that accept `text/event-stream`. Errors before the first event are normal responses. */
  stream?(input: EndpointInput, services: Services): Promise<AsyncIterable<ServerEvent>>
  /**
   * Whether a job can finish the work. The response is then 202, with the job in addition to its usual
   * fields.
   */
  mayFollow?: boolean
  location?(answer: object): string
  /**
   * Whether a success that is not a GET has the `ETag` of its resource, because `handle` returns the
   * revision.
   */
  hasETag?: boolean
  /** Additional headers of a success. They depend on the file of the request. */
  headers?(filed: Filed | undefined): Record<string, string>
  /** Whether `Accept-Language` selects the language of texts in the response. */
  isTranslated?: boolean
  conditional?: boolean
  /** The error when the resource's state does not allow the request (409), for the OpenAPI document. */
  conflict?: ErrorCode
  /** Additional errors and their reasons, for the OpenAPI document. */
  refusals?: Partial<Record<ErrorCode, string>>
  /**
   * Present if responses can be cached for the company by URL (page-cache.ts), and then called instead of `handle`.
   * Also returns the time since which the data is current, if it is earlier than the request (db/replicas.ts), and the
   * time when the response changes without a change of the company.
   */
  readCacheable?(
    input: EndpointInput,
    services: Services,
  ): Promise<{
    result: object
    shownSince: ReadTimestamp | undefined
    changesAt?: Date | undefined
    isUntranslated?: boolean
  }>
  /** Sorts and fields of a list, for the OpenAPI document and for tests of every list. */
  list?: { sorts: readonly string[]; fields: readonly string[] }
}

export type EndpointInput = {
  caller: Caller
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: Record<string, unknown>
  prepared: unknown
  /**
   * Cleanup that runs when the request is finished. Without a failure, its work is committed. `filed` says
   * where its file is stored, and is undefined if the file is not used.
   */
  settled: ((failure: unknown, filed: Filed | undefined) => Promise<void>)[]
  author: Author
  ifMatch: IfMatch
  /** The IP address as the audit log stores it. */
  address: string
  headers: IncomingHttpHeaders
  /** The languages that the caller prefers, if the endpoint is translated (accept-language.ts). */
  languages: readonly string[]
  /** Aborted when the client disconnects or has received its response, for handlers that wait. */
  signal(): AbortSignal
  /**
   * Authenticates the caller again, in requests that outlast a token check. Throws the error that a new request would
   * get.
   */
  renew(): Promise<Caller>
  /** The query as sent, for links that repeat it. */
  asked: Record<string, unknown>
  /** With the prefix. */
  url: string
}

type Parsed<S extends z.ZodObject | undefined> = S extends z.ZodObject ? z.output<S> : Record<never, never>

type ParsedInput<
  Query extends z.ZodObject | undefined,
  Params extends z.ZodObject | undefined,
  Body extends z.ZodObject | undefined,
> = Omit<EndpointInput, 'query' | 'params' | 'body' | 'prepared'> & {
  query: Parsed<Query>
  params: Parsed<Params>
  body: Parsed<Body>
}

/** Checks the type of a handler against its schemas. Returns an ordinary `Endpoint`. */
export function endpoint<
  Reply extends z.ZodType,
  Query extends z.ZodObject | undefined = undefined,
  Params extends z.ZodObject | undefined = undefined,
  Body extends z.ZodObject | undefined = undefined,
  Prepared = undefined,
>(
  definition: Omit<Endpoint, 'query' | 'params' | 'body' | 'reply' | 'prepare' | 'handle' | 'stream'> & {
    query?: Query
    params?: Params
    body?: Body
    reply?: Reply
    prepare?(input: ParsedInput<Query, Params, Body>, services: Services): Promise<Prepared>
    handle(
      input: ParsedInput<Query, Params, Body> & { prepared: Prepared },
      services: Services,
    ): Promise<(z.input<Reply> & object) | undefined>
    stream?(input: ParsedInput<Query, Params, Body>, services: Services): Promise<AsyncIterable<ServerEvent>>
  },
): Endpoint {
  // The router calls a handler only with values that the handler's own schemas have parsed, which the type of
  // a list of endpoints cannot express.
  return definition as unknown as Endpoint
}
