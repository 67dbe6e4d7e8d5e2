import type { Catalog } from '../../language/catalog.ts'

export const versionText: Catalog['versionText'] = {
  title: 'Versiones',
  version: (version) => `Versión ${version}`,
  by: 'por',
  current: 'Actual',
  restoredFrom: (version) => `Restaurada de la versión ${version}`,
  restore: 'Restaurar',
  restoreOf: (version) => `Restaurar la versión ${version}`,
  restored: (version) => `Versión ${version} restaurada`,
  open: (version) => `Abrir la versión ${version}`,
  upload: 'Subir versión nueva',
  uploaded: 'Versión nueva subida',
}
