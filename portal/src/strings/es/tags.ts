import type { Catalog } from '../../language/catalog.ts'

export const tagText: Catalog['tagText'] = {
  title: 'Etiquetas',
  automatic: 'Sugerida por un programa',
  add: 'Agregar etiqueta',
  remove: (name) => `Quitar la etiqueta ${name}`,
  accept: (name) => `Aceptar la etiqueta sugerida ${name}`,
  reject: (name) => `Rechazar la etiqueta sugerida ${name}`,

  find: 'Buscar una etiqueta',
  noneFound: 'Ninguna etiqueta coincide.',
  create: 'Crear etiqueta',
  name: 'Nombre',
  made: 'Etiqueta creada',
  actionsOf: (name) => `Acciones para ${name}`,
  rename: 'Cambiar nombre',
  renameTitle: (name) => `Cambiar el nombre de ${name}`,
  merge: 'Fusionar',
  mergeTitle: (name) => `Fusionar ${name} con otra etiqueta`,
  mergeText:
    'La otra etiqueta reemplaza a esta en todas partes. Esta etiqueta se elimina definitivamente. Esta acción no se puede deshacer.',
  into: 'Fusionar con',
  mergeNow: 'Fusionar etiquetas',
  merged: (name, into) => `${name} se fusionó con ${into}`,
  trash: 'Mover a la papelera',
  trashed: {
    asset: 'Etiqueta movida a la papelera. Sus recursos se conservan.',
    template: 'Etiqueta movida a la papelera. Sus plantillas se conservan.',
  },
  restored: 'Etiqueta restaurada',
}
