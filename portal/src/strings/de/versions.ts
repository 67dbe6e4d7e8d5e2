import type { Catalog } from '../../language/catalog.ts'

export const versionText: Catalog['versionText'] = {
  title: 'Versionen',
  version: (version) => `Version ${version}`,
  by: 'von',
  current: 'Aktuell',
  restoredFrom: (version) => `Wiederhergestellt aus Version ${version}`,
  restore: 'Wiederherstellen',
  restoreOf: (version) => `Version ${version} wiederherstellen`,
  restored: (version) => `Version ${version} wiederhergestellt`,
  open: (version) => `Version ${version} öffnen`,
  upload: 'Neue Version hochladen',
  uploaded: 'Neue Version hochgeladen',
}
