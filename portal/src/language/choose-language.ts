import type { Language } from './language.ts'

/** Remembers the language in this browser and reloads the page, because its texts are loaded only once. */
export function chooseLanguage(language: Language) {
  localStorage.setItem('atelier-language', language)
  location.reload()
}
