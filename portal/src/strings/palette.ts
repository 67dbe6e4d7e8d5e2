import { translated } from '../language/translated.ts'

export const paletteText = translated('paletteText', {
  label: 'Search or jump to…',
  results: 'Results',
  recent: 'Recent',
  groups: {
    asset: 'Assets',
    template: 'Templates',
    folder: 'Folders',
    collection: 'Collections',
    asset_tag: 'Tags of assets',
    template_tag: 'Tags of templates',
    client: 'Clients',
    member: 'People',
  },
  allAssets: (words: string) => `Show all assets for “${words}”`,
  allTemplates: (words: string) => `Show all templates for “${words}”`,
  count: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  searching: 'Searching…',
  nothingFound: 'No results. Try another search term.',
  failed: 'Some results could not be loaded. Try another search term.',
})
