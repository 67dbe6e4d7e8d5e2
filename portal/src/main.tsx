import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import '@mantine/spotlight/styles.layer.css'
import './theme.css'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from './queries.ts'
import { createPortalRouter, loadPageCode } from './router.tsx'
import { meQuery } from './session.ts'
import { cssVariables, theme } from './theme.ts'

const queryClient = createQueryClient(() => {
  // The routes ask again who is there, and lead to the sign-in.
  queryClient.removeQueries(meQuery)
  void router.invalidate()
})
const router = createPortalRouter(queryClient)
loadPageCode(router)

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <Notifications position="bottom-right" />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
