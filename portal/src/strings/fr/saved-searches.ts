import type { Catalog } from '../../language/catalog.ts'

export const savedSearchText: Catalog['savedSearchText'] = {
  title: 'Recherches enregistrées',
  save: 'Enregistrer la recherche',
  saveTitle: 'Enregistrer cette recherche',
  name: 'Nom',
  company: 'Montrer à toute l’entreprise',
  companyHint: 'Sinon, vous seul la voyez.',
  follow: 'Suivre',
  followHint: 'Vous recevez au plus un e-mail par jour sur les nouvelles ressources correspondantes.',
  saved: 'Recherche enregistrée',

  actions: 'Actions de la recherche',
  actionsOf: (name) => `Actions pour ${name}`,
  unfollow: 'Ne plus suivre',
  followed: (name) => `Vous suivez ${name}`,
  unfollowed: (name) => `Vous ne suivez plus ${name}`,
  rename: 'Renommer',
  renameTitle: (name) => `Renommer ${name}`,
  submitName: 'Renommer',
  update: 'Reprendre les filtres actuels',
  updated: (name) => `${name} a maintenant les filtres actuels`,
  share: 'Montrer à l’entreprise',
  shared: (name) => `Toute l’entreprise voit ${name}`,
  hide: 'Rendre privée',
  hidden: (name) => `Vous seul voyez ${name}`,
  remove: 'Supprimer',
  removeTitle: (name) => `Supprimer ${name} ?`,
  removeText:
    'La recherche enregistrée est supprimée et ne peut pas être restaurée. Les ressources trouvées restent dans la bibliothèque.',
  removed: 'Recherche enregistrée supprimée',
  notShown: (filters) =>
    `Le portail ne peut pas afficher ces filtres de la recherche et les ignore : ${filters.join(', ')}`,
}
