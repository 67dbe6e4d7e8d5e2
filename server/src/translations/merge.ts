import { didYouMean, nearName } from '@atelier/filling/near-name'
import type { TemplateTranslations, Translations } from '../db/schema.ts'
import { invalid } from '../http/schemas/validation.ts'
import type { GivenTranslations } from './body.ts'
import { bytesMax, languagesMax } from './limits.ts'

/**
 * The translations after a request.
 * @throws {ApiError} `invalid` on `translations` if there are too many.
 */
export function mergedTranslations<Words extends object>(
  stored: Translations<Words>,
  given: GivenTranslations<Words>,
): Translations<Words> {
  const merged = merge(stored, given)
  const fault = sizeFault(merged)
  if (fault !== undefined) throw invalid('translations', `The translations field ${fault}`)
  return merged
}

/**
 * Applies a merge patch (RFC 7396): languages and texts that the request does not name are kept, and null removes
 * one. A language without texts is kept.
 */
export function merge<Words extends object>(
  stored: Translations<Words>,
  given: GivenTranslations<Words>,
): Translations<Words> {
  const languages = new Map<string, Words>(Object.entries(stored))
  for (const [tag, words] of Object.entries(given)) {
    if (words === null) languages.delete(tag)
    // The schema of the request has checked that the members are words.
    else languages.set(tag, mergedMembers(languages.get(tag) ?? {}, words) as Words)
  }
  return Object.fromEntries(languages)
}

/** Why translations are too many, as the end of a sentence. */
export function sizeFault(translations: Translations<object>): string | undefined {
  if (Object.keys(translations).length > languagesMax)
    return `must not have more than ${languagesMax} languages.`
  return Buffer.byteLength(JSON.stringify(translations)) > bytesMax
    ? `must not have more than ${bytesMax / 1024} kB in total.`
    : undefined
}

/** Merges the members of an object, and removes members that have no texts. */
function mergedMembers(stored: object, given: object): object {
  const members = new Map<string, unknown>(Object.entries(stored))
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue
    const merged =
      typeof value === 'object' && value !== null ? mergedMembers(membersOf(members.get(name)), value) : value
    if (merged === null || (typeof merged === 'object' && Object.keys(merged).length === 0))
      members.delete(name)
    else members.set(name, merged)
  }
  return Object.fromEntries(members)
}

const membersOf = (value: unknown) => (typeof value === 'object' && value !== null ? value : {})

/**
 * Rejects texts for variables that a template does not have. Texts that are stored are accepted, because a new
 * document can lack a variable that the next one has again.
 * @throws {ApiError} `invalid` on the variable.
 */
export function assertVariables(
  given: GivenTranslations<TemplateTranslations[string]>,
  stored: TemplateTranslations,
  keys: readonly string[],
): void {
  const known = new Set([
    ...keys,
    ...Object.values(stored).flatMap(({ variables = {} }) => Object.keys(variables)),
  ])
  for (const [tag, words] of Object.entries(given))
    for (const [key, value] of Object.entries(words?.variables ?? {}))
      if (value !== null && !known.has(key)) {
        const near = didYouMean(nearName(key, [...known]))
        throw invalid(
          `translations.${tag}.variables.${key}`,
          `The template has no variable "${key.slice(0, 100)}".${near}`,
        )
      }
}
