import type { Catalog } from '../../language/catalog.ts'

export const settingsText: Catalog['settingsText'] = {
  title: 'Paramètres',
  description: 'Paramètres de l’entreprise',
  name: 'Nom',
  nameText: 'Affiché dans le menu et dans les invitations.',
  save: 'Enregistrer le nom',
  saved: 'Nom enregistré',
  location: 'Données de localisation',
  locationText:
    'Les photos peuvent contenir le lieu de prise de vue. Les fichiers de la bibliothèque le conservent ; les téléchargements, liens, partages et ZIP peuvent l’exclure.',
  removeLocation:
    'Retirer les coordonnées GPS et les noms de lieux des fichiers qui quittent la bibliothèque',
  locationRemoved: 'Les données de localisation sont retirées des téléchargements',
  locationKept: 'Les données de localisation restent dans les téléchargements',
  enterprise: 'Organisation',
  enterpriseText: 'L’organisation à laquelle appartient l’entreprise.',
  id: 'ID de l’entreprise',
  idText: 'Pour les demandes d’assistance et les outils qui l’exigent.',
  copyId: 'Copier l’ID de l’entreprise',
}
