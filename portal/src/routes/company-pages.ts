import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { atMost } from '../at-most.ts'
import type { ActivitySearch } from '../pages/activity/activity.ts'
import { assetsQuery } from '../pages/assets/asset-queries.ts'
import { askedBy, assetSearch } from '../pages/assets/search.ts'
import { batchSearch } from '../pages/batches/search.ts'
import { clientColumns } from '../pages/clients/search.ts'
import { memberColumns } from '../pages/people/search.ts'
import type { RequestFilters } from '../pages/requests/requests.ts'
import { requestMethods, requestResults } from '../pages/requests/search.ts'
import { shareColumns } from '../pages/shares/search.ts'
import { templateSearch } from '../pages/templates/search.ts'
import { webhookColumns } from '../pages/webhooks/search.ts'
import { currentCompany } from '../session.ts'
import { company } from './inside.tsx'
import {
  type DeliveryState,
  deliveryStates,
  oneOf,
  only,
  sortBy,
  type TrashKind,
  text,
  trashKinds,
} from './search.ts'

const soonMs = 100

const assets = createRoute({
  getParentRoute: () => company,
  path: '/assets',
  staticData: { isFull: true },
  validateSearch: (search) => assetSearch(search),
  /** The list is requested while the page's code loads. If it arrives quickly, no loading state is shown. */
  async loader({ context: { queryClient, me }, params, location }) {
    const company = me.companies.find(({ id }) => id === params.company)
    if (!company) return
    const query = assetsQuery(currentCompany(company), askedBy(assetSearch(location.search)))
    await atMost(soonMs, queryClient.prefetchInfiniteQuery(query))
  },
  component: lazyRouteComponent(() => import('../pages/assets/assets-page.tsx'), 'AssetsPage'),
})

const brandKit = createRoute({
  getParentRoute: () => company,
  path: '/brand-kit',
  validateSearch: (search): { kit?: string } => only({ kit: text(search.kit) }),
  component: lazyRouteComponent(() => import('../pages/brand-kit/brand-kit-page.tsx'), 'BrandKitPage'),
})

const templates = createRoute({
  getParentRoute: () => company,
  path: '/templates',
  staticData: { isFull: true },
  validateSearch: (search) => templateSearch(search),
  component: lazyRouteComponent(() => import('../pages/templates/templates-page.tsx'), 'TemplatesPage'),
})

const template = createRoute({
  getParentRoute: () => company,
  path: '/templates/$template',
  staticData: { isWide: true },
  component: lazyRouteComponent(() => import('../pages/templates/details/template-page.tsx'), 'TemplatePage'),
})

const useTemplate = createRoute({
  getParentRoute: () => company,
  path: '/templates/$template/use',
  staticData: { isWide: true },
  component: lazyRouteComponent(() => import('../pages/templates/use/use-page.tsx'), 'UsePage'),
})

const textBoxes = createRoute({
  getParentRoute: () => company,
  path: '/templates/$template/boxes',
  staticData: { isWide: true },
  component: lazyRouteComponent(() => import('../pages/templates/boxes/boxes-page.tsx'), 'BoxesPage'),
})

const batches = createRoute({
  getParentRoute: () => company,
  path: '/batches',
  validateSearch: (search): { make?: true } => only({ make: search.make === true ? true : undefined }),
  component: lazyRouteComponent(() => import('../pages/batches/batches-page.tsx'), 'BatchesPage'),
})

const newBatch = createRoute({
  getParentRoute: () => company,
  path: '/batches/new',
  staticData: { isWide: true },
  validateSearch: (search): { template?: string } => only({ template: text(search.template) }),
  component: lazyRouteComponent(() => import('../pages/batches/new/new-batch-page.tsx'), 'NewBatchPage'),
})

const batch = createRoute({
  getParentRoute: () => company,
  path: '/batches/$batch',
  staticData: { isWide: true },
  validateSearch: (search) => batchSearch(search),
  component: lazyRouteComponent(() => import('../pages/batches/details/batch-page.tsx'), 'BatchPage'),
})

const collections = createRoute({
  getParentRoute: () => company,
  path: '/collections',
  component: lazyRouteComponent(
    () => import('../pages/assets/collections/collections-page.tsx'),
    'CollectionsPage',
  ),
})

const shares = createRoute({
  getParentRoute: () => company,
  path: '/shares',
  validateSearch: ({ sort }) => only({ sort: sortBy(shareColumns, sort) }),
  component: lazyRouteComponent(() => import('../pages/shares/shares-page.tsx'), 'SharesPage'),
})

const share = createRoute({
  getParentRoute: () => company,
  path: '/shares/$share',
  component: lazyRouteComponent(() => import('../pages/shares/share-page.tsx'), 'SharePage'),
})

const clients = createRoute({
  getParentRoute: () => company,
  path: '/clients',
  validateSearch: ({ sort }) => only({ sort: sortBy(clientColumns, sort) }),
  component: lazyRouteComponent(() => import('../pages/clients/clients-page.tsx'), 'ClientsPage'),
})

const client = createRoute({
  getParentRoute: () => company,
  path: '/clients/$client',
  component: lazyRouteComponent(() => import('../pages/clients/client-page.tsx'), 'ClientPage'),
})

const requests = createRoute({
  getParentRoute: () => company,
  path: '/requests',
  validateSearch: ({ client, status, method, route, since, until }): RequestFilters =>
    only({
      client: text(client),
      status: oneOf(requestResults, status),
      method: oneOf(requestMethods, method),
      route: text(route),
      since: text(since),
      until: text(until),
    }),
  component: lazyRouteComponent(() => import('../pages/requests/requests-page.tsx'), 'RequestsPage'),
})

const gettingStarted = createRoute({
  getParentRoute: () => company,
  path: '/getting-started',
  validateSearch: (search): { client?: string } => only({ client: text(search.client) }),
  component: lazyRouteComponent(
    () => import('../pages/getting-started/getting-started-page.tsx'),
    'GettingStartedPage',
  ),
})

const webhooks = createRoute({
  getParentRoute: () => company,
  path: '/webhooks',
  validateSearch: ({ sort }) => only({ sort: sortBy(webhookColumns, sort) }),
  component: lazyRouteComponent(() => import('../pages/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
})

const webhook = createRoute({
  getParentRoute: () => company,
  path: '/webhooks/$webhook',
  validateSearch: (search): { state?: DeliveryState } => only({ state: oneOf(deliveryStates, search.state) }),
  component: lazyRouteComponent(() => import('../pages/webhooks/webhook-page.tsx'), 'WebhookPage'),
})

const reference = createRoute({
  getParentRoute: () => company,
  path: '/reference',
  staticData: { isFull: true },
  component: lazyRouteComponent(() => import('../pages/reference/reference-page.tsx'), 'ReferencePage'),
})

const people = createRoute({
  getParentRoute: () => company,
  path: '/people',
  validateSearch: ({ person, sort }) => only({ person: text(person), sort: sortBy(memberColumns, sort) }),
  component: lazyRouteComponent(() => import('../pages/people/people-page.tsx'), 'PeoplePage'),
})

const activity = createRoute({
  getParentRoute: () => company,
  path: '/activity',
  validateSearch: ({ type, client, person, since, until, sort }): ActivitySearch =>
    only({
      type: text(type),
      client: text(client),
      person: text(person),
      since: text(since),
      until: text(until),
      sort: sortBy(['created_at'], sort),
    }),
  component: lazyRouteComponent(() => import('../pages/activity/activity-page.tsx'), 'ActivityPage'),
})

const usage = createRoute({
  getParentRoute: () => company,
  path: '/usage',
  component: lazyRouteComponent(() => import('../pages/usage/usage-page.tsx'), 'UsagePage'),
})

const trash = createRoute({
  getParentRoute: () => company,
  path: '/trash',
  validateSearch: (search): { of?: TrashKind } => only({ of: oneOf(trashKinds, search.of) }),
  component: lazyRouteComponent(() => import('../pages/trash/trash-page.tsx'), 'TrashPage'),
})

const properties = createRoute({
  getParentRoute: () => company,
  path: '/properties',
  component: lazyRouteComponent(() => import('../pages/properties/properties-page.tsx'), 'PropertiesPage'),
})

const settings = createRoute({
  getParentRoute: () => company,
  path: '/settings',
  component: lazyRouteComponent(() => import('../pages/settings/settings-page.tsx'), 'SettingsPage'),
})

/** The library, the developer pages and the company settings. */
export const companyPages = [
  assets,
  templates,
  template,
  useTemplate,
  textBoxes,
  batches,
  newBatch,
  batch,
  brandKit,
  collections,
  shares,
  share,
  clients,
  client,
  requests,
  gettingStarted,
  webhooks,
  webhook,
  reference,
  people,
  activity,
  usage,
  trash,
  properties,
  settings,
] as const
