import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import './fonts.css'
import './theme.css'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { atMost } from './at-most.ts'
import { leaveFirstView } from './first-view/first-view.ts'
import { createQueryClient } from './queries.ts'
import { createPortalRouter, loadPageCode } from './router.tsx'
import { meQuery } from './session.ts'
import { sessionEnd } from './session-end.ts'
import { cssVariables, theme } from './theme.ts'

/** Maximum time for which the window stays empty. Afterwards, a loading state is shown. */
const waitMsMax = 1_000

const queryClient = createQueryClient(() => {
  // A dialog asks the person to sign in again.
  if (queryClient.getQueryData(meQuery.queryKey)) return sessionEnd.note()
  // The routes check the session again and redirect to the sign-in.
  queryClient.removeQueries(meQuery)
  void router.invalidate()
})
const router = createPortalRouter(queryClient)
loadPageCode(router)

const root = createRoot(document.getElementById('root')!)
const portal = (
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <Notifications position="bottom-right" />
        <RouterProvider router={router} />
        <Awake />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>
)

function Awake() {
  useEffect(() => void leaveFirstView(), [])
  return null
}

void begin()

/**
 * Renders the page in a transition once it is known, so that the browser can do other work in between. Not
 * awaited, because the pages' modules import this module.
 */
async function begin() {
  await atMost(waitMsMax, router.load())
  startTransition(() => root.render(portal))
}
