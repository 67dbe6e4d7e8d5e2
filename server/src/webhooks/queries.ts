import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { commonFilters, commonSorts, equals, matching } from '../db/filters.ts'
import { finder } from '../db/finder.ts'

export type WebhookRow = Awaited<ReturnType<ReturnType<typeof webhookRows>['executeTakeFirstOrThrow']>>
export type DeliveryRow = Awaited<ReturnType<ReturnType<typeof deliveryRows>['executeTakeFirstOrThrow']>>

const sorts = { created_at: commonSorts.created_at, updated_at: commonSorts.updated_at }

function webhookRows(db: Db) {
  return db
    .selectFrom('webhooks as r')
    .select([
      'r.id',
      'r.url',
      'r.description',
      'r.types',
      'r.enabled',
      'r.disabled_reason',
      'r.disabled_at',
      'r.failing_since',
      'r.paused_until',
      'r.created_at',
      'r.updated_at',
    ])
}

export const webhooks = finder({ table: 'webhooks', rows: webhookRows, sorts, filters: commonFilters })

function deliveryRows(db: Db) {
  return db
    .selectFrom('webhook_deliveries as r')
    .select([
      'r.id',
      'r.webhook_id',
      'r.message_id',
      'r.type',
      'r.body',
      'r.state',
      'r.attempts',
      'r.next_attempt_at',
      'r.created_at',
      'r.updated_at',
    ])
}

export const deliveries = finder({
  table: 'webhook_deliveries',
  rows: deliveryRows,
  sorts,
  filters: { ...commonFilters, webhook: equals('webhook_id'), ...matching('state') },
})

/** Whether there are enabled webhooks and changes that were not collected yet. */
export const hasNewChanges = sql<boolean>`webhooks_seq < version`
