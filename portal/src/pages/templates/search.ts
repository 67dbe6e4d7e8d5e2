import type { Query } from '../../../../sdk/src/http/query.ts'
import type { Template } from '../../../../sdk/src/index.ts'
import { oneOf, only, text } from '../../routes/search.ts'

export const statuses = ['draft', 'published', 'archived'] as const
export const sorts = ['-created_at', 'created_at', '-updated_at', 'name', '-name'] as const

/** In place of a tag's id: what has none. */
export const untagged = 'none'

/** What the gallery's address says. */
export type TemplateSearch = {
  q?: string
  /** Id of a tag, or `none`. */
  tag?: string
  status?: Template['status']
  sort?: (typeof sorts)[number]
  /** A new one is being made. */
  make?: true
}

/** A part of it to change; what is undefined goes away. */
export type SearchChange = { [Key in keyof TemplateSearch]?: TemplateSearch[Key] | undefined }

/** Whatever is not understood is left out: an address may be old, or typed. */
export function templateSearch(search: Record<string, unknown>): TemplateSearch {
  return only({
    q: search.q === undefined ? undefined : String(search.q),
    tag: text(search.tag),
    status: oneOf(statuses, search.status),
    sort: oneOf(sorts, search.sort),
    make: search.make === true ? true : undefined,
  })
}

export const noFilters = { q: undefined, tag: undefined, status: undefined }

export const isFiltered = ({ q, tag, status }: TemplateSearch) => Boolean(q || tag || status)

/** As the API is asked. */
export const askedBy = ({ q, tag, status, sort }: TemplateSearch): Query => ({
  search: q || undefined,
  tag: tag === untagged ? undefined : tag,
  untagged: tag === untagged ? true : undefined,
  status,
  sort,
})
