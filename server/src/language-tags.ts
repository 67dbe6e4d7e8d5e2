/** Language tags (BCP 47), and the lookup of RFC 4647. */

/** Maximum length of a tag. RFC 5646 §4.4.1 recommends this length. */
export const languageTagLengthMax = 35

/** The canonical form of a language tag: `de-AT` for `DE-at`, `he` for `iw`. Undefined if the tag is invalid. */
export function canonicalTag(tag: string): string | undefined {
  if (tag.length > languageTagLengthMax) return undefined
  try {
    const [canonical] = Intl.getCanonicalLocales(tag)
    return canonical !== undefined && canonical.length <= languageTagLengthMax ? canonical : undefined
  } catch {
    return undefined
  }
}

/**
 * The tag, and the shorter tags that the lookup of RFC 4647 §3.4 tries after it: `zh-Hant-TW`, `zh-Hant`, `zh`.
 * A single character, which starts an extension, is removed together with the part after it.
 */
export function withShorterTags(tag: string): string[] {
  const parts = tag.split('-')
  return parts.flatMap((_, at) => {
    const end = parts.length - at
    return parts[end - 1]!.length === 1 ? [] : [parts.slice(0, end).join('-')]
  })
}
