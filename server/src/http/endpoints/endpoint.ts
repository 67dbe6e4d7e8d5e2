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
import type { Filed } from './filed.ts'
import type { IfMatch } from './revision.ts'

/**
 * An endpoint is a value: everything about it in one place. The list of them (routes.ts) makes the router,
 * the OpenAPI document and the tests that hold for every endpoint.
 */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api`, with parameters as `:id`. */
  path: string
  scope: AccessScope
  /** Scopes that it needs as well, whatever is asked. Others that a body calls for are its handler's to check. */
  alsoNeeds?: readonly AccessScope[]
  /** The group under which the reference shows it. */
  group: string
  summary: string
  description?: string
  params?: z.ZodObject
  query?: z.ZodObject
  /** Of a JSON body that may be larger than others. */
  jsonLimits?: JsonLimits
  /** Of a JSON body. Make it strict: fields that it does not know are refused by name (R-VALID-2). */
  body?: z.ZodObject
  /** Its body is a form (multipart/form-data) with a file, which is collected on disk: see upload.ts. */
  upload?: Upload
  /** What is done instead when the body is JSON and no form: an endpoint of the same method, path and scope. */
  orJson?: Endpoint
  /** Refuses what can be refused before an upload is received. */
  before?(input: EndpointInput, services: Services): Promise<void>
  /** Work that takes long, done before any transaction is open. What it returns is `input.prepared`. */
  prepare?(input: EndpointInput, services: Services): Promise<unknown>
  /** Of a success that has a body: 200 when not said. */
  status?: 201 | 202
  /** Another status than that, by what is answered. */
  statusOf?(answer: object): 201 | 202
  /** Of the body; none when the answer is 204. */
  reply?: z.ZodType
  /** Where a GET answers a file instead of JSON: the media types that it may be of. `handle` gives a `MediaFile`. */
  media?: Record<string, z.ZodType>
  /** Undefined answers 204. */
  handle(input: EndpointInput, services: Services): Promise<object | undefined>
  /** Answers whoever accepts `text/event-stream`. What is refused before the first event is an answer as any other. */
  stream?(input: EndpointInput, services: Services): Promise<AsyncIterable<ServerEvent>>
  /** Whether a job may do the rest of it: the answer is 202 then, and has the job beside what it has else. */
  mayFollow?: boolean
  /** Where what was created is. */
  location?(answer: object): string
  /** More headers of a success, by where the file of the request is kept. */
  headers?(filed: Filed | undefined): Record<string, string>
  /** Whether `If-Match` is heeded. */
  conditional?: boolean
  /** Why the state of its resource may refuse it with 409, for the document. */
  conflict?: ErrorCode
  /** What else it is refused with, and why, for the document. */
  refusals?: Partial<Record<ErrorCode, string>>
  /**
   * Present if responses can be cached for the company by URL (page-cache.ts): then called in place of `handle`. Also
   * returns the time since which the data is current, where that is before the request (db/replicas.ts).
   */
  readCacheable?(
    input: EndpointInput,
    services: Services,
  ): Promise<{ result: object; shownSince: ReadTimestamp | undefined }>
  /** What `listEndpoint` knows of a list: for the document and for the tests that sweep every list. */
  list?: { sorts: readonly string[]; fields: readonly string[] }
}

export type EndpointInput = {
  caller: Caller
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: Record<string, unknown>
  prepared: unknown
  /**
   * Called when the request is settled. Without a failure its work is committed, and `filed` is where its file is kept;
   * undefined if the file is not used.
   */
  settled: ((failure: unknown, filed: Filed | undefined) => Promise<void>)[]
  /** Who changes something, for `change()`. */
  author: Author
  ifMatch: IfMatch
  /** From where it comes, as the audit log knows it. */
  address: string
  headers: IncomingHttpHeaders
  /** Aborted when the client has hung up, or has its answer: for what waits. */
  signal(): AbortSignal
  /** Who calls, asked anew: for what takes longer than tokens may be trusted. Throws what a new request would get. */
  renew(): Promise<Caller>
  /** The query as it was sent, for links that keep it. */
  asked: Record<string, unknown>
  /** The path of the endpoint, `/api` included. */
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

/** Checks that a handler agrees with its schemas; what comes out is an `Endpoint` like any other. */
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
  // The router calls a handler only with what its own schemas have parsed, which no type of a list of endpoints can say.
  return definition as unknown as Endpoint
}
