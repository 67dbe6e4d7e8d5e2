import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { meQuery } from '../session.ts'
import { sessionEnd } from '../session-end.ts'
import { forgetAllFiles } from '../uploads/kept-files.ts'

export function useSignOut() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async () => {
      const { answerOf, auth } = await import('../auth.ts')
      await answerOf(auth.signOut())
    },
    onSuccess: async () => {
      const me = queryClient.getQueryData(meQuery.queryKey)
      if (me) await forgetAllFiles(me.id)
      await navigate({ to: '/sign-in' })
      queryClient.removeQueries({ type: 'inactive' })
      // Requests of the previous page may have recorded the end of the session.
      sessionEnd.clear()
    },
  })
}
