import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, Cancelled } from './api.ts'
import { notifyError } from './ui/notify.tsx'

const retriesMax = 2
const freshMs = 10_000

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The page shows the error itself: there is no notification. */
      showsError?: boolean
    }
  }
}

/** @param onSignedOut is called when an answer says that the session has ended. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const isSignedOut = (error: unknown) => error instanceof ApiError && error.status === 401
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error) => isSignedOut(error) && onSignedOut() }),
    mutationCache: new MutationCache({
      onError(error, _variables, _context, mutation) {
        if (isSignedOut(error)) onSignedOut()
        if (mutation.meta?.showsError || error instanceof Cancelled) return
        notifyError(error)
      },
    }),
    defaultOptions: { queries: { staleTime: freshMs, retry: isWorthRetrying } },
  })
}

/** The same question gets the same refusal; only a server that is away or busy may answer better. */
function isWorthRetrying(failures: number, error: Error) {
  const status = error instanceof ApiError ? error.status : 0
  return failures < retriesMax && (status === 0 || status === 429 || status >= 500)
}
