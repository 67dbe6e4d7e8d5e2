import type { Catalog } from '../../language/catalog.ts'

export const versionText: Catalog['versionText'] = {
  title: 'Versions',
  version: (version) => `Version ${version}`,
  by: 'par',
  current: 'Actuelle',
  restoredFrom: (version) => `Restaurée à partir de la version ${version}`,
  restore: 'Restaurer',
  restoreOf: (version) => `Restaurer la version ${version}`,
  restored: (version) => `Version ${version} restaurée`,
  open: (version) => `Ouvrir la version ${version}`,
  upload: 'Importer une nouvelle version',
  uploaded: 'Nouvelle version importée',
}
