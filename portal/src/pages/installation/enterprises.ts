import { queryOptions } from '@tanstack/react-query'
import { createApi } from '../../api.ts'

export type Enterprise = {
  id: string
  name: string
  status: 'active' | 'inactive'
  companies: { id: string; name: string }[]
}

export const enterprisesQuery = queryOptions({
  queryKey: ['enterprises'],
  queryFn: async ({ signal }) =>
    (await createApi().get<{ data: Enterprise[] }>('/enterprises', { signal })).data,
})

/** @param company is the name of its first company. */
export const createEnterprise = (values: { name: string; company: string }) =>
  createApi().post<{ data: Enterprise }>('/enterprises', values)

export const changeStatus = (id: string, status: Enterprise['status']) =>
  createApi().patch<{ data: Enterprise }>(`/enterprises/${id}`, { status })
