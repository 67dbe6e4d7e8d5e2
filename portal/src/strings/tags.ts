export const tagText = {
  title: 'Tags',
  automatic: 'Found automatically',
  add: 'Add a tag',
  remove: (name: string) => `Remove the tag ${name}`,
} as const
