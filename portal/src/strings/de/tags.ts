import type { Catalog } from '../../language/catalog.ts'

export const tagText: Catalog['tagText'] = {
  title: 'Tags',
  automatic: 'Von einem Programm vorgeschlagen',
  add: 'Tag hinzufügen',
  remove: (name) => `Tag ${name} entfernen`,
  accept: (name) => `Vorgeschlagenes Tag ${name} annehmen`,
  reject: (name) => `Vorgeschlagenes Tag ${name} ablehnen`,

  find: 'Tag suchen',
  noneFound: 'Keine passenden Tags.',
  create: 'Tag erstellen',
  name: 'Name',
  made: 'Tag erstellt',
  actionsOf: (name) => `Aktionen für ${name}`,
  rename: 'Umbenennen',
  renameTitle: (name) => `${name} umbenennen`,
  merge: 'Zusammenführen',
  mergeTitle: (name) => `${name} mit einem anderen Tag zusammenführen`,
  mergeText:
    'Das andere Tag ersetzt dieses Tag überall. Dieses Tag wird endgültig gelöscht. Das lässt sich nicht rückgängig machen.',
  into: 'Zusammenführen mit',
  mergeNow: 'Tags zusammenführen',
  merged: (name, into) => `${name} mit ${into} zusammengeführt`,
  trash: 'In den Papierkorb',
  trashed: {
    asset: 'Tag in den Papierkorb verschoben. Die Assets bleiben erhalten.',
    template: 'Tag in den Papierkorb verschoben. Die Vorlagen bleiben erhalten.',
  },
  restored: 'Tag wiederhergestellt',
}
