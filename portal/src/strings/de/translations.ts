import type { Catalog } from '../../language/catalog.ts'

export const translationsText: Catalog['translationsText'] = {
  title: 'Übersetzungen',
  language: 'Sprache',
  choose: 'Sprache auswählen',
  noLanguage: 'Keine Sprache gefunden',
  translated: 'Übersetzt',
  others: 'Weitere Sprachen',
  hint: 'Wählen Sie eine Sprache, um Texte in dieser Sprache hinzuzufügen.',
  labelOf: (label) => `Beschriftung von „${label}“`,
  remove: (language) => `${language} entfernen`,
}
