import type { Catalog } from '../../language/catalog.ts'
import { counted } from './numbers.ts'

const assetsOf = (count: number) => counted(count, 'Asset', 'Assets')

export const collectionText: Catalog['collectionText'] = {
  title: 'Sammlungen',
  about: 'Von Hand ausgewählte Assets aus beliebigen Ordnern, in eigener Reihenfolge.',
  count: assetsOf,
  noneTitle: 'Noch keine Sammlungen',
  none: 'Wählen Sie Assets in der Bibliothek aus, und klicken Sie auf „Zur Sammlung hinzufügen“.',
  noneReader: 'Hier erscheinen Sammlungen, die Bearbeiter erstellen.',
  find: 'Sammlung suchen',
  noneFound: 'Keine passenden Sammlungen.',

  create: 'Sammlung erstellen',
  edit: 'Bearbeiten',
  editTitle: (name) => `${name} bearbeiten`,
  name: 'Name',
  description: 'Beschreibung',
  save: 'Speichern',
  created: 'Sammlung erstellt',
  actions: 'Aktionen für die Sammlung',
  actionsOf: (name) => `Aktionen für ${name}`,
  remove: 'Löschen',
  removeTitle: (name) => `${name} löschen?`,
  removeText:
    'Die Sammlung und ihre Freigaben werden gelöscht und können nicht wiederhergestellt werden. Die Assets bleiben in der Bibliothek.',
  removed: 'Sammlung gelöscht',
  formats: 'Als ZIP herunterladen',

  add: 'Zur Sammlung hinzufügen',
  addTitle: (count) => `${assetsOf(count)} zu einer Sammlung hinzufügen`,
  added: (count, name) =>
    count === 0 ? `${name} enthält diese Assets bereits` : `${assetsOf(count)} zu ${name} hinzugefügt`,
  open: 'Öffnen',
  newName: 'Neue Sammlung',
  chosen: 'Sammlung',

  arrange: 'In dieser Sammlung',
  toStart: 'An den Anfang verschieben',
  earlier: 'Nach vorn verschieben',
  later: 'Nach hinten verschieben',
  toEnd: 'Ans Ende verschieben',
  cover: 'Als Titelbild verwenden',
  coverSet: 'Titelbild geändert',
  noCover: 'Erstes Asset als Titelbild verwenden',
  takeOut: 'Aus der Sammlung entfernen',
  takenOut: (count) => `${assetsOf(count)} aus der Sammlung entfernt`,
  undo: 'Rückgängig',

  keys: 'Drücken Sie Alt und eine Pfeiltaste, um das Asset oder die Auswahl in der Sammlung zu verschieben.',
  toAssets: 'Alle Assets anzeigen',
  emptyTitle: 'Keine Assets in dieser Sammlung',
  empty:
    'Wählen Sie Assets in der Bibliothek aus, und klicken Sie auf „Zur Sammlung hinzufügen“, oder ziehen Sie sie auf den Namen der Sammlung.',
  emptyReader: 'Hier erscheinen Assets, die Bearbeiter hinzufügen.',
}
