import { z } from 'zod'
import { askMatching } from '../db/filters.ts'
import type { JsonRow } from '../db/tenancy.ts'
import type { Caller } from '../http/caller.ts'
import { resource } from '../http/endpoints/list-endpoint.ts'
import { anyOf } from '../http/schemas/query-parameters.ts'
import { publicId } from '../ids.ts'
import type { Services } from '../services.ts'
import { Creator, creator, Id, Time, time, timeOrNull } from '../wire.ts'
import { savedSearchFields, visibilities } from './body.ts'
import { type SavedSearchRow, savedSearches } from './queries.ts'

export const SavedSearch = z
  .object({
    id: Id('savedSearch'),
    name: z.string(),
    filters: z.record(z.string(), z.unknown()).describe('Filters of `GET /api/assets`, as they were sent.'),
    sort: savedSearchFields.sort,
    visibility: savedSearchFields.visibility,
    is_followed: z.boolean().describe('Whether the caller follows the search.'),
    followers_count: z.int().describe('Number of people who follow the search.'),
    matched_at: Time.nullable().describe('Time when new matches were last found. Null without new matches.'),
    created_by: Creator.nullable(),
    created_at: Time,
    updated_at: Time,
  })
  .meta({ id: 'SavedSearch', description: 'Named filters of assets.' })

type Filters = Parameters<typeof savedSearches.total>[2]

export const savedSearchesResource = resource({
  kind: 'savedSearch',
  path: '/saved-searches',
  scope: 'assets:read',
  group: 'Saved searches',
  nouns: ['saved search', 'saved searches'],
  item: SavedSearch,
  sorts: ['-created_at', 'updated_at', 'name'],
  filters: {
    visibility: anyOf(z.enum(visibilities))
      .optional()
      .describe(
        '`private` for searches that only the caller can see, `company` for searches of the company.',
      ),
  },
  find: savedSearches,
  ask: ({ visibility }): Filters => askMatching('visibility', visibility),
  within: ({ personId }) => ({ visible_to: personId }),
  present: presentSavedSearch,
})

function presentSavedSearch(
  row: JsonRow<SavedSearchRow>,
  _: Services,
  { personId }: Caller,
): z.input<typeof SavedSearch> {
  return {
    id: publicId('savedSearch', row.id),
    name: row.name,
    filters: row.filters,
    sort: row.sort,
    visibility: row.visibility,
    is_followed: personId !== null && row.follower_ids.includes(personId),
    followers_count: row.follower_ids.length,
    matched_at: timeOrNull(row.matched_at),
    created_by: creator(row.created_by, row.created_by_name),
    created_at: time(row.created_at),
    updated_at: time(row.updated_at),
  }
}
