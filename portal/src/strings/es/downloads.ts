import type { Catalog } from '../../language/catalog.ts'
import { counted } from './numbers.ts'

export const downloadText: Catalog['downloadText'] = {
  download: 'Descargar',
  withMetadata: 'Escribir metadatos en el archivo',
  folderFormats: 'Descargar como',
  formats: {
    original: 'Archivos originales',
    jpeg: 'JPEG, hasta 2000 px',
    webp: 'WebP, hasta 2000 px',
  },
  begun: (name, files) => `Se está descargando ${name}.zip con ${counted(files, 'archivo', 'archivos')}`,
}
