import type { Query } from '../../../../sdk/src/http/query.ts'
import type { Template } from '../../../../sdk/src/index.ts'
import { oneOf, only, text } from '../../routes/search.ts'
import { type Review, reviewStates } from '../reviews/states.ts'

export const statuses = ['draft', 'published', 'archived'] as const
export const sorts = ['-created_at', 'created_at', '-updated_at', 'name', '-name'] as const

export const untagged = 'none'

export type TemplateSearch = {
  q?: string
  /** Tag ID, or `none`. */
  tag?: string
  status?: Template['status']
  review?: Review
  sort?: (typeof sorts)[number]
  make?: true
}

/** The parameters to change. Undefined removes a parameter. */
export type SearchChange = { [Key in keyof TemplateSearch]?: TemplateSearch[Key] | undefined }

/** Ignores invalid parameters: a URL can be outdated or typed by hand. */
export function templateSearch(search: Record<string, unknown>): TemplateSearch {
  return only({
    q: search.q === undefined ? undefined : String(search.q),
    tag: text(search.tag),
    status: oneOf(statuses, search.status),
    review: oneOf(reviewStates, search.review),
    sort: oneOf(sorts, search.sort),
    make: search.make === true ? true : undefined,
  })
}

export const noFilters = { q: undefined, tag: undefined, status: undefined, review: undefined }

export const isFiltered = ({ q, tag, status, review }: TemplateSearch) =>
  Boolean(q || tag || status || review)

export const askedBy = ({ q, tag, status, review, sort }: TemplateSearch): Query => ({
  search: q || undefined,
  tag: tag === untagged ? undefined : tag,
  untagged: tag === untagged ? true : undefined,
  status,
  review,
  sort,
})
