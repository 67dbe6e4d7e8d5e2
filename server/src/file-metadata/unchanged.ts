import type { Embedded } from '../db/schema.ts'
import { textsOf } from '../images/metadata.ts'
import type { Fields } from './fields.ts'

export type Blocks = { xmp?: Buffer | undefined; iptc?: Buffer | undefined }

const embeddedNames = {
  title: 'title',
  description: 'description',
  creators: 'creators',
  credit: 'credit',
  copyright: 'copyright',
  usageTerms: 'usage_terms',
  altText: 'alt_text',
  rightsExpireAt: 'rights_expire_at',
} as const satisfies Partial<Record<keyof Fields, keyof Embedded>>

const names = Object.entries(embeddedNames) as [keyof typeof embeddedNames, keyof Embedded][]

/**
 * Restores the full texts and lists of the file, which the library stores truncated. A field that equals the
 * truncated text was not changed, so the file keeps the full text.
 * @returns the fields to write, and the properties of the packet that can stay unchanged, with all their
 *   languages.
 */
export function withWholeTexts(fields: Fields, blocks: Blocks): { fields: Fields; same: Set<keyof Fields> } {
  const { kept, whole, inXmp } = textsOf(blocks)
  const written: Fields = { ...fields, keywords: keywordsOf(fields.keywords, kept.keywords, whole.keywords) }
  const same = new Set<keyof Fields>()
  for (const [field, name] of names) {
    if (kept[name] === undefined || !isPartOf(fields[field], kept[name])) continue
    if (isSame(inXmp[name], whole[name])) same.add(field)
    else Object.assign(written, { [field]: whole[name] })
  }
  return { fields: written, same }
}

/** Minimum length at which the library truncates a field. */
const cutLengthMin = 500

const isPartOf = (given: unknown, kept: unknown): boolean =>
  isSame(given, kept) ||
  (typeof given === 'string' &&
    typeof kept === 'string' &&
    given.length >= cutLengthMin &&
    kept.startsWith(given))

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * The keywords of the file, plus the tags that are not among them. Long keywords were truncated to become
 * tags.
 */
function keywordsOf(
  given: readonly string[],
  kept: readonly string[] = [],
  whole: readonly string[] = [],
): string[] {
  const known = new Set([...kept, ...whole])
  return [...whole, ...given.filter((keyword) => !known.has(keyword))]
}
