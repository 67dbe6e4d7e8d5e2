import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'

/** Clears all cached data. */
export function useSignOut() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async () => {
      const { answerOf, auth } = await import('../auth.ts')
      await answerOf(auth.signOut())
    },
    onSuccess: async () => {
      await navigate({ to: '/sign-in' })
      queryClient.removeQueries({ type: 'inactive' })
    },
  })
}
