import { queryOptions, useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import type { Page } from '../../../../sdk/src/index.ts'
import { type CurrentCompany, useCompany } from '../../session.ts'
import { hrefOf, usePlaces } from '../../shell/places.ts'
import { Loading } from '../../ui/states.tsx'
import { stepsFor, Welcome } from './welcome.tsx'

/**
 * Suggests the next steps in a company that is still empty. Otherwise redirects to the first page that the
 * user has access to.
 */
export function CompanyHome() {
  const company = useCompany()
  const hasSteps = stepsFor(company).length > 0
  const empty = useQuery({ ...isEmptyQuery(company), enabled: hasSteps })
  const first = usePlaces(company)[0]?.places[0]
  if (hasSteps && empty.isPending) return <Loading />
  if (empty.data) return <Welcome />
  return <Navigate to={first ? hrefOf(company, first.path) : '/account'} replace />
}

/** Reads one row of each list, because counting a large library would take much longer. */
const isEmptyQuery = ({ id, api }: CurrentCompany) =>
  queryOptions({
    queryKey: [id, 'is-empty'],
    async queryFn({ signal }) {
      const one = (path: string) =>
        api.get<Page<unknown>>(path, { query: { per_page: 1, fields: 'id' }, signal })
      const pages = await Promise.all(['/assets', '/templates', '/folders'].map(one))
      return pages.every(({ data }) => data.length === 0)
    },
    // A company that was empty may now have content.
    staleTime: 0,
    gcTime: 0,
  })
