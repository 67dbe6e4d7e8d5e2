import type { Catalog } from '../../language/catalog.ts'
import { counted } from './numbers.ts'

const assetsOf = (count: number) => counted(count, 'recurso', 'recursos')

export const collectionText: Catalog['collectionText'] = {
  title: 'Colecciones',
  about: 'Recursos elegidos a mano de cualquier carpeta, en el orden que prefiera.',
  count: assetsOf,
  noneTitle: 'Aún no hay colecciones',
  none: 'Seleccione recursos en la biblioteca y elija Agregar a colección.',
  noneReader: 'Aquí aparecen las colecciones que crean los editores.',
  find: 'Buscar una colección',
  noneFound: 'Ninguna colección coincide.',

  create: 'Crear colección',
  edit: 'Editar',
  editTitle: (name) => `Editar ${name}`,
  name: 'Nombre',
  description: 'Descripción',
  save: 'Guardar',
  created: 'Colección creada',
  actions: 'Acciones de la colección',
  actionsOf: (name) => `Acciones para ${name}`,
  remove: 'Eliminar',
  removeTitle: (name) => `¿Eliminar ${name}?`,
  removeText:
    'La colección y sus enlaces compartidos se eliminan y no se pueden restaurar. Sus recursos permanecen en la biblioteca.',
  removed: 'Colección eliminada',
  formats: 'Descargar como ZIP',

  add: 'Agregar a colección',
  addTitle: (count) => `Agregar ${assetsOf(count)} a una colección`,
  added: (count, name) =>
    count === 0
      ? `${name} ya tiene estos recursos`
      : `${counted(count, 'recurso agregado', 'recursos agregados')} a ${name}`,
  open: 'Abrir',
  newName: 'Colección nueva',
  chosen: 'Colección',

  arrange: 'En esta colección',
  toStart: 'Mover al principio',
  earlier: 'Mover hacia delante',
  later: 'Mover hacia atrás',
  toEnd: 'Mover al final',
  cover: 'Usar como portada',
  coverSet: 'Portada cambiada',
  noCover: 'Usar el primer recurso como portada',
  takeOut: 'Quitar de la colección',
  takenOut: (count) => `${counted(count, 'recurso quitado', 'recursos quitados')} de la colección`,
  undo: 'Deshacer',

  keys: 'Pulse Alt y una flecha para mover el recurso o la selección dentro de la colección.',
  toAssets: 'Ver todos los recursos',
  emptyTitle: 'No hay recursos en esta colección',
  empty: 'Seleccione recursos en la biblioteca y elija Agregar a colección, o arrástrelos hasta su nombre.',
  emptyReader: 'Aquí aparecen los recursos que agregan los editores.',
}
