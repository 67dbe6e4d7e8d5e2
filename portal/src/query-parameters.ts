import type { Query } from '../../sdk/src/http/query.ts'

/** Page size for choices from a long list, which is the maximum. */
export const longPageSize = 50

export const pageOf = (asked: Query, cursor?: string): Query => ({ ...asked, per_page: longPageSize, cursor })

export const totalOf = ({ sort: _, ...asked }: Query): Query => ({
  ...asked,
  per_page: 1,
  fields: 'id',
  with_total: true,
})

export const facetOf = ({ sort: _, ...asked }: Query, facets: string): Query => ({
  ...asked,
  per_page: 1,
  fields: 'id',
  facets,
})

export const levelOf = (parentId: string, cursor?: string | null): Query => ({
  parent_id: parentId,
  sort: 'name',
  per_page: 100,
  cursor,
})

export const collectionsByName: Query = { per_page: 100, sort: 'name' }

/** Tags that match the search terms, by name. Without terms, the first tags. */
export const tagsBy = (words: string): Query => ({
  per_page: 50,
  sort: 'name',
  search: words || undefined,
})
