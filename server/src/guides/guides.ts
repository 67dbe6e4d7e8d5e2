import { fileURLToPath } from 'node:url'

export const guidesDirectory = fileURLToPath(new URL('../../../docs/', import.meta.url))

export type Guide = {
  slug: string
  title: string
  /** One sentence for the list of guides. */
  about: string
  file: string
}

const guide = (slug: string, title: string, about: string, file = `guides/${slug}.md`): Guide => ({
  slug,
  title,
  about,
  file,
})

export const groups: { title: string; guides: Guide[] }[] = [
  {
    title: 'Get started',
    guides: [
      guide('quick-start', 'Quick start', 'Get a token, list assets and create a render.'),
      guide('authentication', 'Authentication', 'Tokens, scopes, public keys and revocation.'),
    ],
  },
  {
    title: 'Build',
    guides: [
      guide('paging', 'Lists and paging', 'Pages, sorting, search, filters and fields.'),
      guide('errors', 'Errors', 'All messages with their status, and what to do.'),
      guide('rate-limits', 'Rate limits', 'Limits per minute and their headers.'),
      guide('uploads', 'Uploads', 'Upload files in one request, in chunks or from a URL.'),
      guide('downloads', 'Downloads', 'Files in other sizes and formats, and zip archives.'),
      guide('collections', 'Collections', 'Lists of assets from any folders, in your order.'),
      guide('saved-searches', 'Saved searches', 'Filters with a name, and e-mails about new matches.'),
      guide(
        'spreadsheets',
        'Assets in a spreadsheet',
        'Export assets as CSV, edit them and import the file.',
      ),
      guide('properties', 'Custom properties', 'Your own fields for assets and templates.'),
      guide('translations', 'Translations', 'Names and texts in several languages.'),
      guide('sync', 'Sync', 'Keep a copy up to date with the change feed.'),
      guide('webhooks', 'Webhooks', 'Receive every change within a second.'),
      guide('templates', 'Templates', 'Prepare SVG files for filling in.', 'templates.md'),
      guide('renders', 'Renders', 'Fill in templates as images and PDFs.'),
      guide('sharing', 'Sharing', 'Pages for people without an account.'),
      guide('brand-pages', 'Brand pages', 'Publish a brand kit for partners and agencies.'),
      guide('rights', 'Rights', 'When and how an asset may be used.'),
      guide('reviews', 'Reviews and comments', 'Approve or reject assets and templates, and discuss them.'),
      guide('sdk', 'SDK', 'The client for TypeScript and JavaScript.', '../sdk/README.md'),
      guide('cli', 'Command line', 'Tables for people and JSON for programs.', '../cli/README.md'),
      guide('assistants', 'AI assistants', 'Connect an assistant with the Model Context Protocol.'),
      guide('contract', 'The contract', 'Everything that goes over the wire, rule by rule.', 'contract.md'),
    ],
  },
  {
    title: 'Run',
    guides: [
      guide('self-hosting', 'Self-hosting', 'Install and start a server.'),
      guide('configuration', 'Configuration', 'All environment variables.', 'configuration.md'),
      guide('single-sign-on', 'Single sign-on', 'Sign in with OpenID Connect, with roles by group.'),
      guide(
        'database-account',
        'PostgreSQL account',
        'The PostgreSQL privileges that the server needs.',
        'database-account.md',
      ),
      guide('operators', 'Operating', 'Companies, clients, backups and upgrades.', 'operators.md'),
      guide('scaling', 'Scaling', 'The capacity of one machine, and what to add.', 'scaling.md'),
      guide('operations', 'Runbook', 'What to do for each alert.', 'operations.md'),
      guide('reliability', 'Reliability', 'What the server promises during failures.', 'reliability.md'),
      guide('upgrading', 'Upgrading', 'Install a new version and what each one needs.'),
      guide('security', 'Security', 'A summary for people who assess Atelier.'),
      guide(
        'security-model',
        'Security model',
        'Attackers, trust boundaries and promises.',
        'security-model.md',
      ),
    ],
  },
]

export const guides = groups.flatMap(({ guides }) => guides)
