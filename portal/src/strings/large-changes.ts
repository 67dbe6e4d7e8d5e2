import type { Job } from '../../../sdk/src/index.ts'
import { translated } from '../language/translated.ts'

export const changeText = translated('changeText', {
  names: {
    'folder.trash': 'Deleting the content of the folder',
    'folder.restore': 'Restoring the content of the folder',
    'folder.move': 'Moving the subfolders',
    'trash.empty': 'Deleting from the trash',
    'asset.batch': 'Changing the assets',
    'asset.table': 'Changing the assets',
    'asset_tag.merge': 'Merging tags',
    'template_tag.merge': 'Merging tags',
    'property.update': 'Updating the search index',
    'property.delete': 'Deleting the values of the property',
  } satisfies { [Type in Job['type']]?: string } as Partial<Record<Job['type'], string>>,
  other: 'In progress',
  progress: 'Progress',
  failed: 'A large change could not be finished. Ask your operator to check the failed jobs.',
  unknown: 'The change continues, but its progress could not be loaded',
})
