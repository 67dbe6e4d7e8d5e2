import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { assetSearch } from '../pages/assets/search.ts'
import { company } from './inside.tsx'

const assets = createRoute({
  getParentRoute: () => company,
  path: '/assets',
  staticData: { isFull: true },
  validateSearch: (search) => assetSearch(search),
  component: lazyRouteComponent(() => import('../pages/assets/assets-page.tsx'), 'AssetsPage'),
})

/** The library. */
export const companyPages = [assets] as const
