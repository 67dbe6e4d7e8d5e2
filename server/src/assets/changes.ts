import { sql } from 'kysely'
import { z } from 'zod'
import { actorTypes, presentActor } from '../changes/present.ts'
import { asCompany, type Trx } from '../db/tenancy.ts'
import type { Actor } from '../events/append.ts'
import { current } from '../http/endpoints/crud-endpoints.ts'
import { endpoint } from '../http/endpoints/endpoint.ts'
import { documentedAs } from '../http/schemas/documented-as.ts'
import { type CompanyId, publicId, type Uuid } from '../ids.ts'
import { Id, Time } from '../wire.ts'
import { assetsResource } from './resource.ts'

const shownMax = 100

const AssetChange = z
  .object({
    seq: z.int().describe('Sequence number of the change in the change feed.'),
    type: z.string().describe('Type of the change, such as `asset.created` or `asset.updated`.'),
    at: Time,
    actor: z.object({
      type: z.enum(actorTypes),
      id: z
        .string()
        .nullable()
        .describe('ID of the person, the client or the share. Null for the operator and the system.'),
      name: z
        .string()
        .nullable()
        .describe(
          'Current name. Null for the operator and the system, and if the client or share was deleted.',
        ),
    }),
    data: z
      .record(z.string(), z.unknown())
      .describe('Details of the change. `fields` lists the fields that changed.'),
  })
  .meta({ id: 'AssetChange' })

export const listAssetChanges = endpoint({
  operationId: 'listAssetChanges',
  method: 'GET',
  path: '/assets/:id/changes',
  scope: 'assets:read',
  group: 'Assets',
  summary: 'List the changes of an asset',
  description:
    `Returns up to ${shownMax} changes of the asset, newest first, with the name of the person, client or share that ` +
    'made each change. To get older changes, pass `meta.next_before` as `before`. Changes are kept as long as the asset.',
  params: z.object({ id: z.string().describe('ID of the asset.') }),
  query: z.object({
    before: z
      .string('must be given only once.')
      .regex(/^\d{1,15}$/, 'must be the number of a change.')
      .transform(Number)
      .optional()
      .meta(documentedAs({ type: 'integer' }))
      .describe('Sequence number. Only earlier changes are returned.'),
  }),
  reply: z.object({
    data: z.array(AssetChange),
    meta: z.object({ asset_id: Id('asset'), next_before: z.int().nullable() }),
  }),
  handle: ({ caller: { companyId }, params, query }, { db }) =>
    asCompany(db, companyId, async (trx) => {
      const { id } = await current(assetsResource, trx, companyId, params.id, undefined)
      const found = await changesOf(trx, companyId, id, query.before, shownMax + 1)
      const shown = found.slice(0, shownMax)
      return {
        data: shown.map(({ actor, name, at, ...change }) => ({
          ...change,
          at: at.toISOString(),
          actor: { ...presentActor(actor), name },
        })),
        meta: {
          asset_id: publicId('asset', id),
          next_before: found.length > shown.length ? shown.at(-1)!.seq : null,
        },
      }
    }),
})

type Row = {
  seq: number
  type: string
  at: Date
  actor: Actor
  name: string | null
  data: Record<string, unknown>
}

const actorId = sql`(e.actor ->> 'id')::uuid`

/**
 * Events of an asset before `before`, newest first, with the names of their actors. Names are looked up row by row,
 * because a join would read all shares of the company.
 */
export async function changesOf(
  trx: Trx,
  companyId: CompanyId,
  id: Uuid,
  before: number | undefined,
  limit: number,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select e.seq, e.type, e.at, e.actor, e.data, case e.actor ->> 'type'
      when 'person' then (select name from people p where p.id = ${actorId})
      when 'client' then (select name from clients c where c.company_id = ${companyId} and c.id = ${actorId})
      when 'share' then (select name from shares s where s.company_id = ${companyId} and s.id = ${actorId})
    end as name
    from (
      select seq, type, at, actor, data from events
      where company_id = ${companyId} and resource_type = 'asset' and resource_id = ${id}
        ${before === undefined ? sql`` : sql`and seq < ${before}`}
      order by seq desc limit ${limit}
    ) e
    order by e.seq desc`.execute(trx)
  return rows
}
