/** The languages of the portal and of e-mails. The portal lists them too (portal/src/language/language.ts). */
export const languages = ['en', 'de', 'fr', 'es', 'ja'] as const

export type Language = (typeof languages)[number]

export const isLanguage = (text: string): text is Language => languages.some((language) => language === text)
