import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Query } from '../../sdk/src/http/query.ts'
import type { Page } from '../../sdk/src/index.ts'
import { type Call, ifMatch, type Tagged } from './api.ts'
import { statusOf } from './errors.ts'
import { type CurrentCompany, useCompany } from './session.ts'

export type One<Resource> = Tagged<{ data: Resource }>

/** `query` affects what the response contains. */
export type Which = { type: string; path: string; id: string; query?: Query }

/** One resource. Shows the data of a list until the response arrives. */
export const oneQuery = <Resource extends { id: string }>(
  company: CurrentCompany,
  { type, path, id, query = {} }: Which,
  queryClient: QueryClient,
) =>
  queryOptions({
    queryKey: [company.id, type, 'one', id],
    queryFn: ({ signal }) => company.api.get<One<Resource>>(`${path}/${id}`, { query, signal }),
    placeholderData: (): One<Resource> | undefined => {
      const lists = queryClient.getQueriesData<{ pages: Page<Resource>[] }>({
        queryKey: [company.id, type, 'list'],
      })
      const rows = lists.flatMap(([, list]) => list?.pages ?? []).flatMap(({ data }) => data)
      const data = rows.find((row) => row.id === id)
      return data && { data, etag: null }
    },
  })

/**
 * Changes one resource optimistically and reverts if the server rejects it. Changes run one after the other,
 * each on the state that is shown. After a concurrent change by another person, the change fails with 412.
 * @param send sends the change; `shown` returns the expected result; `received` completes the server's response with
 * what was shown before.
 */
export function useChangeOne<Resource extends { id: string }, Change = Partial<Resource>>(
  which: Which,
  {
    send = (company, change, options) =>
      company.api.patch<One<Resource>>(`${which.path}/${which.id}`, change, options),
    shown = (resource, change) => ({ ...resource, ...change }),
    received = (resource) => resource,
  }: {
    send?(company: CurrentCompany, change: Change, options: Call): Promise<unknown>
    shown?(resource: Resource, change: Change): Resource
    received?(resource: Resource, before: Resource): Resource
  } = {},
) {
  const company = useCompany()
  const queryClient = useQueryClient()
  const { queryKey } = oneQuery<Resource>(company, which, queryClient)
  return useMutation({
    scope: { id: which.id },
    meta: { showsError: true },
    mutationFn: (change: Change) => {
      const etag = queryClient.getQueryData(queryKey)?.etag
      return send(company, change, ifMatch(etag))
    },
    async onMutate(change) {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData(queryKey)
      if (before) queryClient.setQueryData(queryKey, { ...before, data: shown(before.data, change) })
      return { before }
    },
    onError: (_error, _change, context) => void queryClient.setQueryData(queryKey, context?.before),
    onSuccess(answer, _change, { before }) {
      if (!isOne<Resource>(answer)) return
      const data = before ? received(answer.data, before.data) : answer.data
      queryClient.setQueryData(queryKey, { ...answer, data })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: [company.id, which.type] }),
  })
}

const isOne = <Resource>(answer: unknown): answer is One<Resource> =>
  typeof answer === 'object' && answer !== null && 'data' in answer && 'etag' in answer

export const isGone = (error: unknown) => statusOf(error) === 404
