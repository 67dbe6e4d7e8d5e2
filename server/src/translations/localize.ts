import type { Translations } from '../db/schema.ts'
import { withShorterTags } from '../language-tags.ts'

type Translated<Words> = { translations: Translations<Words> }

export type Localized = { language?: string | undefined }

/**
 * Finds the words of a resource in a language. A text that `de-AT` does not have is read from `de`, and otherwise
 * the original text is used.
 * @param language a language of the resource, or undefined for the original words.
 */
export function wordsIn<Words>({ translations }: Translated<Words>, language: string | undefined) {
  const tags = language === undefined ? [] : withShorterTags(language)
  const words = tags.flatMap((tag) => (Object.hasOwn(translations, tag) ? [translations[tag]!] : []))
  return <Original>(original: Original, textOf: (words: Words) => string | undefined): Original | string => {
    for (const one of words) {
      const text = textOf(one)
      if (text !== undefined) return text
    }
    return original
  }
}
