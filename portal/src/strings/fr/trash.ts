import type { Catalog } from '../../language/catalog.ts'
import type { TrashKind } from '../../routes/search.ts'
import { counted, listed, number } from './numbers.ts'

const nouns: Record<TrashKind, [one: string, more: string]> = {
  assets: ['ressource', 'ressources'],
  templates: ['modèle', 'modèles'],
  folders: ['dossier', 'dossiers'],
  'asset-tags': ['tag de ressource', 'tags de ressources'],
  tags: ['tag de modèle', 'tags de modèles'],
}

const placeOf = (path: string | undefined) =>
  path === undefined ? '' : path === '/' ? ' au premier niveau' : ` dans ${path}`

export const trashText: Catalog['trashText'] = {
  title: 'Corbeille',
  description: (days) => `Les éléments supprimés sont conservés pendant ${days}.`,
  descriptionShort: 'Éléments supprimés que vous pouvez encore restaurer.',
  kinds: {
    assets: 'Ressources',
    templates: 'Modèles',
    folders: 'Dossiers',
    'asset-tags': 'Tags de ressources',
    tags: 'Tags de modèles',
  },
  noneTitle: 'La corbeille est vide',
  none: 'Les éléments supprimés apparaissent ici, et vous pouvez les restaurer.',
  deleted: 'Suppression',
  daysLeft: (days) => (days === 1 ? 'encore 1 jour' : `encore ${number(days)} jours`),
  ending: 'moins d’un jour',
  restore: 'Restaurer',
  restoreOf: (name) => `Restaurer ${name}`,
  restoredTo: (path) => `Restauré${placeOf(path)}`,
  restoredAs: (name, path) => `Restauré sous le nom ${name}${placeOf(path)}`,
  restoredMany: (count, path) =>
    `${counted(count, 'élément restauré', 'éléments restaurés')}${placeOf(path)}`,
  restoredApart: (count) => `${number(count)} éléments restaurés dans leurs dossiers`,
  show: 'Afficher',
  topLevel: 'Premier niveau',
  actions: 'Actions pour les éléments sélectionnés',
  selectAll: 'Sélectionner tout ce qui est chargé',
  selectOf: (name) => `Sélectionner ${name}`,
  selected: (count) => counted(count, 'sélectionné', 'sélectionnés'),
  purge: 'Supprimer définitivement',
  purgeTitle: (count, name) =>
    count === 1
      ? `Supprimer définitivement ${name} ?`
      : `Supprimer définitivement ${number(count)} éléments ?`,
  purgeText:
    'Cette action est irréversible. Les ressources utilisées par un kit de marque ou un modèle sont conservées.',
  purgeFoldersText:
    'Les ressources et sous-dossiers mis à la corbeille avec un dossier sont aussi supprimés. Cette action est irréversible.',
  purged: 'Supprimé définitivement',
  empty: 'Vider la corbeille',
  emptyTitle: 'Vider la corbeille ?',
  emptyText: (counts) => {
    const end =
      'Cette action est irréversible. Les ressources utilisées par un kit de marque ou un modèle sont conservées.'
    if (counts === undefined) return `Tout le contenu de la corbeille est supprimé définitivement. ${end}`
    const some = counts.filter(({ count }) => count > 0)
    if (some.length === 0) return 'La corbeille est déjà vide.'
    const list = listed(some.map(({ kind, count }) => counted(count, ...nouns[kind])))
    return `Suppression définitive : ${list}. ${end}`
  },
}
