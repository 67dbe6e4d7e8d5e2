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
 * Loads the texts in the language of the document. Modules that use texts or `pageLanguage` must be imported
 * afterwards, because they can use both while they are imported.
 */
export async function loadTexts() {
  const { lang } = document.documentElement
  if (!isLanguage(lang)) return
  setPageLanguage(lang)
  if (lang !== 'en') setCatalog((await catalogs[lang]()).catalog)
}
