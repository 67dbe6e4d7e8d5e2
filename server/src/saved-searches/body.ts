import { didYouMean, nearName } from '@atelier/filling/near-name'
import { z } from 'zod'
import { assetFilter, assetFilterNames } from '../assets/body-filter.ts'
import { assetsResource } from '../assets/resource.ts'
import { metadata, nameText } from '../http/schemas/body-fields.ts'

export const visibilities = ['private', 'company'] as const
export const sorts = assetsResource.sorts.flatMap((sort) => {
  const field = sort.replace(/^-/, '')
  return [field, `-${field}`]
}) as [string, ...string[]]

/** Stored as they were sent, and parsed again when the search is evaluated. Limited in size like metadata. */
const filters = metadata
  .superRefine(checkFilters)
  .describe(
    'Filters of `GET /api/assets`, such as `{"tag":["autumn"],"type":"image"}`. Custom properties are an object ' +
      'in `properties`. Up to 16 KB of JSON.',
  )

export const savedSearchFields = {
  name: nameText.describe('Name on a single line.'),
  filters,
  sort: z
    .enum(sorts, `must be among ${sorts.join(', ')}.`)
    .nullable()
    .describe('Field to sort the assets by, as in `GET /api/assets`. If null, the default order is used.'),
  visibility: z
    .enum(visibilities, `must be among ${visibilities.join(', ')}.`)
    .describe('`private` if only the creator can see the search, `company` if everyone in the company can.'),
}

export const newSavedSearch = z.strictObject({
  name: savedSearchFields.name,
  filters: savedSearchFields.filters.default({}),
  sort: savedSearchFields.sort.default(null),
  visibility: savedSearchFields.visibility.default('private'),
})

export const savedSearchChange = z.strictObject(savedSearchFields).partial()

export const following = z.strictObject({
  is_followed: z
    .boolean('must be true or false.')
    .describe('Whether the caller is notified of new assets that match the search.'),
})

export type NewSavedSearch = z.output<typeof newSavedSearch>

/** Reports the errors that the list would report for these parameters. */
function checkFilters(given: Record<string, unknown>, context: z.core.$RefinementCtx) {
  const { error } = assetFilter.safeParse(given)
  for (const issue of error?.issues ?? []) {
    if (issue.code !== 'unrecognized_keys') context.addIssue({ ...issue })
    else
      for (const name of issue.keys)
        context.addIssue({ code: 'custom', path: [name], message: unknownFilter(name) })
  }
}

const nameShownMax = 100

function unknownFilter(name: string): string {
  const near = nearName(name, assetFilterNames)
  const shown = name.slice(0, nameShownMax)
  return `The filter ${shown} is not known here.${didYouMean(near)}`
}
