import { useQuery } from '@tanstack/react-query'
import { useCompany } from '../../session.ts'
import { companyQuery } from '../settings/company.ts'

/** Whether the company uses reviews. False until its settings are loaded. */
export const useReviews = (): boolean => useQuery(companyQuery(useCompany())).data?.reviews ?? false
