import { translated } from '../language/translated.ts'

export const savedSearchText = translated('savedSearchText', {
  title: 'Saved searches',
  save: 'Save search',
  saveTitle: 'Save this search',
  name: 'Name',
  company: 'Show to everyone in the company',
  companyHint: 'Otherwise, only you can see it.',
  follow: 'Follow',
  followHint: 'You get an e-mail about new assets that match, at most once a day.',
  saved: 'Search saved',

  actions: 'Search actions',
  actionsOf: (name: string) => `Actions for ${name}`,
  unfollow: 'Stop following',
  followed: (name: string) => `You follow ${name}`,
  unfollowed: (name: string) => `You no longer follow ${name}`,
  rename: 'Rename',
  renameTitle: (name: string) => `Rename ${name}`,
  submitName: 'Rename',
  update: 'Update with current filters',
  updated: (name: string) => `${name} now has the current filters`,
  share: 'Show to the company',
  shared: (name: string) => `Everyone in the company can see ${name}`,
  hide: 'Make private',
  hidden: (name: string) => `Only you can see ${name}`,
  remove: 'Delete',
  removeTitle: (name: string) => `Delete ${name}?`,
  removeText:
    'The saved search is deleted and cannot be restored. The assets that it finds stay in the library.',
  removed: 'Saved search deleted',
  notShown: (filters: readonly string[]) =>
    `The portal cannot show these filters of the search and ignores them: ${filters.join(', ')}`,
})
