import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { commonFilters, commonSorts, equals } from '../db/filters.ts'
import { finder } from '../db/finder.ts'
import type { RowsQuery } from '../db/listing.ts'
import { tenant } from '../db/tenancy.ts'
import type { Uuid } from '../ids.ts'

export type CommentRow = Awaited<ReturnType<ReturnType<typeof commentRows>['executeTakeFirstOrThrow']>>

type Mentioned = { id: Uuid; name: string }

function commentRows(db: Db) {
  return db
    .selectFrom('comments as r')
    .leftJoin('people as creator', 'creator.id', 'r.created_by')
    .leftJoin('people as resolver', 'resolver.id', 'r.resolved_by')
    .select([
      'r.id',
      'r.asset_id',
      'r.template_id',
      'r.render_id',
      'r.parent_id',
      'r.version',
      'r.text',
      'r.point_x',
      'r.point_y',
      'r.resolved_at',
      'r.resolved_by',
      'resolver.name as resolved_by_name',
      'r.created_by',
      'creator.name as created_by_name',
      'r.created_at',
      'r.updated_at',
    ])
    .select(
      sql<Mentioned[]>`(
        select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) order by p.name, p.id), '[]')
        from comment_mentions m join people p on p.id = m.person_id
        where m.company_id = ${tenant} and m.id = r.id
      )`.as('mentions'),
    )
}

export const comments = finder({
  table: 'comments',
  rows: commentRows as (db: Db) => RowsQuery<CommentRow>,
  sorts: { created_at: commonSorts.created_at, updated_at: commonSorts.updated_at },
  filters: {
    ...commonFilters,
    asset_id: equals('asset_id'),
    template_id: equals('template_id'),
    render_id: equals('render_id'),
    parent_id: equals('parent_id'),
    resolved: { condition: (value) => sql`(r.parent_id is null and (r.resolved_at is not null) = ${value})` },
    mentions: {
      condition: (person) => sql`exists (
        select from comment_mentions m
        where m.company_id = ${tenant} and m.id = r.id and m.person_id = ${person} offset 0
      )`,
      ranges: (person) => ({
        keys: sql`select cast(${person} as uuid) as key`,
        table: 'comment_mentions',
        column: 'person_id',
      }),
    },
  },
})
