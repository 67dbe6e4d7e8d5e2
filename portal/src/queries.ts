import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { Canceled, statusOf } from './errors.ts'
import { notifyError } from './ui/notify.tsx'

const freshMs = 10_000

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** If set, the page shows the error itself, without a notification. */
      showsError?: boolean
    }
  }
}

/** @param onSignedOut is called when a response shows that the session has ended. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const isSignedOut = (error: unknown) => statusOf(error) === 401
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error) => isSignedOut(error) && onSignedOut() }),
    mutationCache: new MutationCache({
      onError(error, _variables, _context, mutation) {
        if (isSignedOut(error)) onSignedOut()
        if (mutation.meta?.showsError || error instanceof Canceled) return
        notifyError(error)
      },
    }),
    defaultOptions: {
      // The SDK has already retried.
      queries: { staleTime: freshMs, retry: false },
    },
  })
}
