import type { QueryClient } from '@tanstack/react-query'
import {
  type AnyRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
} from '@tanstack/react-router'
import { BareFailed, RouteFailed, RouteMissing } from './pages/home/route-states.tsx'
import { companyPages } from './routes/company-pages.ts'
import { company, inside, root } from './routes/inside.tsx'
import { type InstallationArea, installationAreas, oneOf, only, text } from './routes/search.ts'
import { doorsQuery, meQuery } from './session.ts'
import { keptCompany } from './shell/places.ts'
import { Loading } from './ui/states.tsx'

// Pages before sign-in.

const outside = createRoute({
  getParentRoute: () => root,
  id: 'outside',
  errorComponent: BareFailed,
  component: lazyRouteComponent(() => import('./pages/sign-in/door-layout.tsx'), 'DoorLayout'),
})

const setup = createRoute({
  getParentRoute: () => outside,
  path: '/setup',
  validateSearch: (search): { token?: string } => only({ token: text(search.token) }),
  async beforeLoad({ context }) {
    const { needs_setup } = await context.queryClient.ensureQueryData(doorsQuery)
    if (!needs_setup) throw redirect({ to: '/sign-in' })
  },
  component: lazyRouteComponent(() => import('./pages/sign-in/setup-page.tsx'), 'SetupPage'),
})

const signIn = createRoute({
  getParentRoute: () => outside,
  path: '/sign-in',
  validateSearch: (search): { then?: string; error?: string } =>
    // biome-ignore lint/suspicious/noThenProperty: a string is not a promise, and `?then=` is part of a URL that people see.
    only({ then: text(search.then), error: text(search.error) }),
  async beforeLoad({ context }) {
    const { needs_setup } = await context.queryClient.ensureQueryData(doorsQuery)
    if (needs_setup) throw redirect({ to: '/setup' })
  },
  component: lazyRouteComponent(() => import('./pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
})

const forgotPassword = createRoute({
  getParentRoute: () => outside,
  path: '/forgot-password',
  loader: ({ context }) => context.queryClient.ensureQueryData(doorsQuery),
  component: lazyRouteComponent(
    () => import('./pages/sign-in/forgot-password-page.tsx'),
    'ForgotPasswordPage',
  ),
})

const resetPassword = createRoute({
  getParentRoute: () => outside,
  path: '/reset-password',
  validateSearch: (search): { token?: string } => only({ token: text(search.token) }),
  component: lazyRouteComponent(() => import('./pages/sign-in/reset-password-page.tsx'), 'ResetPasswordPage'),
})

const invitation = createRoute({
  getParentRoute: () => outside,
  path: '/invitations/$code',
  loader: ({ context }) => context.queryClient.ensureQueryData(meQuery),
  component: lazyRouteComponent(() => import('./pages/sign-in/invitation-page.tsx'), 'InvitationPage'),
})

/**
 * A page after sign-in, without the frame of the portal, because the person came from another program.
 */
const connect = createRoute({
  getParentRoute: () => outside,
  path: '/connect',
  validateSearch: (search): { request?: string } => only({ request: text(search.request) }),
  async beforeLoad({ context, location }) {
    const me = await context.queryClient.ensureQueryData(meQuery)
    // biome-ignore lint/suspicious/noThenProperty: see the reason above.
    if (!me) throw redirect({ to: '/sign-in', search: { then: location.href } })
  },
  component: lazyRouteComponent(() => import('./pages/connect/connect-page.tsx'), 'ConnectPage'),
})

// Pages after sign-in.

const home = createRoute({
  getParentRoute: () => inside,
  path: '/',
  beforeLoad({ context: { me } }) {
    const kept = keptCompany()
    const company = me.companies.find(({ id }) => id === kept) ?? me.companies[0]
    if (company) throw redirect({ to: '/c/$company', params: { company: company.id } })
  },
  component: lazyRouteComponent(() => import('./pages/home/no-company-page.tsx'), 'NoCompanyPage'),
})

const account = createRoute({
  getParentRoute: () => inside,
  path: '/account',
  validateSearch: (search): { error?: string } => only({ error: text(search.error) }),
  component: lazyRouteComponent(() => import('./pages/account/account-page.tsx'), 'AccountPage'),
})

const installation = createRoute({
  getParentRoute: () => inside,
  path: '/installation',
  validateSearch: (search): { area?: InstallationArea } =>
    only({ area: oneOf(installationAreas, search.area) }),
  loader({ context: { me } }) {
    if (!me.is_operator) throw notFound()
  },
  component: lazyRouteComponent(
    () => import('./pages/installation/installation-page.tsx'),
    'InstallationPage',
  ),
})

// To add a company page, add a route here or in routes/company-pages.ts, and an entry in shell/navigation.ts.

const companyHome = createRoute({
  getParentRoute: () => company,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/home/company-home.tsx'), 'CompanyHome'),
})

const routeTree = root.addChildren([
  outside.addChildren([setup, signIn, forgotPassword, resetPassword, invitation, connect]),
  inside.addChildren([home, account, installation, company.addChildren([companyHome, ...companyPages])]),
])

export function createPortalRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    basepath: import.meta.env.BASE_URL,
    context: { queryClient },
    defaultPreload: 'intent',
    // TanStack Query decides which data is fresh.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultPendingComponent: Loading,
    defaultErrorComponent: RouteFailed,
    defaultNotFoundComponent: RouteMissing,
  })
}

/** Loads the code of the requested page while the session is being checked. */
export function loadPageCode({ matchRoutes, latestLocation, routesById }: Router) {
  const routes: Record<string, AnyRoute> = routesById
  for (const { routeId } of matchRoutes(latestLocation) as { routeId: string }[])
    void routes[routeId]?.options.component?.preload?.()
}

type Router = ReturnType<typeof createPortalRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: Router
  }
  interface StaticDataRouteOption {
    /** Whether the page has the full width: `staticData: { isWide: true }`. */
    isWide?: boolean
    /** Whether the page fills the window and scrolls its parts itself. */
    isFull?: boolean
  }
}
