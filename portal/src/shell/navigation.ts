import {
  type Icon,
  IconActivity,
  IconBook,
  IconChartBar,
  IconForms,
  IconKey,
  IconLibrary,
  IconListDetails,
  IconPalette,
  IconPhoto,
  IconRocket,
  IconSettings,
  IconShare,
  IconTable,
  IconTemplate,
  IconTrash,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react'
import { shellText } from '../strings/shell.ts'

export type Place = {
  label: string
  icon: Icon
  /** Relative to `/c/$company`. The entry is shown if the router has this route. */
  path: string
  scope: string
  /** The resource that can be created there, and the scope for it. `?make=true` opens the form. */
  make?: { label: string; scope: string }
}

export type PlaceGroup = { label: string; places: Place[] }

/** In the order of the sidebar and the command palette. */
export const navigation: readonly PlaceGroup[] = [
  {
    label: shellText.library,
    places: [
      { label: shellText.assets, icon: IconPhoto, path: '/assets', scope: 'assets:read' },
      { label: shellText.collections, icon: IconLibrary, path: '/collections', scope: 'library:read' },
      {
        label: shellText.templates,
        icon: IconTemplate,
        path: '/templates',
        scope: 'templates:read',
        make: { label: shellText.newTemplate, scope: 'templates:write' },
      },
      {
        label: shellText.batches,
        icon: IconTable,
        path: '/batches',
        scope: 'renders:write',
        make: { label: shellText.newBatch, scope: 'renders:write' },
      },
      { label: shellText.brandKit, icon: IconPalette, path: '/brand-kit', scope: 'brandkit:read' },
      { label: shellText.shares, icon: IconShare, path: '/shares', scope: 'shares:write' },
    ],
  },
  {
    label: shellText.developer,
    places: [
      { label: shellText.clients, icon: IconKey, path: '/clients', scope: 'clients:read' },
      { label: shellText.requests, icon: IconListDetails, path: '/requests', scope: 'clients:read' },
      { label: shellText.webhooks, icon: IconWebhook, path: '/webhooks', scope: 'webhooks:write' },
      { label: shellText.reference, icon: IconBook, path: '/reference', scope: 'profile:read' },
      { label: shellText.gettingStarted, icon: IconRocket, path: '/getting-started', scope: 'profile:read' },
    ],
  },
  {
    label: shellText.company,
    places: [
      { label: shellText.people, icon: IconUsers, path: '/people', scope: 'company:read' },
      { label: shellText.activity, icon: IconActivity, path: '/activity', scope: 'audit:read' },
      { label: shellText.usage, icon: IconChartBar, path: '/usage', scope: 'library:read' },
      { label: shellText.trash, icon: IconTrash, path: '/trash', scope: 'assets:write' },
      { label: shellText.properties, icon: IconForms, path: '/properties', scope: 'assets:write' },
      { label: shellText.settings, icon: IconSettings, path: '/settings', scope: 'company:write' },
    ],
  },
]
