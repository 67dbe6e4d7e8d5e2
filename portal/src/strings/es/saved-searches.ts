import type { Catalog } from '../../language/catalog.ts'

export const savedSearchText: Catalog['savedSearchText'] = {
  title: 'Búsquedas guardadas',
  save: 'Guardar búsqueda',
  saveTitle: 'Guardar esta búsqueda',
  name: 'Nombre',
  company: 'Mostrar a toda la empresa',
  companyHint: 'De lo contrario, solo usted la ve.',
  follow: 'Seguir',
  followHint: 'Recibe como máximo un correo al día sobre los recursos nuevos que coinciden.',
  saved: 'Búsqueda guardada',

  actions: 'Acciones de la búsqueda',
  actionsOf: (name) => `Acciones de ${name}`,
  unfollow: 'Dejar de seguir',
  followed: (name) => `Sigue ${name}`,
  unfollowed: (name) => `Ya no sigue ${name}`,
  rename: 'Cambiar nombre',
  renameTitle: (name) => `Cambiar el nombre de ${name}`,
  submitName: 'Cambiar nombre',
  update: 'Usar los filtros actuales',
  updated: (name) => `${name} tiene ahora los filtros actuales`,
  share: 'Mostrar a la empresa',
  shared: (name) => `Toda la empresa ve ${name}`,
  hide: 'Hacer privada',
  hidden: (name) => `Solo usted ve ${name}`,
  remove: 'Eliminar',
  removeTitle: (name) => `¿Eliminar ${name}?`,
  removeText:
    'La búsqueda guardada se elimina y no se puede restaurar. Los recursos que encuentra permanecen en la biblioteca.',
  removed: 'Búsqueda guardada eliminada',
  notShown: (filters) =>
    `El portal no puede mostrar estos filtros de la búsqueda y los omite: ${filters.join(', ')}`,
}
