import { z } from 'zod'
import { checkedFirst } from '../http/schemas/body-fields.ts'
import { asJson } from '../http/schemas/form-fields.ts'
import { canonicalTag } from '../language-tags.ts'
import { bytesMax, languagesMax } from './limits.ts'

/** Words as a request sends them: null removes a text. */
type Given<Words> = {
  [Name in keyof Words]?:
    | (NonNullable<Words[Name]> extends string ? string : Given<Words[Name]>)
    | null
    | undefined
}
export type GivenTranslations<Words> = Record<string, Given<Words> | null>

const about =
  `Texts in other languages, by language tag (BCP 47) such as \`de\` or \`pt-BR\`: up to ${languagesMax} languages ` +
  `and ${bytesMax / 1024} kB. Languages and texts that are omitted are unchanged; null removes one. An empty object ` +
  'stands for the language of the original texts.'

export const translationsOf = <S extends z.ZodType>(words: S) =>
  checkedFirst(
    languagesFault,
    z
      .record(z.string(), words.nullable(), 'must be an object.')
      .transform((given) =>
        Object.fromEntries(Object.entries(given).map(([tag, one]) => [canonicalTag(tag)!, one])),
      ),
  ).describe(about)

export const translationsInForm = <S extends z.ZodType>(translations: S) =>
  asJson(translations).describe(
    'Texts in other languages, as a JSON object such as `{"de":{"name":"Leuchtturm"}}`.',
  )

/** Checks the tags before the texts, which are more expensive to check. */
function languagesFault(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const tags = Object.keys(value)
  if (tags.length > languagesMax) return `must not have more than ${languagesMax} languages.`
  const canonical = tags.map(canonicalTag)
  const invalid = tags.find((_, at) => canonical[at] === undefined)
  if (invalid !== undefined)
    return `must have language tags such as de or pt-BR as names. ${JSON.stringify(invalid.slice(0, 35))} is not one.`
  const repeated = canonical.find((tag, at) => canonical.indexOf(tag) !== at)
  return repeated === undefined ? undefined : `must not name the language ${repeated} twice.`
}
