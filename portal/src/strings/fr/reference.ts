import type { Catalog } from '../../language/catalog.ts'

export const referenceText: Catalog['referenceText'] = {
  title: 'Référence de l’API',
  description: (company) =>
    `Documentation et console pour chaque endpoint, en anglais. Les requêtes sont exécutées en votre nom et modifient les données réelles de ${company}.`,
  forPrograms: 'Pour les outils, utilisez le',
  document: 'document OpenAPI.',
  open: 'Essayer avec un jeton',
  asYou: 'Votre session dans cette entreprise',
  failed: 'Impossible de charger la référence de l’API. Rechargez la page.',
}
