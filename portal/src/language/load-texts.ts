import type { Catalog } from './catalog.ts'
import { isLanguage, type Language, setPageLanguage } from './language.ts'
import { setCatalog } from './translated.ts'

/** The catalogs other than English, each in its own chunk. The English texts are part of the pages. */
const catalogs: Record<Exclude<Language, 'en'>, () => Promise<{ catalog: Catalog }>> = {
  de: () => import('../strings/de/catalog.ts'),
  fr: () => import('../strings/fr/catalog.ts'),
  es: () => import('../strings/es/catalog.ts'),
  ja: () => import('../strings/ja/catalog.ts'),
}

/**
 * Loads the texts in the language of the document. Import modules that use texts or `pageLanguage` only afterwards,
 * because they can use both during their import.
 */
export async function loadTexts() {
  const { lang } = document.documentElement
  if (!isLanguage(lang)) return
  setPageLanguage(lang)
  if (lang !== 'en') setCatalog((await catalogs[lang]()).catalog)
}
