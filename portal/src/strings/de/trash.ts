import type { Catalog } from '../../language/catalog.ts'
import type { TrashKind } from '../../routes/search.ts'
import { counted, listed, number } from './numbers.ts'

const nouns: Record<TrashKind, [one: string, more: string]> = {
  assets: ['Asset', 'Assets'],
  templates: ['Vorlage', 'Vorlagen'],
  folders: ['Ordner', 'Ordner'],
  'asset-tags': ['Asset-Tag', 'Asset-Tags'],
  tags: ['Vorlagen-Tag', 'Vorlagen-Tags'],
}

const placeOf = (path: string | undefined) =>
  path === undefined ? '' : path === '/' ? ' (oberste Ebene)' : ` in ${path}`

export const trashText: Catalog['trashText'] = {
  title: 'Papierkorb',
  description: (days) => `Gelöschtes wird ${days} lang aufbewahrt.`,
  descriptionShort: 'Gelöschtes, das Sie noch wiederherstellen können.',
  kinds: {
    assets: 'Assets',
    templates: 'Vorlagen',
    folders: 'Ordner',
    'asset-tags': 'Asset-Tags',
    tags: 'Vorlagen-Tags',
  },
  noneTitle: 'Der Papierkorb ist leer',
  none: 'Hier erscheint Gelöschtes, und Sie können es wiederherstellen.',
  deleted: 'Gelöscht',
  daysLeft: (days) => (days === 1 ? 'noch 1 Tag' : `noch ${number(days)} Tage`),
  ending: 'weniger als ein Tag',
  restore: 'Wiederherstellen',
  restoreOf: (name) => `${name} wiederherstellen`,
  restoredTo: (path) => `Wiederhergestellt${placeOf(path)}`,
  restoredAs: (name, path) => `Als ${name} wiederhergestellt${placeOf(path)}`,
  restoredMany: (count, path) => `${number(count)} wiederhergestellt${placeOf(path)}`,
  restoredApart: (count) => `${number(count)} in ihren Ordnern wiederhergestellt`,
  show: 'Anzeigen',
  topLevel: 'Oberste Ebene',
  actions: 'Aktionen für die Auswahl',
  selectAll: 'Alle geladenen auswählen',
  selectOf: (name) => `${name} auswählen`,
  selected: (count) => `${number(count)} ausgewählt`,
  purge: 'Endgültig löschen',
  purgeTitle: (count, name) =>
    count === 1 ? `${name} endgültig löschen?` : `${number(count)} Einträge endgültig löschen?`,
  purgeText:
    'Das lässt sich nicht rückgängig machen. Assets, die ein Brand-Kit oder eine Vorlage verwendet, bleiben erhalten.',
  purgeFoldersText:
    'Assets und Unterordner, die mit einem Ordner in den Papierkorb verschoben wurden, werden ebenfalls gelöscht. Das lässt sich nicht rückgängig machen.',
  purged: 'Endgültig gelöscht',
  empty: 'Papierkorb leeren',
  emptyTitle: 'Papierkorb leeren?',
  emptyText: (counts) => {
    const end =
      'Das lässt sich nicht rückgängig machen. Assets, die ein Brand-Kit oder eine Vorlage verwendet, bleiben erhalten.'
    if (counts === undefined) return `Alles im Papierkorb wird endgültig gelöscht. ${end}`
    const some = counts.filter(({ count }) => count > 0)
    if (some.length === 0) return 'Der Papierkorb ist bereits leer.'
    const list = listed(some.map(({ kind, count }) => counted(count, ...nouns[kind])))
    return `${list} ${some.length === 1 && some[0]!.count === 1 ? 'wird' : 'werden'} endgültig gelöscht. ${end}`
  },
}
