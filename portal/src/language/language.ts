/** The languages of the portal, by their own names. The script of the first paint lists them too. */
export const languages = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  ja: '日本語',
} as const

export type Language = keyof typeof languages

export const isLanguage = (text: string): text is Language => Object.hasOwn(languages, text)

let language: Language = 'en'

/** The language of the page. Changing it reloads the page, so it is constant for the modules that use it. */
export const pageLanguage = (): Language => language

/** Call this before the modules that use the language are imported. */
export function setPageLanguage(chosen: Language) {
  language = chosen
}
