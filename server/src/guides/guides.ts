import { fileURLToPath } from 'node:url'

/** The directory of the guides in the repository. */
export const guidesDirectory = fileURLToPath(new URL('../../../docs/', import.meta.url))

export type Guide = { slug: string; title: string; file: string }

const guide = (slug: string, title: string, file = `guides/${slug}.md`): Guide => ({ slug, title, file })

/** The guides in reading order. */
export const groups: { title: string; guides: Guide[] }[] = [
  {
    title: 'Get started',
    guides: [guide('quick-start', 'Quick start'), guide('authentication', 'Authentication')],
  },
  {
    title: 'Build',
    guides: [
      guide('paging', 'Lists and paging'),
      guide('errors', 'Errors'),
      guide('rate-limits', 'Rate limits'),
      guide('uploads', 'Uploads'),
      guide('downloads', 'Downloads'),
      guide('collections', 'Collections'),
      guide('saved-searches', 'Saved searches'),
      guide('spreadsheets', 'Assets in a spreadsheet'),
      guide('properties', 'Custom properties'),
      guide('translations', 'Translations'),
      guide('sync', 'Sync'),
      guide('webhooks', 'Webhooks'),
      guide('templates', 'Templates', 'templates.md'),
      guide('renders', 'Renders'),
      guide('sharing', 'Sharing'),
      guide('brand-pages', 'Brand pages'),
      guide('rights', 'Rights'),
      guide('reviews', 'Reviews and comments'),
      guide('sdk', 'SDK', '../sdk/README.md'),
      guide('cli', 'Command line', '../cli/README.md'),
      guide('assistants', 'AI assistants'),
      guide('contract', 'The contract', 'contract.md'),
    ],
  },
  {
    title: 'Run',
    guides: [
      guide('self-hosting', 'Self-hosting'),
      guide('configuration', 'Configuration', 'configuration.md'),
      guide('single-sign-on', 'Single sign-on'),
      guide('database-account', 'PostgreSQL account', 'database-account.md'),
      guide('operators', 'Operating', 'operators.md'),
      guide('scaling', 'Scaling', 'scaling.md'),
      guide('operations', 'Runbook', 'operations.md'),
      guide('reliability', 'Reliability', 'reliability.md'),
      guide('upgrading', 'Upgrading'),
      guide('security', 'Security'),
      guide('security-model', 'Security model', 'security-model.md'),
    ],
  },
]

export const guides = groups.flatMap(({ guides }) => guides)
