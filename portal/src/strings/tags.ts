export const tagText = {
  title: 'Tags',
  automatic: 'Auto tag',
  add: 'Add tag',
  remove: (name: string) => `Remove tag ${name}`,

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
    'Everything with this tag gets the other tag instead. This tag is permanently deleted. This can’t be undone.',
  into: 'Merge into',
  mergeNow: 'Merge tags',
  merged: (name: string, into: string) => `${name} merged into ${into}`,
  trash: 'Move to trash',
  trashed: {
    asset: 'Tag moved to trash. Its assets are kept.',
    template: 'Tag moved to trash. Its templates are kept.',
  },
  restored: 'Tag restored',
} as const
