import type { Language } from '../languages.ts'
import { de } from './texts/de.ts'
import { en } from './texts/en.ts'
import { es } from './texts/es.ts'
import { fr } from './texts/fr.ts'
import { ja } from './texts/ja.ts'
import type { MailTexts } from './texts.ts'

const texts: Record<Language, MailTexts> = { en, de, fr, es, ja }

/** English for people who have not chosen a language. */
export const mailTexts = (language: Language | null): MailTexts => texts[language ?? 'en']
