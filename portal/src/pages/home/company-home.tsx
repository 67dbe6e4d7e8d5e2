import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { useCompany } from '../../session.ts'
import { hrefOf, usePlaces } from '../../shell/places.ts'
import { Loading } from '../../ui/states.tsx'
import { type Usage, usageQuery } from '../usage/usage.ts'
import { stepsFor, Welcome } from './welcome.tsx'

/**
 * What to do next in a company that has nothing yet. Otherwise redirects to its first page that the user has
 * access to.
 */
export function CompanyHome() {
  const company = useCompany()
  const usage = useQuery(usageQuery(company))
  const first = usePlaces(company)[0]?.places[0]
  if (usage.isPending) return <Loading />
  if (usage.data && isEmpty(usage.data) && stepsFor(company).length > 0) return <Welcome />
  return <Navigate to={first ? hrefOf(company, first.path) : '/account'} replace />
}

const isEmpty = ({ storage, templates, folders }: Usage) =>
  storage.types.length === 0 && templates === 0 && folders === 0
