/** The kind of job that finishes changes of many rows. */
export const largeChangeJob = 'change.finish'

/** The kind of job that empties the trash. */
export const emptyTrashJob = 'trash.empty'

export const largeChangeTypes = [
  'folder.trash',
  'folder.restore',
  'folder.move',
  'asset.batch',
  'asset.table',
  'asset_tag.merge',
  'template_tag.merge',
  'property.update',
  'property.delete',
] as const

export type LargeChangeType = (typeof largeChangeTypes)[number]
