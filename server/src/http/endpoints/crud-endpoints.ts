import { z } from 'zod'
import type { Db } from '../../db/database.ts'
import { readFromReplica } from '../../db/replicas.ts'
import type { JsonRow, Trx } from '../../db/tenancy.ts'
import { ApiError } from '../../errors.ts'
import { type Author, change, type NewEvent } from '../../events/append.ts'
import { type CompanyId, nameOfKind, parseId, publicId, type Uuid } from '../../ids.ts'
import type { Following } from '../../jobs/large-change.ts'
import type { Services } from '../../services.ts'
import type { Caller } from '../caller.ts'
import { languageIn } from '../responses/accept-language.ts'
import { keysOfPages } from '../responses/page-cache.ts'
import { contentLanguages, languagesOf } from './build-response.ts'
import { type Endpoint, type EndpointInput, endpoint } from './endpoint.ts'
import { operationNoun, type Resource, translated, viewed, viewIn, withArticle } from './list-endpoint.ts'
import { after, assertUnchanged, type IfMatch, type Revised, revision, revisionOf } from './revision.ts'
import { type Filed, filed } from './stored-file.ts'

/** The endpoints of one resource: get, create, update, delete. Every change is one commit with its event. */

// biome-ignore lint/suspicious/noExplicitAny: a resource's types are checked where it is defined.
type AnyResource = Resource<any, any, any>

/** `now` is later than the resource's last change. */
export type Changing<Body> = {
  trx: Trx
  caller: Caller
  companyId: CompanyId
  author: Author
  address: string
  body: Body
  now: Date
  services: Services
  /**
   * The events of this change. The event of the resource itself comes first. Work on several resources adds
   * the other events.
   */
  events: NewEvent[]
  /**
   * The job that finishes the change, if there is one (jobs/large-change.ts). The response is then 202 and
   * contains the job.
   */
  following: Following
}

type Definition = Pick<Endpoint, 'scope' | 'description' | 'conflict' | 'mayFollow' | 'jsonLimits' | 'limit'>

/**
 * `GET /path/{id}`: one resource. IDs of another company, IDs of another kind and unknown IDs get the same
 * response (contract R-AUTH-8).
 */
export function getEndpoint(resource: AnyResource): Endpoint {
  return endpoint({
    operationId: `get${operationNoun(resource.nouns[0])}`,
    method: 'GET',
    path: `${resource.path}/:id`,
    scope: resource.scope,
    group: resource.group,
    summary: `Get ${withArticle(resource.nouns[0])}`,
    ...single(resource),
    ...(resource.view && { query: z.object(resource.view.parameters) }),
    ...viewed(resource),
    ...translated(resource),
    handle: async ({ caller, params, query, languages }, services) => {
      const view = viewIn(resource.view, query)
      const read = (db: Db) =>
        show(resource, { ...services, db }, caller, params.id as string, { view, languages })
      return resource.cacheable
        ? readFromReplica(services.db, keysOfPages(caller.companyId), read)
        : read(services.db)
    },
  })
}

/** Additional fields of an endpoint that takes a file (endpoint.ts). */
export type Uploading<Body extends z.ZodObject, Prepared> = Pick<
  Endpoint,
  'upload' | 'orJson' | 'before' | 'headers'
> & {
  prepare?(
    input: Omit<EndpointInput, 'body' | 'prepared'> & { body: z.output<Body> },
    services: Services,
  ): Promise<Prepared>
}

export type Created = { id: Uuid; filed?: Filed | undefined }

/** `POST /path`: creates a resource and returns it with 201 and its `Location`. */
export function createEndpoint<Body extends z.ZodObject, Prepared = undefined>(
  resource: AnyResource,
  definition: Definition &
    Uploading<Body, Prepared> & {
      body: Body
      create(context: Changing<z.output<Body>> & { prepared: Prepared }): Promise<Uuid | Created>
    },
): Endpoint {
  const { body, create, ...rest } = definition
  return endpoint({
    operationId: `create${operationNoun(resource.nouns[0])}`,
    method: 'POST',
    path: resource.path,
    group: resource.group,
    summary: `Create ${withArticle(resource.nouns[0])}`,
    description: `Creates ${withArticle(resource.nouns[0])} and returns it.`,
    body,
    status: 201,
    hasETag: true,
    ...single(resource, {}),
    location: (answer) => `/api${resource.path}/${(answer as { data: { id: string } }).data.id}`,
    ...(rest as Definition),
    handle(input, services) {
      const work = async (context: Changing<z.output<Body>>) => {
        const created = await create({ ...context, prepared: input.prepared as Prepared })
        const { id, filed } = typeof created === 'string' ? { id: created, filed: undefined } : created
        context.events.unshift(eventOf(resource, 'created', id))
        return { publicId: publicId(resource.kind, id), filed }
      }
      const show = showingFiled(resource, input, services)
      return inChange(input, services, work, (trx, { publicId, filed }) => show(trx, publicId, filed))
    },
  })
}

/** `PATCH /path/{id}`: updates the fields that were sent, unless `If-Match` is outdated. */
export function changeEndpoint<Body extends z.ZodObject>(
  resource: AnyResource,
  definition: Definition & {
    body: Body
    change(context: Changing<z.output<Body>> & { id: Uuid }): Promise<void>
  },
): Endpoint {
  const { body, change: work, ...rest } = definition
  return endpoint({
    operationId: `update${operationNoun(resource.nouns[0])}`,
    method: 'PATCH',
    path: `${resource.path}/:id`,
    group: resource.group,
    summary: `Update ${withArticle(resource.nouns[0])}`,
    description: `Updates the specified fields and returns the ${resource.nouns[0]}.`,
    body,
    conditional: true,
    hasETag: true,
    ...single(resource),
    ...rest,
    handle(input, services) {
      const publicId = input.params.id as string
      const change = async (context: Changing<z.output<Body>>) => {
        const { id, now } = await current(
          resource,
          context.trx,
          context.companyId,
          publicId,
          input.ifMatch,
          context.caller,
        )
        context.events.push(eventOf(resource, 'updated', id, Object.keys(input.body)))
        await work({ ...context, id, now })
        return publicId
      }
      return inChange(input, services, change, showing(resource, input, services))
    },
  })
}

/** `DELETE /path/{id}`: 204. */
export function deleteEndpoint<Query extends z.ZodObject = z.ZodObject>(
  resource: AnyResource,
  definition: Definition & {
    operationId?: string
    summary?: string
    query?: Query
    remove(context: Changing<unknown> & { id: Uuid; query: z.output<Query> }): Promise<void>
  },
): Endpoint {
  const { remove, query, ...rest } = definition
  return endpoint({
    operationId: `delete${operationNoun(resource.nouns[0])}`,
    method: 'DELETE',
    path: `${resource.path}/:id`,
    group: resource.group,
    summary: `Delete ${withArticle(resource.nouns[0])}`,
    params: idParameter(resource),
    ...(query && { query }),
    conditional: true,
    ...rest,
    handle: (input, services) =>
      inChange<unknown, undefined>(input, services, async (context) => {
        const publicId = input.params.id as string
        const { id, now } = await current(
          resource,
          context.trx,
          context.companyId,
          publicId,
          input.ifMatch,
          context.caller,
        )
        context.events.push(eventOf(resource, 'deleted', id))
        await remove({ ...context, id, now, query: input.query as z.output<Query> })
        return undefined
      }),
  })
}

/**
 * Runs a change for the caller. The events that it adds to `events` are committed with it.
 * @param read as for `change`.
 * @returns the response, and the job that finishes the change, if there is one.
 */
export async function inChange<Body, Result, Answer = Result>(
  { caller, author, address, body }: Pick<EndpointInput, 'caller' | 'author' | 'address' | 'body'>,
  services: Services,
  work: (context: Changing<Body>) => Promise<Result>,
  read?: (trx: Trx, result: Result) => Promise<Answer>,
): Promise<Answer> {
  const { companyId } = caller
  // Set by the last run, because the work runs twice if another change in the same commit failed.
  let following: Following = {}
  const changing = async (trx: Trx) => {
    const events: NewEvent[] = []
    const now = new Date()
    following = {}
    const result = await work({
      trx,
      caller,
      companyId,
      author,
      address,
      body: body as Body,
      now,
      services,
      events,
      following,
    })
    return { result, events }
  }
  const answer = await change(services.db, author, changing, read)
  return following.job ? { ...answer, ...following } : answer
}

/** The response of a change: the resource as in `GET`, read before the commit. */
export const showing =
  (resource: AnyResource, { caller }: Pick<EndpointInput, 'caller'>, services: Services) =>
  (trx: Trx, publicId: string) =>
    show(resource, { ...services, db: trx }, caller, publicId)

/** Like `showing`, for a change with an uploaded file. */
export const showingFiled =
  (resource: AnyResource, { caller }: Pick<EndpointInput, 'caller'>, services: Services) =>
  async (
    trx: Trx,
    publicId: string,
    at: Filed | undefined,
  ): Promise<Shown & { [filed]?: Filed | undefined }> => ({
    ...(await show(resource, { ...services, db: trx }, caller, publicId)),
    [filed]: at,
  })

type Shown = {
  data: Record<string, unknown>
  [revision]?: string
  [contentLanguages]?: readonly string[]
}

/**
 * Reads the resource as in `GET`.
 * @param languages the languages that the caller prefers. The response to a change shows the original texts, so
 * that it contains what was sent.
 */
export async function show(
  resource: AnyResource,
  services: Services,
  caller: Caller,
  publicId: string,
  { view = {}, languages = [] }: { view?: Record<string, unknown>; languages?: readonly string[] } = {},
): Promise<Shown> {
  const { row } = await find(resource, services.db, caller.companyId, publicId, caller)
  const language = languageIn(resource.translationsOf?.(row) ?? {}, languages)
  return {
    data: resource.present(row, services, caller, { ...view, language }),
    [revision]: revisionOf(row),
    [contentLanguages]: languagesOf([language]),
  }
}

/** @throws if the resource does not exist or differs from the caller's version. */
export async function current<Own extends { id: Uuid }>(
  // biome-ignore lint/suspicious/noExplicitAny: filters are checked where the resource is defined.
  resource: Resource<Own, any, any>,
  trx: Trx,
  companyId: CompanyId,
  publicId: string,
  ifMatch: IfMatch,
  /** Required for resources that are hidden from some callers. */
  caller?: Caller,
) {
  const { id, row } = await find(resource, trx, companyId, publicId, caller)
  assertUnchanged(ifMatch, row)
  return { id, row, now: after(row.updated_at) }
}

async function find<Own extends { id: Uuid }>(
  // biome-ignore lint/suspicious/noExplicitAny: filters are checked where the resource is defined.
  resource: Resource<Own, any, any>,
  db: Db,
  companyId: CompanyId,
  publicId: string,
  caller: Caller | undefined,
) {
  const id = parseId(resource.kind, publicId)
  const within = caller && resource.within?.(caller)
  const row =
    id && ((await resource.find.one(db, companyId, id, within)) as (JsonRow<Own> & Revised) | undefined)
  if (!row) throw new ApiError('not_found')
  return { id, row }
}

const eventOf = (resource: AnyResource, verb: string, id: Uuid, fields?: string[]): NewEvent => {
  const resourceType = nameOfKind(resource.kind).replaceAll(' ', '_')
  return {
    type: `${resourceType}.${verb}`,
    resourceType,
    resourceId: id,
    ...(fields && { data: { fields } }),
  }
}

const idParameter = ({ nouns }: AnyResource) =>
  z.object({ id: z.string().describe(`ID of the ${nouns[0]}.`) })

const single = (resource: AnyResource, params: object = { params: idParameter(resource) }) => ({
  ...(params as { params: ReturnType<typeof idParameter> }),
  reply: z.object({ data: resource.item }),
})
