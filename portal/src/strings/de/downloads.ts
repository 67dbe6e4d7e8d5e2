import type { Catalog } from '../../language/catalog.ts'
import { counted } from './numbers.ts'

export const downloadText: Catalog['downloadText'] = {
  download: 'Herunterladen',
  withMetadata: 'Metadaten in die Datei schreiben',
  folderFormats: 'Herunterladen als',
  formats: {
    original: 'Originaldateien',
    jpeg: 'JPEG, bis 2.000 px',
    webp: 'WebP, bis 2.000 px',
  },
  begun: (name, files) => `${name}.zip mit ${counted(files, 'Datei', 'Dateien')} wird heruntergeladen`,
}
