import { z } from 'zod'
import type { ReadTimestamp } from '../../cache/cache-versions.ts'
import type { Db } from '../../db/database.ts'
import type { Finder } from '../../db/finder.ts'
import type { FacetCount, Facets, PageRequest } from '../../db/listing.ts'
import { readFromReplica } from '../../db/replicas.ts'
import type { JsonRow } from '../../db/tenancy.ts'
import { type CompanyId, earliestId, type IdKind, type Uuid } from '../../ids.ts'
import type { Services } from '../../services.ts'
import type { AccessScope, Caller } from '../caller.ts'
import { languageIn } from '../responses/accept-language.ts'
import { keysOfPages } from '../responses/page-cache.ts'
import {
  facetList,
  fieldList,
  idList,
  idsMax,
  pageParameters,
  withPageRules,
} from '../schemas/query-parameters.ts'
import { instant } from '../schemas/times.ts'
import { contentLanguages, languagesOf } from './build-response.ts'
import { type Endpoint, type EndpointInput, endpoint } from './endpoint.ts'
import { endsOf, envelope, pageOf, pageRange } from './pagination.ts'

export type Resource<Row extends { id: Uuid }, FilterName extends string, Filters extends z.ZodRawShape> = {
  kind: IdKind
  path: string
  scope: AccessScope
  group: string
  /** For summaries: "template", "templates". */
  nouns: [one: string, many: string]
  item: z.ZodObject
  /** The sort fields, with `-` for descending. The first is the default. */
  sorts: [string, ...string[]]
  filters: Filters
  /** The facets that can be counted, each with its value on the wire. Null values are omitted. */
  facets?: Record<string, (count: FacetCount) => string | null>
  moreFacets?: MoreFacets
  find: Finder<Row, FilterName>
  /** Converts the query's filters for the finder. */
  ask?(query: z.output<z.ZodObject<Filters>>): PageRequest<FilterName>['filters']
  /**
   * Looks up the resources that filters refer to, if that needs the database.
   * @throws {ApiError} `invalid` on a parameter that refers to no resource.
   */
  lookUp?(
    db: Db,
    companyId: CompanyId,
    filters: PageRequest<FilterName>['filters'],
  ): Promise<PageRequest<FilterName>['filters']>
  /** Filters that always apply to a caller, to hide private resources. Only for resources that are not `cacheable`. */
  within?(caller: Caller): PageRequest<FilterName>['filters']
  view?: View
  /** The texts of a row by language, if `Accept-Language` selects the language of the response. */
  translationsOf?(row: JsonRow<Row>): Record<string, unknown>
  /**
   * @param caller matters only to resources that are not `cacheable`, because a company shares its cached
   * responses.
   * @param view the values of the parameters of `view`, and in `language` the language of the
   * response, if it is one of `translationsOf`.
   */
  present(
    row: JsonRow<Row>,
    services: Services,
    caller: Caller,
    view: Record<string, unknown>,
  ): Record<string, unknown>
  changesAt?(rows: JsonRow<Row>[], filters: PageRequest<FilterName>['filters']): Date | undefined
  /**
   * Whether pages can be cached (page-cache.ts) and read from replicas (db/replicas.ts). Requires that events announce
   * every change of the content, except people's names.
   */
  cacheable?: boolean
}

/** Facets whose names the company defines. One facet of the finder counts all of them. */
export type MoreFacets = {
  facet: string
  pattern: RegExp
  /**
   * @returns the values of the facet's placeholders, and a function that presents its counts by name.
   * @throws {ApiError} `invalid` on `facets` for an unknown name.
   */
  lookUp(
    db: Db,
    companyId: CompanyId,
    names: readonly string[],
  ): Promise<{
    values: Record<string, unknown>
    present(counts: readonly FacetCount[]): Record<string, { value: string; name?: string; count: number }[]>
  }>
}

/**
 * Parameters of the list and of `GET /{id}` that affect the content of a row, but not which rows are
 * returned.
 */
export type View = {
  parameters: z.ZodRawShape
  /** The scopes that these parameters require. @param query the query as it was sent. */
  alsoNeeds(query: Record<string, unknown>): readonly AccessScope[]
}

export const viewIn = (view: View | undefined, query: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.keys(view?.parameters ?? {}).map((name) => [name, query[name]]))

export const viewed = ({ view }: { view?: View | undefined }) =>
  view ? { alsoNeedsFor: view.alsoNeeds } : {}

export const translated = ({ translationsOf }: { translationsOf?: unknown }) =>
  translationsOf ? { isTranslated: true } : {}

/** A noun with its indefinite article, for summaries: "an asset", "a template". */
export const withArticle = (noun: string) => `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`

/** A noun as a part of an operation's ID: "template tags" becomes "TemplateTags". */
export const operationNoun = (noun: string) =>
  noun.replace(/(?:^|\s)(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Infers the types of a resource. Returns its argument. */
export const resource = <Row extends { id: Uuid }, FilterName extends string, Filters extends z.ZodRawShape>(
  definition: Resource<Row, FilterName, Filters>,
) => definition

/**
 * `GET /path`: a page of a resource, by the common parameters (contract R-LIST-1 to R-LIST-10) and the
 * resource's own parameters.
 */
export function listEndpoint<
  Row extends { id: Uuid },
  FilterName extends string,
  Filters extends z.ZodRawShape,
>(resource: Resource<Row, FilterName, Filters>): Endpoint {
  const { path, scope, group, nouns, cacheable = false } = resource
  const read = pageReader(resource)
  const readPage = (input: Asked, services: Services) =>
    read(input, services, resource.within?.(input.caller) ?? {})
  return endpoint({
    operationId: `list${operationNoun(nouns[1])}`,
    method: 'GET',
    path,
    scope,
    group,
    summary: `List ${nouns[1]}`,
    description: `Returns a page of ${nouns[1]}, ${orderOf(resource.sorts[0])}.`,
    ...listed(resource),
    ...(cacheable && { readCacheable: readPage }),
    list: { sorts: resource.sorts.map((sort) => sort.replace(/^-/, '')), fields: fieldsOf(resource) },
    handle: async (input, services) => (await readPage(input, services)).result,
  })
}

type Nested<Params extends z.ZodObject, FilterName extends string> = Pick<Endpoint, 'operationId'> & {
  params: Params
  description: string
  /** Filters from the path. @throws {ApiError} `not_found`. */
  filtersOf(
    input: { caller: Caller; params: z.output<Params> },
    services: Services,
  ): Promise<PageRequest<FilterName>['filters']>
}

/** `GET /path/{id}/parts`: a list of rows that belong to one resource. */
export function nestedListEndpoint<
  Row extends { id: Uuid },
  FilterName extends string,
  Filters extends z.ZodRawShape,
  Params extends z.ZodObject,
>(
  resource: Resource<Row, FilterName, Filters>,
  { operationId, params, description, filtersOf }: Nested<Params, FilterName>,
): Endpoint {
  const { path, scope, group, nouns } = resource
  const read = pageReader(resource)
  return endpoint({
    operationId,
    method: 'GET',
    path,
    scope,
    group,
    summary: `List ${nouns[1]}`,
    description,
    params,
    ...listed(resource),
    async handle(input, services) {
      const given = input.params as Record<string, string>
      const filters = await filtersOf(
        { caller: input.caller, params: input.params as z.output<Params> },
        services,
      )
      const url = input.url.replaceAll(/:(\w+)/g, (_, name: string) => given[name]!)
      return (await read({ ...input, url }, services, filters)).result
    },
  })
}

const fieldsOf = ({ item }: { item: z.ZodObject }) => Object.keys(item.shape)

const listed = <Row extends { id: Uuid }, FilterName extends string, Filters extends z.ZodRawShape>(
  resource: Resource<Row, FilterName, Filters>,
) => ({
  query: withRelevance(
    withPageRules(
      z.object({
        ...listParameters(resource.kind, resource.sorts, fieldsOf(resource), 'search' in resource.filters),
        ...resource.filters,
        ...resource.view?.parameters,
        ...(resource.facets && {
          facets: facetList(Object.keys(resource.facets), resource.moreFacets?.pattern).optional(),
        }),
      }),
    ),
  ),
  reply: pageOf(resource.item.partial()),
  ...viewed(resource),
  ...translated(resource),
})

function pageReader<Row extends { id: Uuid }, FilterName extends string, Filters extends z.ZodRawShape>(
  resource: Resource<Row, FilterName, Filters>,
) {
  const { path, find, present, cacheable = false } = resource
  return async (
    { caller, query, asked, url, languages }: Asked,
    services: Services,
    within: PageRequest<FilterName>['filters'],
  ) => {
    const { db, cursors } = services
    const {
      per_page,
      limit,
      cursor,
      page,
      with_total,
      fields: shown,
      facets,
      sort: askedSort,
      ...filtering
    } = query as ListQuery
    const view = viewIn(resource.view, filtering)
    const sort = sortOf(askedSort, filtering.search, resource.sorts[0])
    const binding = JSON.stringify([
      caller.companyId,
      path,
      sort,
      Object.entries(filtering).sort(),
      ...Object.values(within),
    ])
    const range = pageRange({ per_page, limit, cursor, page, with_total }, cursors, binding)
    const asking = {
      ...commonFilters(filtering),
      // Parsed with the resource's own filters. The combined schema of all parameters loses this information in its
      // type.
      ...resource.ask?.(filtering as never),
      ...within,
    } as PageRequest<FilterName>['filters']
    const read = async (db: Db, shownSince?: ReadTimestamp) => {
      const filters = (await resource.lookUp?.(db, caller.companyId, asking)) ?? asking
      const facetsAsked = facets && (await lookUpFacets(resource, db, caller.companyId, facets))
      const [found, total, counted] = await Promise.all([
        find.page(db, caller.companyId, {
          ...range,
          filters,
          sort: sort.replace(/^-/, ''),
          descending: sort.startsWith('-'),
        }),
        with_total ? find.total(db, caller.companyId, filters) : undefined,
        facetsAsked
          ? find.facets(db, caller.companyId, filters, facetsAsked.names, facetsAsked.values)
          : undefined,
      ])
      return { found, total, counted: counted && facetsAsked!.present(counted), shownSince }
    }
    const { found, total, counted, shownSince } = await (cacheable &&
    !filtering.with_trashed &&
    !filtering.only_trashed
      ? readFromReplica(db, keysOfPages(caller.companyId), read)
      : read(db))
    const ends = endsOf(found.rows, found.more, range)
    const rows = found.rows.map((row) => {
      const own = row as JsonRow<Row>
      const translations = resource.translationsOf?.(own) ?? {}
      return { row: own, translations, language: languageIn(translations, languages) }
    })
    const items = rows.map(({ row, language }) => present(row, services, caller, { ...view, language }))
    const list = envelope({
      data: shown ? items.map((one) => pick(one, shown)) : items,
      path: services.publicUrl + url,
      asked,
      range,
      cursors: {
        prev: ends.prev && cursors.sign(binding, ends.prev),
        next: ends.next && cursors.sign(binding, ends.next),
      },
      total,
      facets: counted,
    })
    return {
      result: { ...list, [contentLanguages]: languagesOf(rows.map(({ language }) => language)) },
      shownSince,
      changesAt: resource.changesAt?.(found.rows, asking),
      isUntranslated: rows.every(({ translations }) => Object.keys(translations).length === 0),
    }
  }
}

type Asked = Pick<EndpointInput, 'caller' | 'query' | 'asked' | 'url' | 'languages'>

const orderOf = (sort: string) => (sort === '-created_at' ? 'newest first' : `ordered by \`${sort}\``)

type ListQuery = z.output<z.ZodObject<ReturnType<typeof listParameters>>> & { facets?: string[] } & Record<
    string,
    unknown
  >

const relevance = 'relevance'
const isSearched = (search: unknown) => typeof search === 'string' && search.trim() !== ''

/**
 * A search sorts by relevance unless another order is requested. In an empty search, all rows are equally
 * relevant.
 */
const sortOf = (asked: string | undefined, search: unknown, usual: string) =>
  asked === undefined || asked === relevance ? (isSearched(search) ? relevance : usual) : asked

/** @throws {ApiError} `invalid` on `sort` for relevance without a search. */
const withRelevance = <S extends z.ZodObject>(query: S): S =>
  query.refine(({ sort, search }) => sort !== relevance || search !== undefined, {
    path: ['sort'],
    error: 'must not be relevance without search.',
    when: () => true,
  })

function listParameters(
  kind: IdKind,
  sorts: readonly [string, ...string[]],
  fields: string[],
  hasSearch: boolean,
) {
  const both = sorts.flatMap((sort) => [sort.replace(/^-/, ''), `-${sort.replace(/^-/, '')}`])
  const all = [...both, ...(hasSearch ? [relevance] : [])]
  return {
    ...pageParameters,
    sort: z
      .enum(all as [string, ...string[]])
      .optional()
      .describe(
        `Field to sort by. Prefix it with \`-\` for descending order. Default: \`${sorts[0]}\`${hasSearch ? '; with `search`, `relevance`: names that contain the longest term as a word, then other texts and tags that contain it, and then all other matches, each group newest first' : ''}.`,
      ),
    ids: idList(kind).optional().describe(`Up to ${idsMax} comma-separated IDs of the resources to return.`),
    created_since: instant.optional().describe('Earliest creation time, inclusive.'),
    updated_since: instant.optional().describe('Earliest time of the last update, inclusive.'),
    fields: fieldList(fields)
      .optional()
      .describe('Comma-separated fields to return for each resource. Default: all fields.'),
  }
}

type WithFacets = Pick<Resource<never, never, never>, 'facets' | 'moreFacets'>

/** The query that counts the facets of a request, and a function that presents the counts. */
async function lookUpFacets(
  { facets: shown = {}, moreFacets }: WithFacets,
  db: Db,
  companyId: CompanyId,
  asked: readonly string[],
) {
  const names = asked.filter((name) => Object.hasOwn(shown, name))
  const others = asked.filter((name) => !Object.hasOwn(shown, name))
  const more = others.length > 0 ? await moreFacets!.lookUp(db, companyId, others) : undefined
  return {
    names: more ? [...names, moreFacets!.facet] : names,
    values: more?.values,
    present({ counts, ...rest }: Facets) {
      const { fields, ...counted } = presentFacets(shown, { ...rest, counts: pick(counts, names) })
      return { ...counted, fields: { ...fields, ...more?.present(counts[moreFacets!.facet]!) } }
    },
  }
}

function presentFacets(shown: NonNullable<WithFacets['facets']>, { counted, is_capped, counts }: Facets) {
  const present = (name: string, list: FacetCount[]) =>
    list.flatMap((one) => {
      const value = shown[name]!(one)
      return value === null ? [] : [{ value, ...(one.name !== null && { name: one.name }), count: one.count }]
    })
  return {
    counted,
    is_capped,
    fields: Object.fromEntries(Object.entries(counts).map(([name, list]) => [name, present(name, list)])),
  }
}

function commonFilters({ ids, created_since, updated_since }: Record<string, unknown>) {
  return { ids, created_since: created_since && earliestId(created_since as Date), updated_since }
}

function pick<T>(item: Record<string, T>, fields: readonly string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(item).filter(([name]) => fields.includes(name)))
}
