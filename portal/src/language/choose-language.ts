import { isLanguage, type Language, pageLanguage } from './language.ts'

/** The page is reloaded, because its texts are loaded only once. */
export function chooseLanguage(language: Language) {
  localStorage.setItem('atelier-language', language)
  location.reload()
}

/** Changes to the language that the person has chosen, perhaps in another browser. */
export function followPerson({ language }: { language: string | null }) {
  if (language === null || !isLanguage(language) || language === pageLanguage()) return
  try {
    chooseLanguage(language)
  } catch {
    // A browser without storage keeps its own language.
  }
}
