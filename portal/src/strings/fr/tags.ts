import type { Catalog } from '../../language/catalog.ts'

export const tagText: Catalog['tagText'] = {
  title: 'Tags',
  automatic: 'Suggéré par un programme',
  add: 'Ajouter un tag',
  remove: (name) => `Retirer le tag ${name}`,
  accept: (name) => `Accepter le tag suggéré ${name}`,
  reject: (name) => `Refuser le tag suggéré ${name}`,

  find: 'Rechercher un tag',
  noneFound: 'Aucun tag correspondant.',
  create: 'Créer un tag',
  name: 'Nom',
  made: 'Tag créé',
  actionsOf: (name) => `Actions pour ${name}`,
  rename: 'Renommer',
  renameTitle: (name) => `Renommer ${name}`,
  merge: 'Fusionner',
  mergeTitle: (name) => `Fusionner ${name} avec un autre tag`,
  mergeText:
    'L’autre tag remplace ce tag partout. Ce tag est définitivement supprimé. Cette action est irréversible.',
  into: 'Fusionner avec',
  mergeNow: 'Fusionner les tags',
  merged: (name, into) => `${name} fusionné avec ${into}`,
  trash: 'Mettre à la corbeille',
  trashed: {
    asset: 'Tag mis à la corbeille. Ses ressources sont conservées.',
    template: 'Tag mis à la corbeille. Ses modèles sont conservés.',
  },
  restored: 'Tag restauré',
}
