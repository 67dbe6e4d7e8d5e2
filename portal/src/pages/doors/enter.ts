import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { meQuery } from '../../session.ts'

/** Goes in, to where one wanted to go: nothing that was known of somebody else is kept. */
export function useEnter() {
  const queryClient = useQueryClient()
  const router = useRouter()
  return async (then?: string) => {
    queryClient.removeQueries({ type: 'inactive' })
    await queryClient.fetchQuery({ ...meQuery, staleTime: 0 })
    router.history.push(wayIn(then))
  }
}

/** Where one wanted to go, or the first page: a link to us must not send people elsewhere once they are in. */
export function wayIn(then: string | undefined): string {
  if (!then?.startsWith('/')) return '/'
  return new URL(then, location.origin).origin === location.origin ? then : '/'
}
