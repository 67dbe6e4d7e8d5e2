import { type RegisteredRouter, useParams, useRouter } from '@tanstack/react-router'
import { allows, type Company, type Me } from '../session.ts'
import { navigation, type PlaceGroup } from './navigation.ts'

const companyPath = '/c/$company'

/** The company's places that exist and that the user has access to. */
export function placesOf(router: RegisteredRouter, company: Company): PlaceGroup[] {
  const isOpen = ({ path, scope }: PlaceGroup['places'][number]) =>
    Object.hasOwn(router.routesByPath, companyPath + path) && allows(company, scope)
  return navigation
    .map(({ label, places }) => ({ label, places: places.filter(isOpen) }))
    .filter(({ places }) => places.length > 0)
}

export const hrefOf = (company: Company, path: string) => companyPath.replace('$company', company.id) + path

/** The company in the URL; on other pages the last open one, or the first. */
export function useOpenCompany({ companies }: Me): Company | undefined {
  const { company: id } = useParams({ strict: false })
  const kept = id ?? keptCompany()
  return companies.find((one) => one.id === kept) ?? companies[0]
}

export function usePlaces(company: Company | undefined): PlaceGroup[] {
  const router = useRouter()
  return company ? placesOf(router, company) : []
}

const storageKey = 'atelier-company'

/** The browser stores the last company, so that `/` opens it. */
export const keptCompany = () => localStorage.getItem(storageKey)
export const keepCompany = (id: string) => localStorage.setItem(storageKey, id)
