import { translated } from '../language/translated.ts'
import type { TrashKind } from '../routes/search.ts'

const nouns: Record<TrashKind, [one: string, more: string]> = {
  assets: ['asset', 'assets'],
  templates: ['template', 'templates'],
  folders: ['folder', 'folders'],
  'asset-tags': ['asset tag', 'asset tags'],
  tags: ['template tag', 'template tags'],
}

const countOf = (kind: TrashKind, count: number) =>
  `${count.toLocaleString('en')} ${nouns[kind][count === 1 ? 0 : 1]}`

const placeOf = (path: string | undefined) =>
  path === undefined ? '' : path === '/' ? ' to the top level' : ` to ${path}`

export const trashText = translated('trashText', {
  title: 'Trash',
  description: (days: string) => `Deleted items are kept for ${days}.`,
  descriptionShort: 'Deleted items that you can still restore.',
  kinds: {
    assets: 'Assets',
    templates: 'Templates',
    folders: 'Folders',
    'asset-tags': 'Asset tags',
    tags: 'Template tags',
  },
  noneTitle: 'Nothing in the trash',
  none: 'Deleted items appear here, and you can restore them.',
  deleted: 'Deleted',
  daysLeft: (days: number) => (days === 1 ? '1 day left' : `${days} days left`),
  ending: 'less than a day left',
  restore: 'Restore',
  restoreOf: (name: string) => `Restore ${name}`,
  restoredTo: (path: string | undefined) => `Restored${placeOf(path)}`,
  restoredAs: (name: string, path: string | undefined) => `Restored as ${name}${placeOf(path)}`,
  restoredMany: (count: number, path: string | undefined) =>
    `${count.toLocaleString('en')} restored${placeOf(path)}`,
  /** Resources from different folders. */
  restoredApart: (count: number) => `${count.toLocaleString('en')} restored to their folders`,
  show: 'Show',
  topLevel: 'Top level',
  actions: 'Actions for selected items',
  selectAll: 'Select all loaded',
  selectOf: (name: string) => `Select ${name}`,
  selected: (count: number) => `${count.toLocaleString('en')} selected`,
  purge: 'Permanently delete',
  purgeTitle: (count: number, name: string) =>
    count === 1 ? `Permanently delete ${name}?` : `Permanently delete ${count.toLocaleString('en')} items?`,
  purgeText: 'This cannot be undone. Assets that a brand kit or a template uses are kept.',
  purgeFoldersText:
    'Assets and subfolders that moved to the trash with a folder are deleted too. This cannot be undone.',
  purged: 'Permanently deleted',
  empty: 'Empty trash',
  emptyTitle: 'Empty the trash?',
  /** @param counts the numbers per kind. Undefined while they load. */
  emptyText: (counts: { kind: TrashKind; count: number }[] | undefined) => {
    const end = 'This cannot be undone. Assets that a brand kit or a template uses are kept.'
    if (counts === undefined) return `Everything in the trash is permanently deleted. ${end}`
    const some = counts.filter(({ count }) => count > 0).map(({ kind, count }) => countOf(kind, count))
    if (some.length === 0) return 'The trash is already empty.'
    return `${new Intl.ListFormat('en').format(some)} ${some.length === 1 && some[0]!.startsWith('1 ') ? 'is' : 'are'} permanently deleted. ${end}`
  },
})
