/** The kind of job that finishes changes of many rows. */
export const largeChangeJob = 'change.finish'

/** As clients see them: the types of their jobs. */
export const largeChangeTypes = [
  'folder.trash',
  'folder.restore',
  'folder.move',
  'asset.batch',
  'asset_tag.merge',
  'template_tag.merge',
] as const

export type LargeChangeType = (typeof largeChangeTypes)[number]
