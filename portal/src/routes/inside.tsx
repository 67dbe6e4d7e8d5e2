import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, notFound, Outlet, redirect } from '@tanstack/react-router'
import { followPerson } from '../language/choose-language.ts'
import { OpenCompany } from '../pages/home/open-company.tsx'
import { BareFailed, BareMissing } from '../pages/home/route-states.tsx'
import { meQuery } from '../session.ts'
import { Frame } from '../shell/frame.tsx'

export const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Outlet,
  notFoundComponent: BareMissing,
  errorComponent: BareFailed,
})

export const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  async beforeLoad({ context, location }) {
    const me = await context.queryClient.ensureQueryData(meQuery)
    // biome-ignore lint/suspicious/noThenProperty: see the reason above.
    if (!me) throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { then: location.href } })
    followPerson(me)
    return { me }
  },
  component: Frame,
  errorComponent: BareFailed,
})

export const company = createRoute({
  getParentRoute: () => inside,
  path: '/c/$company',
  loader({ context: { me }, params }) {
    if (!me.companies.some(({ id }) => id === params.company)) throw notFound()
  },
  component: OpenCompany,
})
