import { canonicalTag, withShorterTags } from '../../language-tags.ts'

/** Maximum number of ranges that are read. Browsers send fewer. */
const rangesMax = 20

const range = /^\s*(\*|[a-z]{2,8}(?:-[a-z\d]{1,8})*)\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*)?$/i

/**
 * The languages of an `Accept-Language` header (RFC 9110 §12.5.4), the preferred first, in canonical form, each
 * followed by the shorter tags that stand for it. Headers with the same meaning have the same list. Ends before
 * `*`, which stands for the original words, and is empty if there is no header.
 */
export function languagesAsked(header: string | undefined): readonly string[] {
  if (header === undefined || header === '*') return []
  const ranges = header.split(',', rangesMax).flatMap((part) => {
    const [, tag, quality = '1'] = range.exec(part) ?? []
    return tag === undefined || Number(quality) === 0 ? [] : [{ tag, quality: Number(quality) }]
  })
  const tags = ranges.toSorted((a, b) => b.quality - a.quality).map(({ tag }) => tag)
  const end = tags.indexOf('*')
  const preferred = (end === -1 ? tags : tags.slice(0, end)).flatMap((tag) => canonicalTag(tag) ?? [])
  return [...new Set(preferred.flatMap(withShorterTags))]
}

/**
 * The first of these languages in which a resource has texts (RFC 4647 §3.4). Undefined for its original texts.
 * @param translations texts by language.
 */
export const languageIn = (
  translations: Record<string, unknown>,
  languages: readonly string[],
): string | undefined => languages.find((tag) => Object.hasOwn(translations, tag))
