import { z } from 'zod'
import { asCompany, type JsonRow, type Trx } from '../../db/tenancy.ts'
import { type CompanyId, nameOfKind, publicId, type Uuid } from '../../ids.ts'
import type { Services } from '../../services.ts'
import { Id } from '../../wire.ts'
import { documentedAs } from '../schemas/documented-as.ts'
import { current } from './crud-endpoints.ts'
import { type Endpoint, endpoint } from './endpoint.ts'
import { operationNoun, type Resource, viewed, viewIn, withArticle } from './list-endpoint.ts'

const shownMax = 100
/** The maximum of PostgreSQL's integer. */
const versionMax = 2_147_483_647

/** A version number in a path or query. */
export const versionPattern = /^[1-9]\d{0,8}$/

/** `GET /path/{id}/versions`: the versions of one resource, newest first, paged by number. */
export function versionsEndpoint<Row extends { version: number }, Own extends { id: Uuid; version: number }>(
  // biome-ignore lint/suspicious/noExplicitAny: filters are checked where the resource is defined.
  resource: Resource<Own, any, any>,
  {
    item,
    find,
    present,
    urlsOf = (_, { fileUrl }) => fileUrl,
  }: {
    item: z.ZodObject
    find(trx: Trx, companyId: CompanyId, id: Uuid, before: number, limit: number): Promise<Row[]>
    present(row: Row, latest: number, fileUrl: Services['fileUrl']): Record<string, unknown>
    /** Signs the links of one resource, by the values of its `view`. */
    urlsOf?(row: JsonRow<Own>, services: Services, view: Record<string, unknown>): Services['fileUrl']
  },
): Endpoint {
  const [one] = resource.nouns
  const idName = `${nameOfKind(resource.kind)}_id`
  return endpoint({
    operationId: `list${operationNoun(one)}Versions`,
    method: 'GET',
    path: `${resource.path}/:id/versions`,
    scope: resource.scope,
    group: resource.group,
    summary: `List the versions of ${withArticle(one)}`,
    description: `Returns up to ${shownMax} versions, newest first. To get older versions, pass \`meta.next_before\` as \`before\`.`,
    params: z.object({ id: z.string().describe(`ID of the ${one}.`) }),
    query: z.object({
      before: z
        .string('must be given only once.')
        .regex(versionPattern, 'must be the number of a version.')
        .transform(Number)
        .optional()
        .meta(documentedAs({ type: 'integer' }))
        .describe('Version number. Only older versions are returned.'),
      ...resource.view?.parameters,
    }),
    ...viewed(resource),
    reply: z.object({
      data: z.array(item),
      meta: z.object({ [idName]: Id(resource.kind), next_before: z.int().nullable() }),
    }),
    handle: ({ caller: { companyId }, params, query }, services) =>
      asCompany(services.db, companyId, async (trx) => {
        const { id, row } = await current(resource, trx, companyId, params.id, undefined)
        const latest = row.version as number
        const fileUrl = urlsOf(row, services, viewIn(resource.view, query))
        const found = await find(trx, companyId, id, query.before ?? versionMax, shownMax + 1)
        const shown = found.slice(0, shownMax)
        return {
          data: shown.map((version) => present(version, latest, fileUrl)),
          meta: {
            [idName]: publicId(resource.kind, id),
            next_before: found.length > shown.length ? shown.at(-1)!.version : null,
          },
        }
      }),
  })
}
