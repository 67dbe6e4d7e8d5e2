import type { Query } from '../../sdk/src/http/query.ts'

/** Of a long list; the most that a page may have. */
export const longPageSize = 50

/** A page of a long list. */
export const pageOf = (asked: Query, cursor?: string): Query => ({ ...asked, per_page: longPageSize, cursor })

/** How many rows a list has. */
export const totalOf = ({ sort: _, ...asked }: Query): Query => ({
  ...asked,
  per_page: 1,
  fields: 'id',
  with_total: true,
})

/** The folders in one, by name. */
export const levelOf = (parentId: string, cursor?: string | null): Query => ({
  parent_id: parentId,
  sort: 'name',
  per_page: 100,
  cursor,
})

/** The tags that fit the words, by name; the first of all of them without words. */
export const tagsBy = (words: string): Query => ({
  per_page: 50,
  sort: 'name',
  search: words || undefined,
})
