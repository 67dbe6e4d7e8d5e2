import { translated } from '../language/translated.ts'

export const tagText = translated('tagText', {
  title: 'Tags',
  automatic: 'Suggested by a program',
  add: 'Add tag',
  remove: (name: string) => `Remove tag ${name}`,
  accept: (name: string) => `Accept suggested tag ${name}`,
  reject: (name: string) => `Reject suggested tag ${name}`,

  find: 'Find a tag',
  noneFound: 'No matching tags.',
  create: 'Create tag',
  name: 'Name',
  made: 'Tag created',
  actionsOf: (name: string) => `Actions for ${name}`,
  rename: 'Rename',
  renameTitle: (name: string) => `Rename ${name}`,
  merge: 'Merge',
  mergeTitle: (name: string) => `Merge ${name} into another tag`,
  mergeText:
    'The other tag replaces this tag everywhere. This tag is permanently deleted. This can’t be undone.',
  into: 'Merge into',
  mergeNow: 'Merge tags',
  merged: (name: string, into: string) => `${name} merged into ${into}`,
  trash: 'Move to trash',
  trashed: {
    asset: 'Tag moved to trash. Its assets are kept.',
    template: 'Tag moved to trash. Its templates are kept.',
  },
  restored: 'Tag restored',
})
