import type { Catalog } from '../../language/catalog.ts'
import { counted } from './numbers.ts'

const assetsOf = (count: number) => counted(count, 'ressource', 'ressources')

export const collectionText: Catalog['collectionText'] = {
  title: 'Collections',
  about: 'Ressources choisies dans n’importe quels dossiers, dans l’ordre de votre choix.',
  count: assetsOf,
  noneTitle: 'Aucune collection pour l’instant',
  none: 'Sélectionnez des ressources dans la bibliothèque et choisissez Ajouter à une collection.',
  noneReader: 'Les collections créées par les éditeurs apparaissent ici.',
  find: 'Rechercher une collection',
  noneFound: 'Aucune collection correspondante.',

  create: 'Créer une collection',
  edit: 'Modifier',
  editTitle: (name) => `Modifier ${name}`,
  name: 'Nom',
  description: 'Description',
  save: 'Enregistrer',
  created: 'Collection créée',
  actions: 'Actions de la collection',
  actionsOf: (name) => `Actions pour ${name}`,
  remove: 'Supprimer',
  removeTitle: (name) => `Supprimer ${name} ?`,
  removeText:
    'La collection et ses partages sont supprimés et ne peuvent pas être restaurés. Ses ressources restent dans la bibliothèque.',
  removed: 'Collection supprimée',
  formats: 'Télécharger en ZIP',

  add: 'Ajouter à une collection',
  addTitle: (count) => `Ajouter ${assetsOf(count)} à une collection`,
  added: (count, name) =>
    count === 0
      ? `${name} contient déjà ces ressources`
      : `${counted(count, 'ressource ajoutée', 'ressources ajoutées')} à ${name}`,
  open: 'Ouvrir',
  newName: 'Nouvelle collection',
  chosen: 'Collection',

  arrange: 'Dans cette collection',
  toStart: 'Déplacer au début',
  earlier: 'Avancer',
  later: 'Reculer',
  toEnd: 'Déplacer à la fin',
  cover: 'Utiliser comme couverture',
  coverSet: 'Couverture modifiée',
  noCover: 'Utiliser la première ressource comme couverture',
  takeOut: 'Retirer de la collection',
  takenOut: (count) => `${counted(count, 'ressource retirée', 'ressources retirées')} de la collection`,
  undo: 'Annuler',

  keys: 'Appuyez sur Alt et une flèche pour déplacer la ressource ou la sélection dans la collection.',
  toAssets: 'Afficher toutes les ressources',
  emptyTitle: 'Aucune ressource dans cette collection',
  empty:
    'Sélectionnez des ressources dans la bibliothèque et choisissez Ajouter à une collection, ou faites-les glisser sur son nom.',
  emptyReader: 'Les ressources ajoutées par les éditeurs apparaissent ici.',
}
