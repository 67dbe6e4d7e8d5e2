import type { Catalog } from '../../language/catalog.ts'

export const changeText: Catalog['changeText'] = {
  names: {
    'folder.trash': 'Eliminando el contenido de la carpeta',
    'folder.restore': 'Restaurando el contenido de la carpeta',
    'folder.move': 'Moviendo las subcarpetas',
    'trash.empty': 'Eliminando de la papelera',
    'asset.batch': 'Cambiando los recursos',
    'asset.table': 'Cambiando los recursos',
    'asset_tag.merge': 'Fusionando etiquetas',
    'template_tag.merge': 'Fusionando etiquetas',
    'property.update': 'Actualizando la búsqueda',
    'property.delete': 'Eliminando los valores de la propiedad',
  },
  other: 'En curso',
  progress: 'Progreso',
  failed: 'No se pudo terminar un cambio grande. Pida al operador que revise las tareas fallidas.',
  unknown: 'El cambio continúa, pero no se pudo cargar su progreso',
}
