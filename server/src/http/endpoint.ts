import type { z } from 'zod'
import type { Db } from '../db/database.ts'
import type { AccessScope, Caller } from './caller.ts'
import type { CursorSeal } from './pagination.ts'

/**
 * An endpoint is a value: everything about it in one place. The list of them (routes.ts) makes the router,
 * the OpenAPI document and the tests that hold for every endpoint.
 */
export type Endpoint = {
  method: 'GET'
  /** Below `/api`, with parameters as `:id`. */
  path: string
  scope: AccessScope
  /** The group under which the reference shows it. */
  group: string
  summary: string
  description?: string
  params?: z.ZodObject
  query?: z.ZodObject
  reply: z.ZodType
  handle(input: EndpointInput, services: Services): Promise<object>
  /** What `listEndpoint` knows of a list: for the document and for the tests that sweep every list. */
  list?: { sorts: readonly string[]; fields: readonly string[] }
}

export type EndpointInput = {
  caller: Caller
  params: Record<string, unknown>
  query: Record<string, unknown>
  /** The query as it was sent, for links that keep it. */
  asked: Record<string, unknown>
  /** The path of the endpoint, `/api` included. */
  url: string
}

/** What handlers work with: handed down from app.ts, never imported. */
export type Services = {
  db: Db
  /** Where callers reach the service; every link begins with it. */
  publicUrl: string
  cursors: CursorSeal
  /** A URL under which the stored file can be opened for a while. */
  fileUrl(key: string): string
}

type Parsed<S extends z.ZodObject | undefined> = S extends z.ZodObject ? z.output<S> : Record<never, never>

/** Checks that a handler agrees with its schemas; what comes out is an `Endpoint` like any other. */
export function endpoint<
  Reply extends z.ZodType,
  Query extends z.ZodObject | undefined = undefined,
  Params extends z.ZodObject | undefined = undefined,
>(
  definition: Omit<Endpoint, 'query' | 'params' | 'reply' | 'handle'> & {
    query?: Query
    params?: Params
    reply: Reply
    handle(
      input: Omit<EndpointInput, 'query' | 'params'> & { query: Parsed<Query>; params: Parsed<Params> },
      services: Services,
    ): Promise<z.input<Reply> & object>
  },
): Endpoint {
  return definition as unknown as Endpoint
}
