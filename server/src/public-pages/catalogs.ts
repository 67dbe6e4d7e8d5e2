import { isLanguage, type Language } from '../languages.ts'
import { de } from './texts/de.ts'
import { en } from './texts/en.ts'
import { es } from './texts/es.ts'
import { fr } from './texts/fr.ts'
import { ja } from './texts/ja.ts'
import type { PageTexts, Translated } from './texts.ts'

const texts: Record<Language, PageTexts> = { en, de, fr, es, ja }

/** The first of these languages that the pages have, or English. */
export function pageTexts(asked: readonly string[]): Translated {
  const language = asked.find(isLanguage) ?? 'en'
  return { language, texts: texts[language] }
}
