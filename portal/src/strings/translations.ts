import { translated } from '../language/translated.ts'

export const translationsText = translated('translationsText', {
  title: 'Translations',
  language: 'Language',
  choose: 'Choose a language',
  noLanguage: 'No language found',
  translated: 'Translated',
  others: 'Other languages',
  hint: 'Choose a language to add texts in it.',
  labelOf: (label: string) => `Label of “${label}”`,
  remove: (language: string) => `Remove ${language}`,
})
