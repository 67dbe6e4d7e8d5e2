import type { Catalog } from '../../language/catalog.ts'
import { counted } from './numbers.ts'

export const downloadText: Catalog['downloadText'] = {
  download: 'Télécharger',
  withMetadata: 'Écrire les métadonnées dans le fichier',
  folderFormats: 'Télécharger en tant que',
  formats: {
    original: 'Fichiers originaux',
    jpeg: 'JPEG, jusqu’à 2 000 px',
    webp: 'WebP, jusqu’à 2 000 px',
  },
  begun: (name, files) => `Téléchargement de ${name}.zip avec ${counted(files, 'fichier', 'fichiers')}`,
}
