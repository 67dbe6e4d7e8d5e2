import { useNavigate, useSearch } from '@tanstack/react-router'

/** The order of a table: a column, with `-` for descending. */
export type Sorting = { sort: string | undefined; onSort(sort: string): void }

/** The order in the URL's `sort` parameter, which the route validates. */
export function useSorting(): Sorting {
  const { sort } = useSearch({ strict: false })
  const navigate = useNavigate()
  return {
    sort,
    onSort: (sort) =>
      // The route of the open page is not known here. It ignores unknown values.
      void navigate({ to: '.', search: (before: object) => ({ ...before, sort }) as never, replace: true }),
  }
}
