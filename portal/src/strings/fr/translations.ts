import type { Catalog } from '../../language/catalog.ts'

export const translationsText: Catalog['translationsText'] = {
  title: 'Traductions',
  language: 'Langue',
  choose: 'Choisir une langue',
  noLanguage: 'Aucune langue trouvée',
  translated: 'Traduites',
  others: 'Autres langues',
  hint: 'Choisissez une langue pour ajouter des textes dans cette langue.',
  labelOf: (label) => `Libellé de «\u00a0${label}\u00a0»`,
  remove: (language) => `Supprimer\u00a0: ${language}`,
}
