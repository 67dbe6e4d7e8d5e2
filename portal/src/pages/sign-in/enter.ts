import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { meQuery } from '../../session.ts'
import { sessionEnd } from '../../session-end.ts'

/**
 * Finishes the sign-in and opens the requested page. Clears all cached data, which may belong to another
 * person.
 */
export function useEnter() {
  const queryClient = useQueryClient()
  const router = useRouter()
  return async (then?: string) => {
    queryClient.removeQueries({ type: 'inactive' })
    await queryClient.fetchQuery({ ...meQuery, staleTime: 0 })
    sessionEnd.clear()
    router.history.push(wayIn(then))
  }
}

/**
 * The requested page, or the first page. Only paths of the portal are accepted, to prevent open redirects.
 */
export function wayIn(then: string | undefined): string {
  if (!then?.startsWith('/')) return '/'
  return new URL(then, location.origin).origin === location.origin ? then : '/'
}
