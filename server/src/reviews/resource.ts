import { z } from 'zod'
import { askMatching } from '../db/filters.ts'
import type { JsonRow } from '../db/tenancy.ts'
import { resource } from '../http/endpoints/list-endpoint.ts'
import { anyOf, idOf } from '../http/schemas/query-parameters.ts'
import { publicId } from '../ids.ts'
import { Creator, creator, Id, Time, time } from '../wire.ts'
import { type ReviewRow, reviews } from './queries.ts'
import { reviewStates } from './states.ts'

const state = z.enum(reviewStates)

export const Review = z
  .object({
    id: Id('review'),
    asset_id: Id('asset').nullable().describe('ID of the reviewed asset.'),
    template_id: Id('template').nullable().describe('ID of the reviewed template.'),
    version: z.int().describe('Version of the asset or template that was reviewed.'),
    state: state.describe('Review state that was set.'),
    state_before: state.describe('Previous review state.'),
    note: z.string().nullable().describe('Reason or instruction.'),
    created_by: Creator.nullable(),
    created_at: Time,
    updated_at: Time.describe('The same as `created_at`, because a review never changes.'),
  })
  .meta({ id: 'Review', description: 'Step in the review of an asset or a template.' })

export const reviewsResource = resource({
  kind: 'review',
  cacheable: true,
  path: '/reviews',
  scope: 'assets:read',
  group: 'Reviews',
  nouns: ['review', 'reviews'],
  item: Review,
  sorts: ['created_at'],
  filters: {
    asset_id: idOf('asset').optional().describe('ID of the reviewed asset.'),
    template_id: idOf('template').optional().describe('ID of the reviewed template.'),
    state: anyOf(state).optional().describe('Review state that was set.'),
  },
  find: reviews,
  ask: ({ asset_id, template_id, state }) => ({ asset_id, template_id, ...askMatching('state', state) }),
  present: presentReview,
})

function presentReview(row: JsonRow<ReviewRow>): z.input<typeof Review> {
  return {
    id: publicId('review', row.id),
    asset_id: row.asset_id && publicId('asset', row.asset_id),
    template_id: row.template_id && publicId('template', row.template_id),
    version: row.version,
    state: row.state,
    state_before: row.state_before,
    note: row.note,
    created_by: creator(row.created_by, row.created_by_name),
    created_at: time(row.created_at),
    updated_at: time(row.created_at),
  }
}
