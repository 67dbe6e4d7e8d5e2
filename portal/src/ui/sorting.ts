import { useNavigate, useSearch } from '@tanstack/react-router'

/** A column, with `-` for descending order. */
export type Sorting = { sort: string | undefined; onSort(sort: string): void }

/** The route validates the URL's `sort` parameter. */
export function useSorting(): Sorting {
  const { sort } = useSearch({ strict: false })
  const navigate = useNavigate()
  return {
    sort,
    onSort: (sort) =>
      // The component does not know the current route, which ignores unknown values.
      void navigate({ to: '.', search: (before: object) => ({ ...before, sort }) as never, replace: true }),
  }
}
