import type { Catalog } from '../../language/catalog.ts'
import type { TrashKind } from '../../routes/search.ts'
import { counted, listed, number } from './numbers.ts'

const nouns: Record<TrashKind, [one: string, more: string]> = {
  assets: ['recurso', 'recursos'],
  templates: ['plantilla', 'plantillas'],
  folders: ['carpeta', 'carpetas'],
  'asset-tags': ['etiqueta de recurso', 'etiquetas de recursos'],
  tags: ['etiqueta de plantilla', 'etiquetas de plantillas'],
}

const placeOf = (path: string | undefined) =>
  path === undefined ? '' : path === '/' ? ' en el nivel superior' : ` en ${path}`

export const trashText: Catalog['trashText'] = {
  title: 'Papelera',
  description: (days) => `Los elementos eliminados se conservan durante ${days}.`,
  descriptionShort: 'Elementos eliminados que aún puede restaurar.',
  kinds: {
    assets: 'Recursos',
    templates: 'Plantillas',
    folders: 'Carpetas',
    'asset-tags': 'Etiquetas de recursos',
    tags: 'Etiquetas de plantillas',
  },
  noneTitle: 'La papelera está vacía',
  none: 'Aquí aparecen los elementos eliminados y puede restaurarlos.',
  deleted: 'Eliminado',
  daysLeft: (days) => (days === 1 ? 'queda 1 día' : `quedan ${number(days)} días`),
  ending: 'queda menos de un día',
  restore: 'Restaurar',
  restoreOf: (name) => `Restaurar ${name}`,
  restoredTo: (path) => `Restaurado${placeOf(path)}`,
  restoredAs: (name, path) => `Restaurado como ${name}${placeOf(path)}`,
  restoredMany: (count, path) => `${counted(count, 'restaurado', 'restaurados')}${placeOf(path)}`,
  restoredApart: (count) => `${number(count)} restaurados en sus carpetas`,
  show: 'Mostrar',
  topLevel: 'Nivel superior',
  actions: 'Acciones para los elementos seleccionados',
  selectAll: 'Seleccionar todo lo cargado',
  selectOf: (name) => `Seleccionar ${name}`,
  selected: (count) => counted(count, 'seleccionado', 'seleccionados'),
  purge: 'Eliminar definitivamente',
  purgeTitle: (count, name) =>
    count === 1
      ? `¿Eliminar definitivamente ${name}?`
      : `¿Eliminar definitivamente ${number(count)} elementos?`,
  purgeText:
    'Esta acción no se puede deshacer. Los recursos que usa un kit de marca o una plantilla se conservan.',
  purgeFoldersText:
    'También se eliminan los recursos y subcarpetas que se movieron a la papelera con una carpeta. Esta acción no se puede deshacer.',
  purged: 'Eliminado definitivamente',
  empty: 'Vaciar papelera',
  emptyTitle: '¿Vaciar la papelera?',
  emptyText: (counts) => {
    const end =
      'Esta acción no se puede deshacer. Los recursos que usa un kit de marca o una plantilla se conservan.'
    if (counts === undefined) return `Se elimina definitivamente todo lo que hay en la papelera. ${end}`
    const some = counts.filter(({ count }) => count > 0)
    if (some.length === 0) return 'La papelera ya está vacía.'
    const list = listed(some.map(({ kind, count }) => counted(count, ...nouns[kind])))
    return `${some.length === 1 && some[0]!.count === 1 ? 'Se elimina' : 'Se eliminan'} definitivamente ${list}. ${end}`
  },
}
