import { Navigate } from '@tanstack/react-router'
import { useCompany } from '../../session.ts'
import { hrefOf, usePlaces } from '../../shell/places.ts'

/** Redirects to the company's first page that the user has access to. */
export function CompanyHome() {
  const company = useCompany()
  const first = usePlaces(company)[0]?.places[0]
  return <Navigate to={first ? hrefOf(company, first.path) : '/account'} replace />
}
