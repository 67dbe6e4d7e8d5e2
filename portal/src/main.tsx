import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import '@mantine/spotlight/styles.layer.css'
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
import { cssVariables, theme } from './theme.ts'

/** Until then a window is empty; after it, it says that it is loading. */
const waitMsMax = 1_000

const queryClient = createQueryClient(() => {
  // The routes ask again who is there, and lead to the sign-in.
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
 * The page is drawn once, when it is known, and as a transition: in slices, between which the browser does the rest.
 * Not awaited: the pages' modules wait for this one.
 */
async function begin() {
  await atMost(waitMsMax, router.load())
  startTransition(() => root.render(portal))
}
