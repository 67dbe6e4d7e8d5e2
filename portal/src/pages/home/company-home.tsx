import { Navigate } from '@tanstack/react-router'
import { useCompany } from '../../session.ts'
import { hrefOf, usePlaces } from '../../shell/places.ts'

/** A company opens at the first place of it that one may see. */
export function CompanyHome() {
  const company = useCompany()
  const first = usePlaces(company)[0]?.places[0]
  return <Navigate to={first ? hrefOf(company, first.path) : '/account'} replace />
}
